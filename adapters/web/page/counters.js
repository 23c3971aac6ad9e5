// Counters and markers as they are drawn in a space: symbol, title, figures at the foot, marks as badges.

import { counterShape } from "./geometry.js";
import { s } from "./dom.js";
import { figuresText, hasSymbol, isUnit, present, symbolAt } from "./components.js";
import { ownedText, plain, seatName, titleOf } from "./labels.js";

/** @import { Board, Face, Figure, Piece } from "./types.d.ts" */

const MOST_FIGURES = 4;
const MOST_MARKS = 3;
/** So many figures stand at the foot of a counter; the next one has a corner of its own. */
const AT_FOOT = 3;
const TALL = 42;
const NARROW = 56;
const GAP = 3;

/**
 * @typedef {object} Look how pieces of a board look
 * @property {Board} board
 * @property {import("./components.js").Components} components
 * @property {Record<string, string>} words words that small counters leave out, by owner
 * @property {boolean} isBrief whether small counters leave out their usual face
 * @property {boolean} isLand whether the land is drawn, so that its words need not be
 */

/** @param {string} words @param {number} most */
export const cut = (words, most) => (words.length <= most ? words : `${words.slice(0, Math.max(1, most - 1))}…`);

/**
 * @param {Board} board
 * @param {Piece} piece
 */
export const rank = (board, piece) => board.seats.indexOf(piece.owner);

/**
 * Columns and rows for so many counters in a box; fewer than asked for where they would get too small.
 * @param {number} n
 * @param {number} w
 * @param {number} high
 * @param {{ leastWide: number, leastHigh: number, mostWide: number, mostHigh: number }} limits
 */
export function grid(n, w, high, { leastWide, leastHigh, mostWide, mostHigh }) {
  const most = {
    columns: Math.max(1, Math.floor((w + GAP) / (leastWide + GAP))),
    rows: Math.max(1, Math.floor((high + GAP) / (leastHigh + GAP))),
  };
  let best = { columns: 1, rows: 1, wide: 0, tall: 0, score: -1 };
  for (let columns = 1; columns <= most.columns; columns += 1) {
    const rows = Math.min(most.rows, Math.ceil(n / columns));
    const wide = Math.min(mostWide, (w + GAP) / columns - GAP);
    const tall = Math.min(mostHigh, (high + GAP) / rows - GAP);
    const score = Math.min(n, columns * rows) * 1e4 + Math.min(wide, tall * 1.5) * tall;
    if (score > best.score) best = { columns, rows, wide, tall, score };
  }
  return best;
}

/**
 * The title on a counter: what its face says, without the words that all counters of its owner have.
 * @param {Look} look
 * @param {Piece} piece
 * @param {number} n
 */
export function counterTitle({ components, words }, piece, n) {
  const face = components.face(piece);
  const title = face
    ? face.title
    : titleOf(piece)
        .split(" ")
        .filter((word, i) => i || word !== words[piece.owner])
        .join(" ");
  return `${piece.host ? "↳" : ""}${n > 1 ? `${n}× ` : ""}${title}`;
}

/**
 * @param {Look} look
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} high
 */
function frame({ board, components }, piece, x, y, w, high) {
  const seat = rank(board, piece);
  const figures = figuresText(piece, components.face(piece));
  return s(
    "g",
    {
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      class: `counter ${seat < 0 ? "nobody" : `side${seat % 6}`}${components.isTurned(piece) ? " turned" : ""}`,
      dataset: { piece: piece.id },
    },
    s("title", {}, [ownedText(piece), figures].filter(Boolean).join(": ")),
    s("path", {
      d: counterShape(seat < 0 ? -1 : seat % 6, w, high),
      class: "card-shade",
      transform: "translate(1.5 2)",
    }),
    s("path", { d: counterShape(seat < 0 ? -1 : seat % 6, w, high) }),
    components.isTurned(piece) ? s("rect", { x: 3, y: 2, width: w - 6, height: high - 4, class: "hatch" }) : "",
  );
}

/**
 * A unit: its title above, its symbol, and its figures at the foot; a turned one bears its state on a band.
 * @param {Look} look
 * @param {{ piece: Piece, n: number }} stack
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} high
 * @param {boolean} named whether its owner is written on it
 */
