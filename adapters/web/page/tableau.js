// A table without a board: each seat's groups as fans of cards, with what they hold and what they add up to.

import { isCard } from "./components.js";
import { h } from "./dom.js";
import { capital, seatName } from "./labels.js";

/** @import { Board, Children, Piece, Stack } from "./types.d.ts" */
/** @typedef {import("./stacks.js").StacksView} StacksView */

/** Marks and faces by which a card is turned on its side. */
const SIDEWAYS = "sideways";
/** Words in the name of what goes first in a fan: who commands it. */
const COMMANDS = /leader|command|headquarters/;
const HOLDS = /objective/;

/**
 * The phases of a turn in their order, with the one that is under way; null where a game names none.
 * @param {Board} board
 */
export function phaseTrack(board) {
  const now = board.phases.findIndex(([name]) => name === board.phase);
  if (now < 0) return null;
  return h(
    "ol",
    // Where they have no room, keys scroll them too.
    { class: "phases", tabindex: 0, "aria-label": "Phases of the turn" },
    board.phases.map(([name, title], i) =>
      h(
        "li",
        { class: i === now ? "now" : i < now ? "past" : "", "aria-current": i === now ? "step" : undefined },
        name.length === 1 ? h("b", {}, name, " ") : null,
        title,
      ),
    ),
  );
}

/**
 * Whether a stack is a group in play rather than a pile: somebody controls it.
 * @param {Stack} stack
 */
export const isGroup = (stack) => Boolean(stack.control);

/**
 * The groups of a seat side by side.
 * @param {StacksView} view
 * @param {Stack[]} stacks
 */
export function groups(view, stacks) {
  const owner = stacks.find(({ control }) => control)?.control ?? "";
  const title = `${seatName(owner)}: groups`;
  const rank = view.board.seats.indexOf(owner);
  return h(
    "section",
    { class: `seat-groups edge-of-seat${rank % 6}`, "aria-label": title },
    h("h3", {}, h("span", { class: `dot side${rank % 6}`, "aria-hidden": "true" }), ` ${title}`),
    h(
      "div",
      { class: "groups" },
      stacks.map((stack) => group(view, stack)),
    ),
  );
}

/**
 * @param {StacksView} view
 * @param {Stack} stack
 */
function group(view, stack) {
  const { components } = view.match;
  const isDue = view.isTarget(stack);
  const title = components.spaces[stack.zone]?.title ?? capital(stack.name);
  const cards = stack.pieces.filter(isCard);
  const held = cards.filter((piece) => HOLDS.test(components.face(piece)?.subtitle ?? ""));
  const units = inOrder(
    cards.filter((piece) => !held.includes(piece)),
    (piece) => components.face(piece)?.subtitle ?? "",
  );
  const others = stack.pieces.filter((piece) => !isCard(piece));
  const fan = (/** @type {Piece[]} */ pieces, /** @type {string} */ look) =>
    h(
      "ul",
      { class: `fan-of-cards ${look} ${pieces.length > 4 ? "close" : ""}` },
      pieces.map((piece) => h("li", { class: SIDEWAYS in piece.marks ? "on-its-side" : "" }, view.piece(piece, 1))),
    );
  return h(
    "article",
    {
      class: `group ${isDue ? "due" : ""}`,
      dataset: { zone: stack.zone },
      "aria-label": [title, stack.note].join(". "),
    },
    h("header", {}, h("strong", {}, title), " ", h("span", { class: "faint" }, stack.note)),
    view.targets.has(stack.zone) ? view.button(stack.zone, `Choose ${title}`) : null,
    h(
      "div",
      { class: "cards in-play" },
      held.length ? fan(held, "held") : null,
      units.length ? fan(units, "units") : null,
    ),
    others.length
      ? h(
          "ul",
          { class: "chips" },
          others.map((piece) => h("li", {}, view.piece(piece, 1))),
        )
      : null,
    stack.hidden ? h("span", { class: "faint" }, `and ${stack.hidden} hidden`) : null,
    view.totals(stack),
  );
}

/**
 * Who commands first, then units in command, then those turned on their side.
 * @param {Piece[]} pieces
 * @param {(piece: Piece) => string} role
 */
function inOrder(pieces, role) {
  const place = (/** @type {Piece} */ piece) => (COMMANDS.test(role(piece)) ? 0 : SIDEWAYS in piece.marks ? 2 : 1);
  return pieces.map((piece, i) => ({ piece, i })).sort((a, b) => place(a.piece) - place(b.piece) || a.i - b.i).map(({ piece }) => piece); // prettier-ignore
}
