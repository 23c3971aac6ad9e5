// What has just been rolled and added up: dice as dice, totals as tables of their items.

import { h, put, s } from "./dom.js";
import { seatName } from "./labels.js";

/** @import { Children, Entry, TableEvent } from "./types.d.ts" */

const MOST_DICE = 12;
const MOST_SHOWN = 4;
const SIZE = 26;
/** Where the pips of a die are, in thirds of its side. */
const PIPS = [
  [],
  [[1, 1]],
  [[0, 0], [2, 2]],
  [[0, 0], [1, 1], [2, 2]],
  [[0, 0], [0, 2], [2, 0], [2, 2]],
  [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
]; // prettier-ignore

/**
 * One die as it fell.
 * @param {string} pool what was rolled, such as "2d6"
 * @param {number} face
 */
export function die(pool, face) {
  const sides = Number(pool.match(/d(\d+)/)?.[1] ?? 0);
  const hasPips = face >= 1 && face <= 6 && (sides === 6 || sides === 0);
  const shape = hasPips
    ? `M4 1H22Q25 1 25 4V22Q25 25 22 25H4Q1 25 1 22V4Q1 1 4 1Z`
    : "M13 0L26 10.500 20 25H6L0 10.500Z";
  return s(
    "svg",
    { class: "die", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": String(face) },
    s("path", { d: shape }),
    hasPips
      ? PIPS[face].map(([x, y]) => s("circle", { cx: 6.5 + x * 6.5, cy: 6.5 + y * 6.5, r: 2.5 }))
      : s("text", { x: 13, y: 18.5 }, String(face)),
  );
}

/**
 * A total as a table: each item with its value and rule, and the sum.
 * @param {TableEvent} event
 * @param {(rule: string) => Children} ruleButton
 */
export const totalTable = ({ what = "", items = [], total = 0 }, ruleButton) =>
  h(
    "table",
    { class: "total" },
    h("caption", {}, what),
    h(
      "tbody",
      {},
      items.map(({ name, value, rule }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          h("td", { class: "number" }, signed(value)),
          h("td", {}, ruleButton(rule)),
        ),
      ),
    ),
    h(
      "tfoot",
      {},
      h("tr", {}, h("th", { scope: "row" }, "Total"), h("td", { class: "number" }, String(total)), h("td", {})),
    ),
  );

/** @param {number} value */
const signed = (value) => (value < 0 ? `−${-value}` : `+${value}`);

/** The line over the board that shows the latest rolls and totals; it keeps its height, so that nothing jumps. */
export class Latest {
  /**
   * @param {(rule: string) => Children} ruleButton
   * @param {(words: string) => string} inWords names what is named by its id
   */
  constructor(ruleButton, inWords) {
    this.ruleButton = ruleButton;
    this.inWords = (/** @type {string} */ words) => this.texts[words] ?? inWords(words);
    /** @type {Record<string, string>} What rolls, totals and items with ids in them are called. */
    this.texts = {};
    this.frame = h("div", { class: "rolls", role: "group", "aria-label": "The latest rolls and totals" });
  }

  /** @param {Entry} entry */
  add(entry) {
    this.texts = entry.texts ?? {};
    this.show(entry.events ?? []);
  }

  /** @param {TableEvent[]} events */
  show(events) {
    const shown = events
      .filter(({ event }) => event === "dice-rolled" || event === "total-computed")
      .slice(-MOST_SHOWN);
    if (shown.length)
      put(
        this.frame,
        shown.map((one) => (one.event === "dice-rolled" ? this.roll(one) : this.total(one))),
      );
  }

  clear() {
    put(this.frame);
  }

  /** @param {TableEvent} event */
  roll({ seat = "", purpose = "", pool = "", faces = [] }) {
    const rest = faces.length - MOST_DICE;
    return h(
      "span",
      { class: "roll", title: `${seatName(seat)}: ${this.inWords(purpose)}` },
      h("span", { class: "roll-for" }, this.inWords(purpose)),
      faces.slice(0, MOST_DICE).map((face) => die(pool, face)),
      rest > 0 ? ` +${rest}` : "",
    );
  }

  /** @param {TableEvent} event */
  total(event) {
    return h(
      "details",
      { class: "sum", name: "sum" },
      h("summary", {}, `${this.inWords(event.what ?? "")} `, h("b", {}, String(event.total))),
      totalTable(this.named(event), this.ruleButton),
    );
  }

  /**
   * A total with its items by their names.
   * @param {TableEvent} event
   */
  named(event) {
    const items = (event.items ?? []).map((item) => ({ ...item, name: this.inWords(item.name) }));
    return { ...event, what: this.inWords(event.what ?? ""), items };
  }
}
