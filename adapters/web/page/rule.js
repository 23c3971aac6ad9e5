// A rule: its text, its chapter in the rulebook, and where this match has used it.

import { dialog, h } from "./dom.js";

/** @import { Rule } from "./types.d.ts" */

/**
 * @param {import("./match.js").Match} match
 * @param {Rule} rule
 */
export function showRule(match, { id, text, chapter, beside, uses, used }) {
  /** @param {number} at */
  const there = (at) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet go",
        "aria-label": `See the table at #${at}`,
        onclick: () => {
          box.close();
          match.goTo(at);
        },
      },
      `#${at}`,
    );
  const often = uses === 1 ? "Used once" : `Used ${uses} times`;
  const last = used.length === 20 ? ", last at" : "";
  const box = dialog(
    `Rule ${id}`,
    chapter.length
      ? h(
          "p",
          { class: "faint chapter" },
          chapter.map((one, i) => [i ? " › " : "", `${one.id} ${one.text}`]),
        )
      : null,
    h("p", { class: "says" }, text),
    h(
      "p",
      { class: "uses" },
      uses
        ? [`${often} in this match as far as you can see${last}: `, used.toReversed().map((at) => [there(at), " "])]
        : "Not used in this match so far, as far as you can see.",
    ),
    beside.length
      ? h(
          "details",
          {},
          h("summary", {}, "The rules next to it"),
          h(
            "dl",
            { class: "facts" },
            beside.map((one) => [h("dt", {}, one.id), h("dd", {}, one.text)]),
          ),
        )
      : null,
    h(
      "p",
      { class: "row spread faint" },
      "In our own words; the game's own rulebook decides.",
      h(
        "a",
        { href: `/learn/${match.summary.game}#rules/${encodeURIComponent(id)}`, target: "_blank" },
        "In the rulebook",
      ),
    ),
  );
  return box;
}