export function counter(look, { piece, n }, x, y, w, high, named) {
  const face = look.components.face(piece);
  const group = frame(look, piece, x, y, w, high);
  const owner = named && rank(look.board, piece) >= 0 ? `${seatName(piece.owner).slice(0, 2)} ` : "";
  const inset = rank(look.board, piece) === 1 ? 6 : 3;
  const state = stateOf(look, piece);
  const isLow = high < TALL;
  const figures = numbersOf(face);
  const corner = figures.length > AT_FOOT ? cornerFigure(piece, figures[AT_FOOT], w - inset - 1) : null;
  const isBeside = !isLow && isWide(w, high);
  const foot = figureRow(piece, figures.slice(0, AT_FOOT), isBeside ? w * 0.5 : w - inset - 3);
  const name = nameOf(counterTitle(look, piece, n), owner, w - 2 * inset - (corner ? 12 : 0));
  const isNamed = Boolean(name) && (!isLow || !hasSymbol(face?.symbol ?? ""));
  const top = isNamed ? 14 : 4;
  const room = { top, foot: high - (foot ? 15 : 4) - (state && !isBeside && !isLow ? 11 : 0) };
  const icon = isLow && state ? null : iconOf(face?.symbol ?? "", inset, w, room, isBeside);
  if (isNamed && name) group.append(placed(name, corner ? (w - 12) / 2 : w / 2, 11.5));
  if (icon) group.append(icon);
  if (foot) group.append(placed(foot, isBeside ? w * 0.7 : w / 2, high - 5));
  if (corner) group.append(corner);
  if (!isNamed && n > 1) group.append(s("text", { x: inset, y: 11, class: "tiny strong" }, `${n}×`));
  group.append(...band(look, piece, w, high, Boolean(foot)), ...badges(piece, w));
  return group;
}

/**
 * The title of a counter, a little narrower if need be; null where it would have to be cut, for that tells nothing.
 * @param {string} title
 * @param {string} owner
 * @param {number} wide
 */
function nameOf(title, owner, wide) {
  const length = owner.length * 6.2 + title.length * 5.4;
  if (length * 0.72 > wide) return owner ? s("text", { class: "middle tiny" }, strong(owner)) : null;
  return squeeze(s("text", { class: "middle tiny" }, strong(owner), title), length, wide);
}

/**
 * @param {number} w
 * @param {number} high
 */
const isWide = (w, high) => w > high * 1.35;

/**
 * The symbol of a unit: at the left of a wide one, else in the middle.
 * @param {string} name
 * @param {number} inset
 * @param {number} w
 * @param {{ top: number, foot: number }} room
 * @param {boolean} isBeside
 */
function iconOf(name, inset, w, { top, foot }, isBeside) {
  if (isBeside) return symbolAt(name, inset + 1, top + 1, w * 0.38, foot + 9 - top);
  const size = Math.min(foot - top, w * 0.56);
  return size > 7 ? symbolAt(name, w / 2 - size * 0.7, top, size * 1.4, size) : null;
}

/** @param {string} words */
const strong = (words) => (words ? s("tspan", { class: "strong" }, words) : "");

/**
 * The face of a unit as a word, where there is more than one.
 * @param {Look} look
 * @param {Piece} piece
 */
const stateOf = (look, piece) =>
  isUnit(piece) && piece.face && (look.components.isTurned(piece) || !look.isBrief) ? plain(piece.face) : "";

/**
 * The state as a word: on a band of reversed colours when the unit is turned.
 * @param {Look} look
 * @param {Piece} piece
 * @param {number} w
 * @param {number} high
 * @param {boolean} hasFoot
 */
function band(look, piece, w, high, hasFoot) {
  const words = stateOf(look, piece);
  if (!words) return [];
  const isTurned = look.components.isTurned(piece);
  if (high < TALL && !isTurned) return [];
  const isHigh = high >= TALL;
  const [left, wide] = isHigh
    ? isWide(w, high)
      ? [w * 0.42, w * 0.56]
      : [2, w - 4]
    : w < NARROW
      ? [2, w - 4]
      : [22, w - 25];
  const y = isHigh ? high - (hasFoot ? 28 : 13) : 3;
  const text = s("text", { x: left + wide / 2, y: y + 8.7, class: "middle state" }, cut(words, Math.ceil(wide / 4)));
  squeeze(text, words.length * 5.4, wide - 4);
  return isTurned ? [s("rect", { x: left, y, width: wide, height: 11, class: "band" }), text] : [text];
}

/**
 * Make words that are too long for their place narrower.
 * @param {SVGTextElement} text
 * @param {number} length
 * @param {number} most
 */
function squeeze(text, length, most) {
  if (length <= most) return text;
  text.setAttribute("textLength", most.toFixed(1));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  return text;
}

/**
 * The printed numbers that a counter has room for.
 * @param {Face | undefined} face
 */
const numbersOf = (face) =>
  (face?.figures ?? []).filter(({ value }) => typeof value === "number").slice(0, MOST_FIGURES);

/**
 * Printed figures in a row; the present value follows its sign where it differs.
 * @param {Piece} piece
 * @param {Figure[]} figures
 * @param {number} wide
 */
function figureRow(piece, figures, wide) {
  if (!figures.length) return null;
  const values = figures.map((figure) => ({ ...present(piece, figure), isBoxed: figure.note === "boxed" }));
  const full = values.map(({ printed, now, sign }) => (sign ? `${printed}${sign}${now}` : `${printed}`));
  const short = values.map(({ now, sign }) => `${sign}${now}`);
  const text = widthOf(full.join(" ")) <= wide ? full : short;
  const length = text.reduce((sum, words) => sum + widthOf(words), 0) + (text.length - 1) * 6.5;
  const row = s(
    "text",
    { class: "middle figures" },
    text.map((words, i) => [
      i ? "\u2002" : "",
      s("tspan", { class: `${values[i].isBoxed ? "boxed" : ""}${values[i].sign ? " differs" : ""}` }, words),
    ]),
  );
  return squeeze(row, length, wide);
}

