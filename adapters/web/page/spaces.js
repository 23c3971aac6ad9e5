// What is drawn in a space of the board: its name, note and tracks, and a counter for each piece.

import { counter, cut, flag, grid, marker, markerWidth, rank } from "./counters.js";
import { s } from "./dom.js";

/** @import { Board, Piece, Plan, Space } from "./types.d.ts" */
/** @import { Look } from "./counters.js" */

const TINTS = 6;

/**
 * @typedef {object} Omitted words and pieces that a small counter leaves out, since most spaces have them
 * @property {Record<string, string>} words
 * @property {string[]} everywhere
 * @property {Record<string, number>} common
 */

/** @param {string} note */
export const firstWords = (note) => note.split(/[,;]/)[0].trim();

/**
 * A tint for each of the commonest notes; the note itself is always written out as well.
 * @param {Space[]} spaces
 */
export function tints(spaces) {
  const counts = new Map();
  for (const { note } of spaces) counts.set(firstWords(note), (counts.get(firstWords(note)) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return new Map(common.map(([words], i) => [words, Math.min(i, TINTS - 1)]));
}

/**
 * @param {Board} board
 * @param {Plan["places"]} places
 */
export function links(board, places) {
  return board.links
    .map(([one, two]) => {
      const [a, b] = [places.get(one), places.get(two)];
      return a && b ? s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "link" }) : null;
    })
    .filter(Boolean);
}

/**
 * Words that all pieces of an owner begin with tell nothing on a small counter.
 * @param {Board} board
 */
export function omittedWords(board) {
  const first = new Map();
  for (const space of board.spaces) {
    for (const piece of space.stack.pieces) {
      const word = piece.title.split(" ")[0];
      const seen = first.get(piece.owner);
      first.set(piece.owner, seen === undefined || seen === word ? word : "");
    }
  }
  return Object.fromEntries([...first].filter(([owner, word]) => owner && word));
}

/**
 * Titles of unowned pieces that lie on every space, such as the ground itself, need no counter.
 * @param {Space[]} spaces
 * @returns {string[]}
 */
export function everywhere(spaces) {
  const counts = new Map();
  for (const { stack } of spaces) {
    for (const title of new Set(stack.pieces.filter((one) => !one.owner && !one.hidden).map((one) => one.title)))
      counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].filter(([, n]) => n === spaces.length && n > 3).map(([title]) => title);
}

/**
 * The seats' pieces in the order of the seats, and of one seat the rare ones first: units before markers.
 * @param {Board} board
 * @param {Piece[]} pieces
 * @param {Record<string, number>} common
 */
function ordered(board, pieces, common) {
  /** @param {Piece} piece */
  const place = (piece) => (rank(board, piece) < 0 ? 99 : rank(board, piece));
  /** @param {Piece} piece */
  const count = (piece) => (piece.host ? 0 : (common[ofOwner(piece)] ?? 0));
  return pieces
    .map((piece, i) => ({ piece, i }))
    .sort((a, b) => place(a.piece) - place(b.piece) || count(a.piece) - count(b.piece) || a.i - b.i)
    .map(({ piece }) => piece);
}

/** @param {Piece} piece */
const ofOwner = (piece) => `${piece.owner}/${piece.title}`;

/**
 * Which kinds of pieces of each owner are on many spaces.
 * @param {Space[]} spaces
 */
export function commonness(spaces) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { stack } of spaces)
    for (const one of new Set(stack.pieces.map(ofOwner))) counts[one] = (counts[one] ?? 0) + 1;
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([, n]) => n > 3)
      .map(([one]) => [one, 1]),
  );
}

/**
 * A large space: a line for its name and note, markers in a row, and its units as counters.
 * @param {Plan} plan
 * @param {Space} space
 * @param {string} trackTexts
 * @param {Look} look
 * @param {Omitted} omitted
 */
export function roomySpace(plan, space, trackTexts, look, omitted) {
  const left = -plan.width / 2 + 8;
  const wide = plan.width - 16;
  const top = -plan.height / 2;
  const { board } = look;
  const head = [space.stack.name, trackTexts, space.note].filter(Boolean).join(" · ");
  const letters = Math.floor((wide - (space.stack.control ? 28 : 0)) / 6.3);
  /** @type {SVGElement[]} */
  const parts = [
    s(
      "text",
      { x: left, y: top + 16, class: "name" },
      s("tspan", { class: "strong" }, cut(space.stack.name, letters)),
      cut(head.slice(space.stack.name.length), letters - space.stack.name.length),
    ),
    ...flag(board, space.stack.control, left + wide - 24, top + 4),
  ];
  const pieces = ordered(board, space.stack.pieces, omitted.common).filter(
    (one) => !omitted.everywhere.includes(one.title),
  );
  const stacks = stacked(pieces);
  const markers = stacks.filter(({ piece }) => piece.shape === "marker");
  const units = stacks.filter(({ piece }) => piece.shape !== "marker");
  const rest = space.stack.hidden ? [`${space.stack.hidden} hidden`] : [];
  const foot = plan.height / 2 - 6;
  const placed = markerRow(look, markers, left, foot - 18, wide - (rest.length ? 60 : 0));
  const high = plan.height - 30 - (markers.length || rest.length ? 24 : 0);
  const limits = { leastWide: 56, leastHigh: 28, mostWide: 92, mostHigh: 64 };
  const unitParts = inGrid(look, units, left, top + 24, wide, high, limits, true);
  if (unitParts.more) rest.unshift(`+${unitParts.more} more`);
  if (rest.length) parts.push(s("text", { x: left + wide, y: foot - 4, class: "more end" }, rest.join(", ")));
  return [...parts, ...placed, ...unitParts.parts];
}

