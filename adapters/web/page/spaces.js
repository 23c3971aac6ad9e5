// What is drawn in a space of the board: its name, note and tracks, and a counter for each piece.

import { counterShape } from "./geometry.js";
import { s } from "./dom.js";
import { ownedText, seatName, states, titleOf } from "./labels.js";

/** @import { Board, Piece, Plan, Space, Stack } from "./types.d.ts" */

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
 * @param {Board} board
 * @param {Piece} piece
 */
const rank = (board, piece) => board.seats.indexOf(piece.owner);
/**
 * @param {string} words
 * @param {number} most
 */
const cut = (words, most) => (words.length <= most ? words : `${words.slice(0, Math.max(1, most - 1))}…`);

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
/** @param {string} seat */
const short = (seat) => seatName(seat).slice(0, 2);

/**
 * A large space: a line for its name and note, and a long counter for each piece.
 * @param {Plan} plan
 * @param {Space} space
 * @param {string} trackTexts
 * @param {Board} board
 * @param {Omitted} omitted
 */
export function roomySpace(plan, space, trackTexts, board, omitted) {
  const left = -plan.width / 2 + 8;
  const wide = plan.width - 16;
  const top = -plan.height / 2;
  const head = [space.stack.name, trackTexts, space.note].filter(Boolean).join(" · ");
  const letters = Math.floor(wide / 6.3);
  /** @type {SVGElement[]} */
  const parts = [
    s(
      "text",
      { x: left, y: top + 16, class: "name" },
      s("tspan", { class: "strong" }, cut(space.stack.name, letters)),
      cut(head.slice(space.stack.name.length), letters - space.stack.name.length),
    ),
  ];
  const stacks = stacked(
    ordered(board, space.stack.pieces, omitted.common).filter((one) => !omitted.everywhere.includes(one.title)),
  );
  const letters2 = Math.floor((wide - 34) / 5.9);
  const { shown, lines, step } = fitted(stacks, letters2, plan.height - 26);
  let y = top + 22;
  shown.forEach(({ piece, n }, i) => {
    const title = `${piece.host ? "↳" : ""}${n > 1 ? `${n}× ` : ""}${titleOf(piece)}`;
    parts.push(
      /**
       * @param {Board} board
       * @param {Piece} piece
       * @param {number} x
       * @param {number} y
       * @param {number} w
       * @param {number} high
       * @param {string[]} lines
       */
      counter(
        board,
        piece,
        left,
        y,
        wide,
        step * lines[i] - 2.5,
        /**
         * @param {string} title
         * @param {string} words
         * @param {number} letters
         * @param {number} lines
         */
        counterLines(title, states(piece).join(", "), letters2, lines[i]),
      ),
    );
    y += step * lines[i];
  });
  const rest = stacks.length - shown.length + (space.stack.hidden ? 1 : 0);
  if (rest)
    parts.push(
      s(
        "text",
        { x: left, y: plan.height / 2 - 6, class: "more" },
        [
          stacks.length > shown.length ? `+${stacks.length - shown.length} more` : "",
          space.stack.hidden ? `${space.stack.hidden} hidden` : "",
        ]
          .filter(Boolean)
          .join(", "),
      ),
    );
  return parts;
}

/**
 * How many of the stacks fit in a height, and which get a second line because their states need it.
 * @param {{ piece: Piece, n: number }[]} stacks
 * @param {number} letters
 * @param {number} height
 */
function fitted(stacks, letters, height) {
  const room = Math.max(1, Math.floor(height / 19));
  const shown = stacks.length <= room ? stacks : stacks.slice(0, room - 1);
  let spare = room - stacks.length;
  const lines = shown.map(({ piece, n }) => {
    const words = states(piece).join(", ");
    const fits = titleOf(piece).length + words.length + (n > 1 ? 3 : 0) + 3 <= letters;
    return words && !fits && spare-- > 0 ? 2 : 1;
  });
  const all = lines.reduce((sum, one) => sum + one, 0);
  return { shown, lines, step: Math.min(22, height / Math.max(all, 1)) };
}

/**
 * On a second line the states are by themselves; on one line the title is cut before they are.
 * @param {string} title
 * @param {string} words
 * @param {number} letters
 * @param {number} lines
 */