/**
 * How wide figures are about: a sign takes more room than a digit.
 * @param {string} words
 */
const widthOf = (words) => [...words].reduce((sum, letter) => sum + ("▲▼".includes(letter) ? 10.5 : 7.4), 0);

/**
 * A figure in the upper right corner, in a ring.
 * @param {Piece} piece
 * @param {Figure} figure
 * @param {number} right
 */
function cornerFigure(piece, figure, right) {
  const { now, sign } = present(piece, figure);
  const words = `${sign}${now}`;
  const text = s("text", { x: right - 7, y: 12.2, class: "middle figures corner" });
  text.append(s("tspan", { class: sign ? "differs" : "" }, words));
  return s(
    "g",
    { class: "cornered" },
    s("circle", { cx: right - 7, cy: 8.5, r: 8 }),
    squeeze(text, widthOf(words) * 0.85, 13),
  );
}

/**
 * @param {SVGTextElement} text
 * @param {number} x
 * @param {number} y
 */
function placed(text, x, y) {
  text.setAttribute("x", x.toFixed(1));
  text.setAttribute("y", String(y));
  return text;
}

/**
 * Marks as small badges on the upper edge: their symbol, else their first letters, and a number over 1.
 * @param {Piece} piece
 * @param {number} w
 */
function badges(piece, w) {
  return Object.entries(piece.marks)
    .slice(0, MOST_MARKS)
    .map(([mark, value], i) => {
      const number = value === 1 ? "" : String(value);
      const known = hasSymbol(mark);
      const label = known ? number : `${mark.slice(0, 2)}${number}`;
      const wide = (known ? 13 : 4) + label.length * 5.5;
      const x = w - 10 - i * 19;
      return s(
        "g",
        { class: "mark", transform: `translate(${x.toFixed(1)} -6)` },
        s("title", {}, `${plain(mark)}${number ? ` ${number}` : ""}`),
        s("rect", { width: Math.max(13, wide), height: 13, rx: 4 }),
        symbolAt(mark, 1.5, 1.5, 10) ?? "",
        label ? s("text", { x: known ? 12.5 : 2, y: 10, class: "letters" }, label) : "",
      );
    });
}

/**
 * A marker: its symbol, and its first number.
 * @param {Look} look
 * @param {{ piece: Piece, n: number }} stack
 * @param {number} x
 * @param {number} y
 * @param {number} high
 */
export function marker(look, { piece, n }, x, y, high) {
  const face = look.components.face(piece);
  const number = face?.figures.find(({ value }) => typeof value === "number")?.value ?? "";
  const icon = face && hasSymbol(face.symbol);
  const label = [icon ? "" : cut(counterTitle(look, piece, 1), 6), String(number), n > 1 ? `×${n}` : ""]
    .filter(Boolean)
    .join(" ");
  const wide = markerWidth(look, { piece, n });
  const group = frame(look, piece, x, y, wide, high);
  const seat = rank(look.board, piece);
  const inset = seat >= 0 ? 6 : 3;
  group.append(
    icon ? /** @type {SVGElement} */ (symbolAt(face.symbol, inset, 2.5, high - 5)) : "",
    label ? s("text", { x: inset + (icon ? high - 3 : 0), y: high / 2 + 4, class: "small strong" }, label) : "",
    ...badges(piece, wide),
  );
  return group;
}

/**
 * @param {Look} look
 * @param {{ piece: Piece, n: number }} stack
 */
export function markerWidth(look, { piece, n }) {
  const face = look.components.face(piece);
  const number = face?.figures.find(({ value }) => typeof value === "number")?.value ?? "";
  const icon = face && hasSymbol(face.symbol);
  const letters = (icon ? 0 : Math.min(6, counterTitle(look, piece, 1).length)) + String(number).length;
  return (rank(look.board, piece) >= 0 ? 12 : 6) + (icon ? 14 : 0) + (letters + (n > 1 ? 3 : 0)) * 6.5;
}

/**
 * Who controls a space: a flag in the seat's shape and colours.
 * @param {Board} board
 * @param {string} seat
 * @param {number} x
 * @param {number} y
 */
export function flag(board, seat, x, y) {
  const place = board.seats.indexOf(seat);
  if (place < 0) return [];
  return [
    s(
      "g",
      { class: `flag side${place % 6}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      s("title", {}, `Controlled by ${seatName(seat)}`),
      s("line", { x1: 0, y1: 0, x2: 0, y2: 18, class: "pole" }),
      s("path", { d: counterShape(place % 6, 22, 12) }),
      s("text", { x: 11, y: 9.6, class: "middle letters" }, seatName(seat).slice(0, 2)),
    ),
  ];
}
