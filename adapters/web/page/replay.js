// The replay: a slider over the whole match, as any role that may be taken saw it then.

import { get } from "./api.js";
import { find, h, put, say } from "./dom.js";
import { dateText, seatName } from "./labels.js";

/** @import { Moment } from "./types.d.ts" */
/** @typedef {"event" | "command" | "turn"} Step */

const MOST_TOLD = 6;
const SPEEDS = { slow: 1600, normal: 800, fast: 250 };

export class Replay {
  /** @type {Moment[]} */
  moments = [];
  /** @type {[number, number][]} */
  undone = [];
  skips = true;
  timer = 0;
  /** @type {keyof typeof SPEEDS} */
  speed = "normal";

  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.where = h("output", { for: "slider", class: "where" });
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      type: "range",
      id: "slider",
      "aria-label": "Position in the match",
      dataset: { key: "slider" },
      oninput: () => match.goTo(Number(this.slider.value)),
    });
    this.frame = h("section", { class: "panel replay", "aria-label": "Replay", hidden: true });
  }

  async load() {
    if (this.moments.length && this.head >= this.match.position) return;
    let more = true;
    while (more) {
      const page = await get(`matches/${this.match.id}/timeline`, { after: this.moments.at(-1)?.[0] ?? 0 });
      this.moments.push(...page.entries);
      this.undone = page.undone;
      more = page.more;
    }
  }

  get first() {
    return this.moments[0]?.[0] ?? 1;
  }
  get head() {
    return this.moments.at(-1)?.[0] ?? 1;
  }

  /** The position that is shown. */
  get at() {
    return this.match.at ?? this.head;
  }

  /**
   * The last position of the entry that a position belongs to.
   * @param {number} at
   */
  entryEnd(at) {
    return this.moments[this.index(at)][0];
  }

  /**
   * The index of the entry that a position belongs to.
   * @param {number} at
   */
  index(at) {
    let [low, high] = [0, this.moments.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moments[middle][0] < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {number} at */
  isUndone(at) {
    return this.undone.some(([from, to]) => at >= from && at <= to);
  }

  /**
   * The position a step leads to; by event, command or turn, forwards (1) or back (-1).
   * @param {Step} by
   * @param {number} way
   */
  target(by, way) {
    const { at } = this;
    if (by === "event") return Math.min(this.head, Math.max(this.first, at + way));
    let i = this.index(at);
    const inside = this.moments[i]?.[0] !== at;
    /** @param {number} j */
    const differs = (j) =>
      by === "command" || this.moments[j][4] !== this.moments[i][4] || this.moments[j][3] !== this.moments[i][3];
    let j = way > 0 && inside ? i : i + way;
    while (j > 0 && j < this.moments.length - 1 && (!differs(j) || (this.skips && this.isUndone(this.moments[j][0]))))
      j += way;
    j = Math.min(this.moments.length - 1, Math.max(0, j));
    return this.moments[j]?.[0] ?? at;
  }

  /**
   * @param {Step} by
   * @param {number} way
   */
  step(by, way) {
    return this.match.goTo(this.target(by, way));
  }

  play() {
    if (this.timer) return this.stop();
    const tick = async () => {
      if (this.at >= this.head) return this.stop();
      await this.step("command", 1);
      if (this.timer) this.timer = setTimeout(tick, SPEEDS[this.speed]);
      return undefined;
    };
    this.timer = setTimeout(tick, 0);
    this.draw();
    return undefined;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.frame.hidden) this.draw();
  }

  /** @param {string} when */
  jump(when) {
    const time = Date.parse(`${when}Z`);
    const upto = this.moments.filter((moment) => moment[1] <= time);
    return this.match.goTo((upto.at(-1) ?? this.moments[0])[0]);
  }

  /** Draw the controls once; afterwards only what moves. */
  draw() {
    /**
     * @param {string} words
     * @param {string} label
     * @param {() => unknown} onclick
     * @param {string} [key]
     */
    const button = (words, label, onclick, key) =>
      h(
        "button",
        { type: "button", title: label, "aria-label": label, dataset: { key: `replay-${label}` }, onclick },
        words,
        key ? h("kbd", { "aria-hidden": "true" }, key) : null,
      );
    const looks = this.match.summary.view_as;
    put(
      this.frame,
      h(
        "div",
        { class: "row spread" },
        this.where,
        button("Back to now", "Back to now", () => this.match.leave()),
      ),
      this.slider,
      h(
        "div",
        { class: "row steps" },
        button("|◀", "To the beginning", () => this.match.goTo(this.first)),
        button("◀ turn", "A turn back", () => this.step("turn", -1)),
        button("◀ command", "A command back", () => this.step("command", -1)),
        button("◀ event", "An event back", () => this.step("event", -1)),
        button(this.timer ? "❚❚" : "▶", this.timer ? "Pause" : "Play", () => this.play()),
        button("event ▶", "An event on", () => this.step("event", 1)),
        button("command ▶", "A command on", () => this.step("command", 1)),
        button("turn ▶", "A turn on", () => this.step("turn", 1)),
        button("▶|", "To the end", () => this.match.goTo(this.head)),
      ),
      h(
        "details",
        {},
        h("summary", {}, "Speed, time, eyes"),
        h(
          "div",
          { class: "fields" },
          /**
           * @param {string} words
           * @param {string} id
           * @param {HTMLElement} control
           */
          labelled(
            "Speed",
            "speed",
            h(
              "select",
              {
                id: "speed",
                onchange: (event) => {
                  this.speed = /** @type {keyof typeof SPEEDS} */ (event.target.value);
                },
              },
              Object.keys(SPEEDS).map((speed) => h("option", { value: speed, selected: speed === this.speed }, speed)),
            ),
          ),
          labelled(
            "Jump to a time (UTC)",
            "when",
            h("input", {
              type: "datetime-local",
              id: "when",
              step: 1,
              onchange: (event) => event.target.value && this.jump(event.target.value),
            }),
          ),
          labelled(
            "Look as",
            "look",
            h(
              "select",
              { id: "look", onchange: (event) => this.match.lookAs(event.target.value) },
              looks.map((one) => h("option", { value: one, selected: one === this.match.role }, seatName(one))),
            ),
          ),
          h(
            "label",
            { class: "check" },
            h("input", {
              type: "checkbox",
              checked: this.skips,
              onchange: (event) => {
                this.skips = event.target.checked;
              },
            }),
            " skip what was undone",
          ),
        ),
      ),
      h(
        "div",
        { class: "row" },
        button("Open a branch here", "Open a branch here", () => this.match.branchHere()),
        this.match.canTakeBack
          ? button("Ask to go back to here", "Ask to go back to here", () =>
              this.match.askRewind(this.entryEnd(this.at)),
            )
          : null,
        h(
          "a",
          { href: this.match.permalink(), dataset: { key: "permalink" }, class: "permalink" },
          "Link to this moment",
        ),
      ),
    );
    this.move();
  }

  /**
   * Tell those who listen what happened at the moment that is shown.
   * @param {number} at
   */
  tell(at) {
    const moment = this.moments[this.index(at)];
    const from = moment[0] === at ? (this.moments[this.index(at) - 1]?.[0] ?? 0) : at - 1;
    const happened = this.match.log.sentences.filter(
      (one) => one.position > from && one.position <= at && one.tag !== "entry-closed",
    );
    const words = happened.slice(-MOST_TOLD).map((one) => `${one.undone ? "undone later: " : ""}${one.text}`);
    say([`#${at}`, ...words].join(": "));
  }

  move() {
    const { at } = this;
    const moment = this.moments[this.index(at)];
    Object.assign(this.slider, { min: this.first, max: this.head, value: at });
    // In the middle of an entry the round may still be another than at its end.
    const when = moment?.[0] === at ? ` · round ${moment[3]}, turn ${moment[4]}` : "";
    const words = moment
      ? `#${at} of ${this.head}${when} · ${moment[2] ? seatName(moment[2]) : "the table"} · ${dateText(moment[1])}${this.isUndone(at) ? " · undone later" : ""}`
      : `#${at}`;
    this.where.textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
    find(this.frame, ".permalink")?.setAttribute("href", this.match.permalink());
  }
}

/**
 * @param {string} words
 * @param {string} id
 * @param {HTMLElement} control
 */
const labelled = (words, id, control) => h("div", { class: "field" }, h("label", { for: id }, words), control);
