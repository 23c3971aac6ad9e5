// The keys, and how to switch them off.

import { h } from "./dom.js";

export const KEYS = [
  ["?", "this help"],
  ["b", "to the board"],
  ["arrow keys", "from space to space on the board"],
  ["Enter", "point at a space or piece; what has only one way to be played is played at once"],
  ["Escape", "back out of what was chosen; leave the replay"],
  ["t and T", "to the next or the last thing on the table that may be chosen"],
  ["o", "to what is asked"],
  ["h", "to my hand"],
  ["l", "to the log"],
  ["r", "replay on or off"],
  [", and .", "in the replay: an event back or on"],
  ["[ and ]", "a command back or on"],
  ["{ and }", "a turn back or on"],
  ["p", "play or pause"],
  ["u", "take back your last action"],
  ["+ and -", "the board larger or smaller"],
];
const OFF = "wardiary-keys-off";
const ASK = "wardiary-ask-first";

export const keysOff = () => localStorage.getItem(OFF) === "yes";

/** Whether a command is always shown before it is sent. */
export const asksFirst = () => localStorage.getItem(ASK) === "yes";

/**
 * @param {string} words
 * @param {string} key where the browser keeps it
 * @param {boolean} checked
 */
const choice = (words, key, checked) =>
  h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      checked,
      onchange: (event) => localStorage.setItem(key, event.target.checked ? "yes" : "no"),
    }),
    ` ${words}`,
  );

/** @param {typeof import("./dom.js").dialog} dialog */
export function showHelp(dialog) {
  dialog(
    "Keys and help",
    h(
      "p",
      {},
      "What may be chosen on the board or in the hand has a thick dashed edge; point at it to see what it would mean, and click to do it. Each sentence of the log ends with its rule; press it to read the rule.",
    ),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
    choice("Switch single keys off (they may disturb speech input)", OFF, keysOff()),
    choice("Show every command before it is sent, also where there is only one way to play it", ASK, asksFirst()),
  );
}
