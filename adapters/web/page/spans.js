// A span of time in a form: a number and its unit.

import { h } from "./dom.js";

/** @type {Record<string, { word: string, ms: number }>} */
const UNITS = {
  d: { word: "days", ms: 86_400_000 },
  h: { word: "hours", ms: 3_600_000 },
  min: { word: "minutes", ms: 60_000 },
};

document.head.append(h("link", { rel: "stylesheet", href: "/page/clocks.css" }));

/**
 * Two fields under one name; `word()` is the span as it is typed, "" for nothing.
 * @param {string} id
 * @param {string} label
 * @param {number} number
 * @param {string} unit
 */
export function quantity(id, label, number, unit, least = 1) {
  const count = h("input", { id, type: "number", min: least, max: 9999, step: 1, value: number, required: true });
  const units = h(
    "select",
    { id: `${id}-unit`, "aria-label": `${label}: unit` },
    Object.entries(UNITS).map(([name, { word }]) => h("option", { value: name, selected: name === unit }, word)),
  );
  return {
    shown: h("div", { class: "field" }, h("label", { for: id }, label), h("div", { class: "span" }, count, units)),
    ms: () => Number(count.value) * UNITS[units.value].ms,
    word: () => (Number(count.value) ? `${Number(count.value)}${units.value}` : ""),
  };
}