/**
 * Markers in a row, as many as there is room for.
 * @param {Look} look
 * @param {{ piece: Piece, n: number }[]} markers
 * @param {number} left
 * @param {number} y
 * @param {number} wide
 */
function markerRow(look, markers, left, y, wide) {
  let x = left;
  const parts = [];
  for (const stack of markers) {
    const width = markerWidth(look, stack);
    if (x + width > left + wide) break;
    parts.push(marker(look, stack, x, y, 18));
    x += width + 4;
  }
  if (parts.length < markers.length)
    parts.push(s("text", { x, y: y + 13, class: "more" }, `+${markers.length - parts.length}`));
  return parts;
}

/**
 * Counters in rows, in the middle of a box; `more` is how many had no room.
 * @param {Look} look
 * @param {{ piece: Piece, n: number }[]} stacks
 * @param {number} left
 * @param {number} top
 * @param {number} wide
 * @param {number} high
 * @param {Parameters<typeof grid>[3]} limits
 * @param {boolean} named
 */
function inGrid(look, stacks, left, top, wide, high, limits, named) {
  if (!stacks.length) return { parts: [], more: 0 };
  const cell = grid(stacks.length, wide, high, limits);
  const shown = stacks.slice(0, cell.columns * cell.rows);
  const columns = Math.min(cell.columns, shown.length);
  const rows = Math.ceil(shown.length / columns);
  const x = left + (wide - columns * (cell.wide + 3) + 3) / 2;
  const y = top + (high - rows * (cell.tall + 3) + 3) / 2;
  const parts = shown.map((stack, i) =>
    counter(
      look,
      stack,
      x + (i % columns) * (cell.wide + 3),
      y + Math.floor(i / columns) * (cell.tall + 3),
      cell.wide,
      cell.tall,
      named,
    ),
  );
  return { parts, more: stacks.length - shown.length };
}

/**
 * Pieces that look alike in every way are drawn once with their number, unless they bear others.
 * @param {Piece[]} pieces
 * @returns {{ piece: Piece, n: number }[]}
 */
function stacked(pieces) {
  const stacks = new Map();
  for (const piece of pieces) {
    const key = piece.host
      ? piece.id
      : JSON.stringify([piece.title, piece.owner, piece.face, piece.marks, piece.until, piece.back]);
    if (stacks.has(key)) stacks.get(key).n += 1;
    else stacks.set(key, { piece, n: 1 });
  }
  return [...stacks.values()];
}

/**
 * A small space: its name above, its note below, and up to four counters between.
 * @param {Plan} plan
 * @param {Space} space
 * @param {string} trackTexts
 * @param {Look} look
 * @param {Omitted} omitted
 */
export function compactSpace(plan, space, trackTexts, look, omitted) {
  const y = plan.height / 2;
  const stacks = ordered(look.board, space.stack.pieces, omitted.common).map((piece) => ({ piece, n: 1 }));
  const isFull = stacks.length > 1;
  /** @type {SVGElement[]} */
  const parts = [
    s("text", { x: 0, y: -y + 12, class: "name middle" }, space.stack.name),
    s("text", { x: 0, y: y - 4, class: "note middle" }, cut([trackTexts, space.note].filter(Boolean).join(", "), 13)),
    ...flag(look.board, space.stack.control, plan.kind === "hex" ? plan.width / 4 - 26 : plan.width / 2 - 26, -y + 2),
  ];
  if (!stacks.length && !space.stack.hidden) return parts;
  const wide = plan.kind === "hex" ? 96 : plan.width - 8;
  const limits = { leastWide: 44, leastHigh: 31, mostWide: isFull ? 46 : 62, mostHigh: 58 };
  const most = stacks.length > 4 ? 3 : 4;
  const { parts: counters } = inGrid(
    look,
    stacks.slice(0, most),
    -wide / 2,
    -y + 14,
    wide,
    plan.height - 27,
    limits,
    false,
  );
  const rest = [
    stacks.length > most ? `+${stacks.length - most}` : "",
    space.stack.hidden ? `${space.stack.hidden} hid.` : "",
  ].filter(Boolean);
  if (rest.length)
    parts.push(
      most === 3 || !stacks.length
        ? s("text", { x: stacks.length ? 24 : 0, y: 24, class: "more middle" }, rest.join(" "))
        : s("text", { x: wide / 2 - 4, y: y - 4, class: "more end" }, rest.join(" ")),
    );
  return [...parts, ...counters];
}
