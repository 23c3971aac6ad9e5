// The log as sentences, each with its rule.

import { get } from "./api.js";
import { h } from "./dom.js";
import { dateText } from "./labels.js";

/** @import { Entry, LogPage, Sentence } from "./types.d.ts" */

const FIRST = 60;
const MOST = 1000;

export class LogView {
  /**
   * `onGo(position)` shows the table as of then; `ruleButton` explains a rule.
   * @param {import("./match.js").Match} match
   * @param {{ onGo: (at: number) => void, ruleButton: (rule: string) => HTMLElement | null }} listeners
   */
  constructor(match, { onGo, ruleButton }) {
    this.match = match;
    this.onGo = onGo;
    this.ruleButton = ruleButton;
    /** @type {Sentence[]} */
    this.sentences = [];
    this.before = 0;
    this.after = 0;
    this.showsUndone = true;
    this.last = FIRST;
    this.sticks = true;
    this.top = 0;
    this.list = h("ol", { class: "log", tabindex: 0, "aria-label": "Log", onscroll: () => this.scrolled() });
    new ResizeObserver(() => this.sticks && this.toEnd()).observe(this.list);
    this.more = h("button", { type: "button", class: "quiet", onclick: () => this.earlier() }, "Earlier");
    const undone = h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: true,
        onchange: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
          this.showsUndone = event.target.checked;
          this.draw();
        },
      }),
      " with what was undone",
    );
    this.frame = h("div", { class: "log-frame" }, h("div", { class: "row spread" }, this.more, undone), this.list);
  }

  /** @param {import("./api.js").Query} more */
  query(more) {
    return { as: this.match.role, ...more };
  }

  /** Read the end of the log. */
  async load() {
    this.take(await get(`matches/${this.match.id}/log`, this.query({ last: this.last })));
  }

  async earlier() {
    const height = this.list.scrollHeight;
    this.last = Math.min(MOST, this.last * 4);
    await this.load();
    this.list.scrollTop = this.list.scrollHeight - height;
  }

  /**
   * Read the part of the log around a moment of the replay.
   * @param {number} after
   * @param {number} at
   */
  async around(after, at) {
    if (at > this.after || after < this.before) {
      this.take(await get(`matches/${this.match.id}/log`, this.query({ after, limit: 80 })));
    }
  }

  /** @param {LogPage} page */
  take({ sentences, before, after }) {
    this.sentences = sentences;
    this.before = before;
    this.after = after;
    this.draw();
  }

  /**
   * An entry of the feed. Where a rewind took something back, the log is read again.
   * @param {Entry} entry
   */
  add(entry) {
    if (entry.log.some((item) => item.tag === "rewound")) return this.load();
    if (entry.first - 1 > this.after) return undefined;
    this.sentences.push(...entry.log);
    this.after = Math.max(this.after, entry.position);
    const { sticks } = this;
    if (sticks && this.sentences.length > MOST * 2) this.forget();
    this.list.append(...entry.log.flatMap((item) => this.sentence(item) ?? []));
    if (sticks && this.match.isLive) this.toEnd();
    return undefined;
  }

  /** A long evening: the oldest sentences can be read again, but need not all stay in the page. */
  forget() {
    this.sentences.splice(0, this.sentences.length - MOST);
    this.before = this.sentences[0].position - 1;
    this.draw();
  }

  isAtEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
  }

  /** Only who scrolls up by hand wants to stay there; a list that changes its height does not count. */
  scrolled() {
    if (this.isAtEnd()) this.sticks = true;
    else if (this.list.scrollTop < this.top) this.sticks = false;
    this.top = this.list.scrollTop;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.sticks = true;
  }

  draw() {
    this.more.hidden = this.before <= 0;
    this.list.replaceChildren(...this.sentences.flatMap((item) => this.sentence(item) ?? []));
    this.toEnd();
  }

  /** @param {Sentence} sentence */
  sentence(sentence) {
    if (sentence.tag === "entry-closed" || (sentence.undone && !this.showsUndone)) return null;
    const rank = this.match.summary ? Object.keys(this.match.summary.seats).indexOf(sentence.seat) : -1;
    return h(
      "li",
      {
        class: `${sentence.tag} ${sentence.undone ? "undone" : ""} by${rank}`,
        dataset: { position: sentence.position },
      },
      sentence.tag === "command-accepted"
        ? h(
            "button",
            {
              type: "button",
              class: "go",
              title: `${dateText(sentence.time)}: see the table then`,
              "aria-label": `See the table at #${sentence.position}`,
              onclick: () => this.onGo(sentence.position),
            },
            `#${sentence.position}`,
          )
        : null,
      h("span", {}, sentence.undone ? "(undone) " : "", sentence.text),
      " ",
      sentence.rule.startsWith("Table/") ? null : this.ruleButton(sentence.rule),
    );
  }

  /**
   * Mark the sentences of the moment that is shown.
   * @param {number} from
   * @param {number} to
   */
  mark(from, to) {
    /** @type {HTMLElement | undefined} */
    let last;
    for (const item of this.list.querySelectorAll("li")) {
      const at = Number(item.dataset.position);
      item.classList.toggle("here", at > from && at <= to);
      item.classList.toggle("future", at > to);
      if (at <= to) last = item;
    }
    if (last) this.list.scrollTop = last.offsetTop - this.list.clientHeight * 0.6;
  }
}
