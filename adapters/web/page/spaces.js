// What is drawn in a space of the board: its name, note and tracks, and a counter for each piece.

import { counter, cut, flag, grid, marker, markerWidth, rank } from "./counters.js";
import { symbolAt } from "./components.js";
import { s } from "./dom.js";

/** @import { Board, Piece, Plan, Space, SpaceFace } from "./types.d.ts" */
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
 * The seats' pieces in the order of the seats, and of one seat the rare ones first: units before markers. Tiles
 * are the ground itself, which is drawn as land.
 * @param {Board} board
 * @param {Piece[]} pieces
 * @param {Record<string, number>} common
 */
function ordered(board, pieces, common) {
  const above = pieces.filter(({ shape }) => shape !== "tile");
  /** @param {Piece} piece */
  const place = (piece) => (rank(board, piece) < 0 ? 99 : rank(board, piece));
  /** @param {Piece} piece */
  const count = (piece) => (piece.host ? 0 : (common[ofOwner(piece)] ?? 0));
  return above
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
  const face = look.isLand ? look.components.spaces[space.zone] : undefined;
  const head = [space.stack.name, trackTexts, face ? "" : space.note].filter(Boolean).join(" · ");
  const letters = Math.floor((wide - (space.stack.control ? 28 : 0) - (face?.objective ? 34 : 0)) / 6.3);
  /** @type {SVGElement[]} */
  const parts = [
    s(
      "text",
      { x: left, y: top + 16, class: "name" },
      s("tspan", { class: "strong" }, cut(space.stack.name, letters)),
      cut(head.slice(space.stack.name.length), letters - space.stack.name.length),
    ),
    ...flag(board, space.stack.control, left + wide - 24, top + 4),
    ...tokens(space, face, look, {
      token: [left + wide - (space.stack.control ? 42 : 14), top + 17],
      shield: [left + 7, plan.height / 2 - 14],
    }),
  ];
  const isToken = (/** @type {Piece} */ piece) =>
    Boolean(face?.objective) && !piece.owner && look.components.face(piece)?.symbol === "objective";
  const pieces = ordered(board, space.stack.pieces, omitted.common).filter(
    (one) => !omitted.everywhere.includes(one.title) && !isToken(one),
  );
  const stacks = stacked(pieces);
  const markers = stacks.filter(({ piece }) => piece.shape === "marker");
  const units = stacks.filter(({ piece }) => piece.shape !== "marker");
  const rest = space.stack.hidden ? [`${space.stack.hidden} hidden`] : [];
  const foot = plan.height / 2 - 6;
  const start = face ? 20 : 0;
  const placed = markerRow(look, markers, left + start, foot - 18, wide - start - (rest.length ? 60 : 0));
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
 * An objective as a token with what it is worth now, in the colours of who controls it; a shield with the cover.
 * @param {Space} space
 * @param {SpaceFace | undefined} face
 * @param {Look} look
 * @param {{ token: [number, number], shield: [number, number] }} at
 */
export function tokens({ stack }, face, { board }, at) {
  if (!face) return [];
  const parts = [];
  const now = (/** @type {string} */ name) => stack.values.find((value) => value.name === name)?.value;
  const cover = face.figures.find(({ name }) => name === "Cover");
  const value = now("Cover") ?? cover?.value;
  if (value !== undefined && (typeof value !== "number" || value > 0))
    parts.push(shield(at.shield, value, `Cover ${value}`));
  if (face.objective) {
    const points = face.figures.filter(({ name }) => name.startsWith("Points"));
    const worth = now("Points") ?? (points.length === 1 && typeof points[0].value === "number" ? points[0].value : "");
    parts.push(objective(at.token, face, worth, board.seats.indexOf(stack.control)));
  }
  return parts;
}

/**
 * @param {[number, number]} at
 * @param {number | string} value
 * @param {string} title
 */
const shield = ([x, y], value, title) =>
  s(
    "g",
    { class: "shield", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    s("title", {}, title),
    s("path", { d: "M-7-7Q0-4.500 7-7V0Q6 6 0 9Q-6 6-7 0Z" }),
    s("text", { x: 0, y: 3.6, class: "middle letters" }, String(value)),
  );

/**
 * @param {[number, number]} at
 * @param {SpaceFace} face
 * @param {number | string} worth
 * @param {number} rank
 */
function objective([x, y], { objective: name, symbol }, worth, rank) {
  const icon = worth === "" ? symbolAt(symbol, -8, -8, 16) : null;
  const number = name.match(/\d+$/)?.[0] ?? "";
  return s(
    "g",
    {
      class: `objective ${rank < 0 ? "free" : `side${rank % 6}`}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
    },
    s("title", {}, `${name}${worth === "" ? "" : `, ${worth} ${worth === 1 ? "point" : "points"}`}`),
    s("path", { d: STAR }),
    icon && !number ? icon : s("text", { x: 0, y: 4, class: "middle letters" }, String(number || worth || "★")),
    number && worth !== ""
      ? s(
          "g",
          { class: "worth" },
          s("circle", { cx: 11, cy: 9, r: 6.5 }),
          s("text", { x: 11, y: 12.2, class: "middle letters" }, String(worth)),
        )
      : "",
  );
}

/** A badge with eight points. */
const STAR = (() => {
  const points = Array.from({ length: 16 }, (_, i) => {
    const [angle, r] = [(i * Math.PI) / 8 - Math.PI / 2, i % 2 ? 10.5 : 13.5];
    return `${(Math.cos(angle) * r).toFixed(1)} ${(Math.sin(angle) * r).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
})();

/**
 * A small space: its name above, what it is worth, and up to four counters.
 * @param {Plan} plan
 * @param {Space} space
 * @param {string} trackTexts
 * @param {Look} look
 * @param {Omitted} omitted
 */
export function compactSpace(plan, space, trackTexts, look, omitted) {
  const y = plan.height / 2;
  const isHex = plan.kind === "hex";
  const face = look.isLand ? look.components.spaces[space.zone] : undefined;
  const stacks = ordered(look.board, space.stack.pieces, omitted.common).map((piece) => ({ piece, n: 1 }));
  const note = [trackTexts, face ? "" : space.note].filter(Boolean).join(", ");
  const corner = isHex ? plan.width / 4 : plan.width / 2 - 4;
  /** @type {SVGElement[]} */
  const parts = [
    s("text", { x: 0, y: -y + 12, class: "name middle" }, space.stack.name),
    note ? s("text", { x: 0, y: y - 4, class: "note middle" }, cut(note, 16)) : s("g", {}),
  ];
  const last = [
    ...tokens(space, face, look, {
      token: [isHex ? -plan.width / 2 + 17 : -plan.width / 2 + 16, isHex ? -9 : -y + 16],
      shield: [-corner + (isHex ? 6 : 8), y - 12],
    }),
    ...flag(look.board, space.stack.control, corner - 22, -y + 2),
  ];
  if (!stacks.length && !space.stack.hidden) return [...parts, ...last];
  const wide = isHex ? 98 : plan.width - 8;
  const isFull = stacks.length > 1;
  const limits = { leastWide: 44, leastHigh: 32, mostWide: isFull ? 48 : 66, mostHigh: isFull ? 54 : 60 };
  const most = stacks.length > 4 ? 3 : 4;
  const shown = stacks.slice(0, most);
  const { parts: counters } = inGrid(look, shown, -wide / 2, -y + 16, wide, plan.height - 24, limits, false);
  const rest = [
    stacks.length > most ? `+${stacks.length - most}` : "",
    space.stack.hidden ? `${space.stack.hidden} hidden` : "",
  ].filter(Boolean);
  if (rest.length)
    last.push(
      most === 3 || !stacks.length
        ? s("text", { x: stacks.length ? 24 : 0, y: 27, class: "more middle" }, rest.join(" "))
        : s("text", { x: wide / 2 - 4, y: y - 4, class: "more end" }, rest.join(" ")),
    );
  return [...parts, ...counters, ...last];
}
