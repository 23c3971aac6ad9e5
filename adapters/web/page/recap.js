// Coming back: what happened since the last visit, read at a glance or shown step by step.

import { get } from "./api.js";
import { seen, setSeen } from "./coming_back.js";
import { h, put } from "./dom.js";
import { seatName } from "./labels.js";

/** @import { Sentence } from "./types.d.ts" */

const MOST_ENTRIES = 200;
const AWAY_MS = 5 * 60_000;
const QUIET = new Set(["entry-closed", "command-accepted", "seat-claimed"]);

export class Recap {
  /** @type {number} When the page was left. */
  left = 0;
  /** Whether it was looked already what happened since the last visit. */
  hasBegun = false;

  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.frame = h("section", { class: "panel recap", "aria-label": "Since your last visit", hidden: true });
    document.addEventListener("visibilitychange", () => this.looked());
  }

  looked() {
    if (document.hidden) this.left = Date.now();
    else if (this.left && Date.now() - this.left > AWAY_MS) this.begin();
    else this.note();
  }

  /** The match is seen as it is now. */
  note() {
    const { match } = this;
    if (this.hasBegun && !document.hidden && match.isLive && this.frame.hidden)
      setSeen(match.id, match.role, match.position);
  }

  /** Show what happened since the viewer last looked, if others did anything. */
  async begin() {
    const { match } = this;
    const last = seen(match.id, match.role);
    this.hasBegun = true;
    if (!last || last >= match.position) return this.note();
    const query = { as: match.role, after: last, limit: MOST_ENTRIES, undone: false };
    const { sentences, more } = await get(`matches/${match.id}/log`, query);
    const told = sentences.filter(({ tag }) => !QUIET.has(tag));
    if (!told.length || told.every(({ seat }) => seat === match.seat)) return this.note();
    this.draw(told, last, more);
    return undefined;
  }

  /**
   * @param {Sentence[]} told
   * @param {number} last
   * @param {boolean} more
   */
  draw(told, last, more) {
    const acts = byAct(told);
    put(
      this.frame,
      h(
        "div",
        { class: "row spread" },
        h("h2", {}, "Since your last visit"),
        h(
          "span",
          { class: "row" },
          h("button", { type: "button", class: "primary", onclick: () => this.show(last) }, "Show me step by step"),
          h("button", { type: "button", onclick: () => this.close() }, "Skip"),
        ),
      ),
      h(
        "ol",
        { class: "recap-list", tabindex: 0, "aria-label": "What happened" },
        acts.map(([seat, texts]) =>
          h("li", {}, h("strong", {}, `${seat ? seatName(seat) : "The table"}: `), texts.join(" ")),
        ),
        more ? h("li", {}, "… and more; the log has all of it.") : null,
      ),
    );
    this.frame.hidden = false;
  }

  close() {
    this.frame.hidden = true;
    this.note();
  }

  /**
   * From what was seen last to now, command by command.
   * @param {number} last
   */
  async show(last) {
    const { match } = this;
    this.close();
    await match.goTo(last);
    match.past.replay?.play();
    match.past.replay?.slider.focus();
  }
}

/**
 * Sentences that follow each other under one seat, together.
 * @param {Sentence[]} told
 */
function byAct(told) {
  /** @type {[string, string[]][]} */
  const acts = [];
  let position = 0;
  for (const sentence of told) {
    const last = acts.at(-1);
    if (last && last[0] === sentence.seat && Math.abs(sentence.position - position) < 40) last[1].push(sentence.text);
    else acts.push([sentence.seat, [sentence.text]]);
    ({ position } = sentence);
  }
  return acts;
}
