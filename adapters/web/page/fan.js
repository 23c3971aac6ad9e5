// A stack fanned out: the space that is pointed at or in focus, what it prints, and each piece large enough to be read.

import { counter, marker, markerWidth } from "./counters.js";
import { figuresText, symbol } from "./components.js";
import { h, put, s } from "./dom.js";
import { capital, counted, ownedText, states } from "./labels.js";

/** @import { Face, Piece, Space, SpaceFace } from "./types.d.ts" */
/** @import { Look } from "./counters.js" */

const SOON_MS = 280;
const MOST = 12;
const [WIDE, HIGH] = [104, 76];

export class Fan {
  /** @type {number | undefined} */
  timer = undefined;
  /** @type {Element | undefined} What is fanned out. */
  from = undefined;

  constructor() {
    this.panel = h("div", { class: "panel fan", "aria-hidden": "true", hidden: true });
    document.body.append(this.panel);
    window.addEventListener("scroll", () => this.scrolled(), { passive: true, capture: true });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && this.hide());
  }

  /**
   * Fan out soon, unless it is hidden before.
   * @param {Element} from
   * @param {() => [Space, Look]} what
   */
  soon(from, what) {
    if (from === this.from) return;
    this.hide();
    this.from = from;
    this.timer = setTimeout(() => this.show(from, ...what()), SOON_MS);
  }

  /**
   * @param {Element} from
   * @param {Space} space
   * @param {Look} look
   */
  show(from, space, look) {
    if (!from.isConnected) return;
    this.from = from;
    const face = look.components.spaces[space.zone];
    put(this.panel, heading(space, face), numbers(space, face), pieces(space, look));
    this.panel.hidden = false;
    beside(this.panel, from.getBoundingClientRect());
  }

  /** A space in focus may have been scrolled into sight by that: the fan goes with it. */
  scrolled() {
    if (!this.from?.matches(":focus-visible")) this.hide();
    else if (!this.panel.hidden) beside(this.panel, this.from.getBoundingClientRect());
  }

  hide() {
    clearTimeout(this.timer);
    this.from = undefined;
    this.panel.hidden = true;
  }
}

/**
 * Put a panel beside a box, inside the window: to its right or left, else over or under it.
 * @param {HTMLElement} panel
 * @param {DOMRect} box
 */
export function beside(panel, box) {
  const { offsetWidth: w, offsetHeight: high } = panel;
  const hasRoom = { right: box.right + 10 + w <= innerWidth, left: box.left - 10 - w >= 0 };
  const isBeside = hasRoom.right || hasRoom.left;
  const left = hasRoom.right ? box.right + 10 : hasRoom.left ? box.left - 10 - w : (innerWidth - w) / 2;
  const isOver = box.top - high - 8 >= 0;
  const top = isBeside ? box.top + box.height / 2 - high / 2 : isOver ? box.top - high - 8 : box.bottom + 8;
  panel.style.left = `${Math.max(4, left)}px`;
  panel.style.top = `${Math.max(4, Math.min(top, innerHeight - high - 4))}px`;
}

/**
 * @param {Space} space
 * @param {SpaceFace | undefined} face
 */
function heading({ stack, note }, face) {
  const words = face
    ? [capital(face.terrain), face.level ? `level ${face.level}` : "", face.objective]
    : [capital(note)];
  return h(
    "div",
    { class: "fan-head" },
    symbol(face?.symbol ?? ""),
    h("strong", {}, face?.title ?? stack.name),
    h("span", { class: "faint" }, words.filter(Boolean).join(" · ")),
  );
}

/**
 * What the space prints as numbers, and what they are now.
 * @param {Space} space
 * @param {SpaceFace | undefined} face
 */
function numbers({ stack }, face) {
  const now = new Map(stack.values.map(({ name, value }) => [name, value]));
  const figures = (face?.figures ?? []).filter(({ value, name }) => value !== 0 || now.has(name));
  const sides = counted((face?.edges ?? []).map(({ title }) => title));
  return [
    figures.length
      ? h(
          "ul",
          { class: "fan-numbers" },
          figures.map(({ name, value }) =>
            h("li", {}, h("b", {}, String(now.get(name) ?? value)), " ", name.toLowerCase()),
          ),
        )
      : null,
    sides.length ? h("p", { class: "faint fan-sides" }, sides.join(" · ")) : null,
  ];
}

/**
 * Every piece as its counter, with its figures by their names.
 * @param {Space} space
 * @param {Look} look
 */
function pieces({ stack }, look) {
  const alike = new Map();
  for (const piece of stack.pieces.filter(({ shape }) => shape !== "tile")) {
    const words = [ownedText(piece), figuresText(piece, look.components.face(piece)), piece.host].join(": ");
    alike.set(words, { piece, n: (alike.get(words)?.n ?? 0) + 1 });
  }
  const shown = [...alike.values()].slice(0, MOST);
  const rest = [
    alike.size > MOST ? `and ${alike.size - MOST} more` : "",
    stack.hidden ? `${stack.hidden} hidden` : "",
  ].filter(Boolean);
  return [
    h(
      "ul",
      { class: "fan-pieces" },
      shown.map((one) => h("li", { class: one.piece.host ? "borne" : "" }, picture(one, look), told(one.piece, look))),
    ),
    rest.length ? h("p", { class: "faint" }, rest.join(", ")) : null,
  ];
}

/**
 * @param {{ piece: Piece, n: number }} stack
 * @param {Look} look
 */
function picture(stack, look) {
  const isMarker = stack.piece.shape === "marker";
  const [w, high] = isMarker ? [Math.max(40, markerWidth(look, stack)), 26] : [WIDE, HIGH];
  const drawn = isMarker
    ? marker(look, stack, 2, 8, 22)
    : counter({ ...look, isBrief: false }, stack, 2, 8, w, high, true);
  return s("svg", { class: "board", viewBox: `0 0 ${w + 6} ${high + 12}`, width: w + 6, height: high + 12 }, drawn);
}

/**
 * @param {Piece} piece
 * @param {Look} look
 */
function told(piece, look) {
  const face = look.components.face(piece);
  const now = figuresText(piece, face);
  return h(
    "span",
    {},
    h("strong", {}, face?.title ?? ownedText(piece)),
    states(piece).length ? h("em", {}, ` ${states(piece).join(", ")}`) : null,
    now ? h("span", { class: "figures-told" }, now) : null,
  );
}
