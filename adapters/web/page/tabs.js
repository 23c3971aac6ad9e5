// The tabs beside the table: the log, and what is loaded when it is first opened.

import { get, reason } from "./api.js";
import { h, put } from "./dom.js";

/** @typedef {import("./match.js").Match} Match */

/** @type {Record<string, (match: Match) => Promise<HTMLElement>>} */
const LOADED = {
  Charts: async (match) => (await import("./charts.js")).charts(match),
  Review: async (match) => (await import("./review.js")).review(match),
  Branches: async (match) => (await import("./branches.js")).branches(match),
  Standing: async (match) => (await import("./standing.js")).standing(match),
  Time: async (match) => (await import("./clock_panel.js")).clockPanel(match),
  Proof: async (match) => (await import("./proof_panel.js")).proofPanel(match),
  About: async (match) => (await import("./about.js")).about(match),
  Text: async (match) =>
    h(
      "pre",
      { class: "as-text", tabindex: 0, "aria-label": "The position as text" },
      await get(`matches/${match.id}/text`, { as: match.role, at: match.at }),
    ),
};
const NAMES = ["Log", "Charts", "Review", "Branches", "Standing", "Time", "Proof", "Text", "About"];

export class Tabs {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.current = "Log";
    this.list = h("div", { class: "tab-list" });
    this.body = h("div", { class: "tab-body" });
    this.frame = h("section", { class: "panel tabs", "aria-label": "Log and more" }, this.list, this.body);
  }

  /** @param {string} name */
  open(name) {
    this.current = name;
    const { canStand, hasClocks, canReview } = this.match;
    /** @type {Record<string, boolean>} */
    const shown = { Standing: canStand, Time: hasClocks, Review: canReview };
    const names = NAMES.filter((tab) => shown[tab] ?? true);
    put(
      this.list,
      names.map((tab) => this.button(tab)),
    );
    if (name === "Log") return put(this.body, this.match.log.frame);
    put(this.body, h("p", { class: "wait" }, "Loading …"));
    return this.load(name);
  }

  /** Show the tabs of a match that is over: standing answers are not needed any more. */
  openAtEnd() {
    return this.open(this.current === "Standing" ? "Log" : this.current);
  }

  /** @param {string} tab */
  button(tab) {
    const isOpen = tab === this.current;
    return h(
      "button",
      {
        type: "button",
        class: isOpen ? "on" : "",
        "aria-pressed": String(isOpen),
        dataset: { key: `tab-${tab}` },
        onclick: () => this.open(tab),
      },
      tab,
    );
  }

  /** @param {string} name */
  async load(name) {
    try {
      const content = await LOADED[name](this.match);
      if (this.current === name) put(this.body, content);
    } catch (error) {
      if (this.current === name) put(this.body, h("p", {}, `This cannot be shown: ${reason(error)}`));
    }
  }
}