function counterLines(title, words, letters, lines) {
  if (!words) return [cut(title, letters)];
  if (lines === 2) return [cut(title, letters), cut(words, letters)];
  return [
    `${cut(title, Math.max(7, letters - words.length - 3))} · ${cut(words, Math.max(6, letters - Math.min(title.length, 7) - 3))}`,
  ];
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
 * A small space: its name above, its note below, and up to four square counters between.
 * @param {Plan} plan
 * @param {Space} space
 * @param {string} trackTexts
 * @param {Board} board
 * @param {Omitted} omitted
 */
export function compactSpace(plan, space, trackTexts, board, omitted) {
  const y = plan.height / 2;
  /** @type {SVGElement[]} */
  const parts = [
    s("text", { x: 0, y: -y + 14, class: "name middle" }, space.stack.name),
    s("text", { x: 0, y: y - 5, class: "note middle" }, cut([trackTexts, space.note].filter(Boolean).join(", "), 13)),
  ];
  const pieces = ordered(board, space.stack.pieces, omitted.common);
  const all = pieces.length + (space.stack.hidden ? 1 : 0);
  if (!all) return parts;
  const columns = all > 2 ? 2 : 1;
  const rows = all > 1 ? 2 : 1;
  const w = columns === 2 ? 45 : 74;
  const high = rows === 2 ? 29 : 36;
  const most = all > 4 ? 3 : 4;
  /** @param {number} i */
  const at = (i) => [
    -(columns * (w + 2)) / 2 + (i % columns) * (w + 2) + 1,
    -(rows * (high + 2)) / 2 + Math.floor(i / columns) * (high + 2) + 2,
  ];
  pieces.slice(0, most).forEach((piece, i) => {
    const [x, top] = at(i);
    const letters = Math.floor((w - (columns === 2 ? 5 : 14)) / 6.1);
    const title = titleOf(piece)
      .split(" ")
      .filter((word, n) => n || word !== omitted.words[piece.owner])
      .join(" ");
    const state = stateIn(states(piece), letters + 2);
    parts.push(counter(board, piece, x, top, w, high, [cut(`${piece.host ? "+" : ""}${title}`, letters), state], true));
  });
  if (all > Math.min(most, pieces.length)) {
    const [x, top] = at(Math.min(most, pieces.length));
    parts.push(
      s(
        "text",
        { x: x + w / 2, y: top + 18, class: "more middle" },
        pieces.length > most ? `+${all - most}` : `${space.stack.hidden} hid.`,
      ),
    );
  }
  return parts;
}

/**
 * States in few letters: whole if they fit, else the first letters of each word.
 * @param {string[]} words
 * @param {number} letters
 */
function stateIn(words, letters) {
  const whole = words.join(" ");
  if (whole.length <= letters || words.length < 2) return cut(whole, letters);
  const each = Math.max(3, Math.floor(letters / words.length) - 1);
  return cut(
    words
      .map((one) => one.replace(/[a-z]{4,}/gi, (word) => word.slice(0, each)))
      .join(" ")
      .replace(/ (?=\d)/g, ""),
    letters + 2,
  );
}

/**
 * A piece as a counter of one or two lines.
 * @param {Board} board
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} high
 * @param {string[]} lines
 */
function counter(board, piece, x, y, w, high, lines, small = false) {
  const seat = rank(board, piece);
  const group = s(
    "g",
    {
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      class: `counter ${seat < 0 ? "nobody" : `side${seat % 6}`}`,
      dataset: { piece: piece.id },
    },
    s("title", {}, ownedText(piece)),
    s("path", { d: counterShape(seat < 0 ? -1 : seat % 6, w, high) }),
  );
  if (small) {
    group.append(s("text", { x: w / 2, y: high / 2 - (lines[1] ? 2 : -4), class: "middle small" }, lines[0]));
    if (lines[1]) group.append(s("text", { x: w / 2, y: high / 2 + 9, class: "middle tiny" }, lines[1]));
  } else {
    const owner = seat < 0 ? "" : short(piece.owner);
    const x = seat === 1 ? 11 : 9;
    group.append(
      s(
        "text",
        { x, y: high / 2 + (lines[1] ? -2 : 4), class: "small" },
        owner ? s("tspan", { class: "strong" }, `${owner} `) : "",
        lines[0],
      ),
    );
    if (lines[1]) group.append(s("text", { x: x + 4, y: high / 2 + 11, class: "small" }, lines[1]));
  }
  return group;
}
