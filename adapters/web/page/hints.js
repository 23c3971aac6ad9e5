// Hints for those who play their first matches: advice for the question, and what the bot would answer.

import { get, reason } from "./api.js";
import { h, put } from "./dom.js";

/** @typedef {import("./match.js").Match} Match */

const KEY = "wardiary-hints";

/** @param {string} match */
export const hintsAreOn = (match) => localStorage.getItem(`${KEY}-${match}`) === "yes";

/**
 * @param {string} match
 * @param {boolean} on
 */
export function switchHints(match, on) {
  if (on) localStorage.setItem(`${KEY}-${match}`, "yes");
  else localStorage.removeItem(`${KEY}-${match}`);
}

/**
 * Draw the hint for what is asked now, or the switch that turns hints on.
 * @param {Match} match
 * @param {HTMLElement} box
 */
export async function drawHints(match, box) {
  const { prompt } = match.commandPanel;
  if (!prompt) return put(box);
  const on = hintsAreOn(match.id);
  const said = h("div", { class: "hint-box", role: "note", hidden: !on });
  put(box, toggle(match, box, on), said);
  if (!on) return undefined;
  try {
    const { advice, says } = await get(`matches/${match.id}/hint`, { seat: prompt.seat });
    put(
      said,
      advice ? h("p", {}, advice) : null,
      h("details", {}, h("summary", {}, "What would the bot do?"), h("p", {}, `${says}.`)),
    );
  } catch (error) {
    put(said, h("p", { class: "faint" }, `No hint: ${reason(error)}`));
  }
  return undefined;
}

/**
 * @param {Match} match
 * @param {HTMLElement} box
 * @param {boolean} on
 */
const toggle = (match, box, on) =>
  h(
    "p",
    { class: "row spread hint" },
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: on,
        dataset: { key: "hints" },
        onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
          switchHints(match.id, target.checked);
          drawHints(match, box);
        },
      }),
      " Hints",
    ),
    h("a", { href: `/learn/${match.summary.game}`, target: "_blank" }, "How it is played"),
  );
