// What the panel for commands says while the viewer is asked nothing, and how a match ended.

import { post, reason } from "./api.js";
import { h, notice } from "./dom.js";
import { opened } from "./invite.js";
import { resultText, seatName } from "./labels.js";

/** @import { Children, Prompt, Result } from "./types.d.ts" */
/** @typedef {import("./match.js").Match} Match */

/**
 * @param {Match} match
 * @param {Prompt | undefined} prompt what the seat of the role is asked
 * @returns {Children}
 */
export function waitingText(match, prompt) {
  if (!match.isLive)
    return [
      h("p", {}, `You look at #${match.at}, not at the table as it is now.`),
      h("button", { type: "button", class: "primary", onclick: () => match.leave() }, "Back to now"),
    ];
  if (match.now.result) return ending(match, match.now.result);
  if (match.summary.paused) return h("p", {}, "The match is paused.");
  const others = match.prompts.map(({ seat }) => seat).filter((seat) => seat !== match.role);
  if (others.length && !prompt) return [otherSeats(others), others.map((seat) => sitDown(match, seat))];
  const waits = match.waiting.map(seatName).join(" and ") || "nobody";
  return h("p", {}, match.seat ? "" : "You are watching. ", `Waiting for ${waits}.`);
}

/** @param {string[]} seats */
const otherSeats = (seats) => h("p", {}, `${seats.map(seatName).join(" and ")} is asked, and that is you as well.`);

/**
 * @param {Match} match
 * @param {string} seat
 */
const sitDown = (match, seat) =>
  h("button", { type: "button", class: "primary", onclick: () => match.lookAs(seat) }, `Sit down as ${seatName(seat)}`);

/**
 * How it ended, and where to go from there.
 * @param {Match} match
 * @param {Result} result
 */
function ending(match, result) {
  return [
    h("p", { class: "result" }, h("strong", {}, resultText(result, Object.keys(match.summary.seats)))),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "primary", dataset: { key: "from-start" }, onclick: () => match.replayFromStart() },
        "Replay from the start",
      ),
      match.seatsHeld.length
        ? h("button", { type: "button", dataset: { key: "rematch" }, onclick: () => rematch(match) }, "Rematch")
        : null,
      h("a", { class: "button", href: "/", dataset: { key: "to-lobby" } }, "To the lobby"),
    ),
  ];
}

/**
 * The same match once more: who held a seat is offered it again, people by a fresh link.
 * @param {Match} match
 */
async function rematch({ summary, seatsHeld }) {
  const holder = (/** @type {string} */ seat, /** @type {string} */ before) =>
    seatsHeld.includes(seat) ? "me" : before.startsWith("bot") ? before : "open";
  const seats = Object.entries(summary.seats).map(([seat, before]) => [seat, holder(seat, before)]);
  try {
    opened(
      await post("matches", {
        game: summary.game,
        scenario: summary.scenario,
        settings: summary.settings,
        public: summary.public,
        disclosure: summary.disclosure,
        seats: Object.fromEntries(seats),
      }),
    );
  } catch (error) {
    notice("rematch", `No rematch was opened: ${reason(error)}`, "bad");
  }
}
