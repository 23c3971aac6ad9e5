// The line over the board: which match, what it waits for, as whom it is looked at.

import { h, put } from "./dom.js";
import { seatName, whereText } from "./labels.js";

/** @typedef {import("./match.js").Match} Match */

/**
 * Draw the line over the board, and the title of the browser's tab.
 * @param {Match} match
 * @param {HTMLElement} line
 */
export function drawStatus(match, line) {
  const { shown, summary } = match;
  if (!shown) return;
  const isMine = match.isLive && match.waiting.includes(match.role) && match.seat === match.role;
  const turn = turnText(match, isMine);
  document.title = `${dueText(match)}${summary.name || summary.title} · wardiary`;
  put(
    line,
    h(
      "div",
      {},
      h("strong", { class: "title" }, summary.title),
      " ",
      h("span", { class: "faint" }, scenarioText(match)),
    ),
    h(
      "div",
      { class: "row" },
      h("span", {}, whereText(shown)),
      turn ? h("span", { class: `tag ${isMine ? "due" : ""}` }, turn) : null,
      match.clocks?.sign,
      roleChoice(match),
      h("span", { class: `live ${match.connected ? "on" : "off"}` }, match.connected ? "live" : "offline"),
      h(
        "button",
        { type: "button", dataset: { key: "replay" }, onclick: () => match.toggleReplay() },
        match.isLive ? "Replay" : "Leave the replay",
      ),
      match.canTakeBack
        ? h("button", { type: "button", dataset: { key: "undo" }, onclick: () => match.takeBack() }, "Take back …")
        : null,
    ),
  );
}

/** @param {Match} match */
function scenarioText({ summary }) {
  if (summary.parent) return `${summary.scenario_title} (branch${summary.name ? `: ${summary.name}` : ""})`;
  return summary.name ? `${summary.name} · ${summary.scenario_title}` : summary.scenario_title;
}

/** @param {Match} match */
function dueText(match) {
  const isDue = match.waiting.some((seat) => match.seatsHeld.includes(seat));
  const count = match.elsewhere.due + Number(isDue || Boolean(match.askedToRewind));
  const words = match.askedToRewind ? "Take back? · " : isDue ? "Your turn · " : "";
  return `${match.elsewhere.due ? `(${count}) ` : ""}${words}`;
}

/**
 * @param {Match} match
 * @param {boolean} isMine
 */
function turnText(match, isMine) {
  if (match.shown.result) return "over";
  if (isMine) return "your turn";
  if (!match.isLive) return `as of #${match.at}`;
  return match.waiting.length ? `waiting for ${match.waiting.map(seatName).join(", ")}` : "";
}

/** @param {Match} match */
function roleChoice(match) {
  const roles = match.summary.view_as;
  if (roles.length < 2) return h("span", {}, seatName(match.role));
  /** @type {HTMLSelectElement} */
  const select = h(
    "select",
    { dataset: { key: "role" }, onchange: () => match.lookAs(select.value) },
    roles.map((role) => h("option", { value: role, selected: role === match.role }, seatName(role))),
  );
  return h("label", {}, h("span", { class: "unseen" }, "Look as "), select);
}
