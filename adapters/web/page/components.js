// What components and spaces print, asked for once a match and kept, and the sprite of their symbols.

import { get } from "./api.js";
import { byId, s } from "./dom.js";

/** @import { Board, Component, Face, Piece, SpaceFace, Stack } from "./types.d.ts" */

const SPRITE = "/page/symbols.svg";
const MOST_KINDS = 120;
/** @type {Set<string>} The symbols that the sprite has. */
const drawn = new Set();

/** @type {Set<string>} The symbols that were asked for, whether the sprite has them or not. */
const wanted = new Set();

/**
 * Put symbols into the document, so that each is drawn without a request of its own: all, or only those named.
 * @param {Iterable<string>} [names]
 */
export async function loadSymbols(names) {
  const fresh = [...new Set(names ?? [])].filter((name) => name && !wanted.has(name)).sort();
  if (names && !fresh.length) return;
  for (const name of fresh) wanted.add(name);
  const query = names ? `?names=${encodeURIComponent(fresh.join(","))}` : "";
  const response = await fetch(`${SPRITE}${query}`, { credentials: "same-origin" });
  if (!response.ok) return;
  const sprite = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  if (sprite.localName !== "svg") return;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  byId("said").before(document.importNode(sprite, true));
  for (const symbol of sprite.querySelectorAll("symbol")) drawn.add(symbol.id);
}

/**
 * The symbols of components, spaces and marks.
 * @param {Iterable<Component | null>} components
 * @param {SpaceFace[]} spaces
 * @param {Stack[]} stacks
 */
const symbolsOf = (components, spaces, stacks) => [
  ...[...components].flatMap((component) => component?.faces.map(({ symbol }) => symbol) ?? []),
  ...spaces.map(({ symbol }) => symbol),
  ...stacks.flatMap(({ pieces }) => pieces.flatMap(({ marks }) => Object.keys(marks))),
];

/** @param {string} name */
export const hasSymbol = (name) => drawn.has(name);

/**
 * A symbol inside a drawing, null where the sprite has none of this name.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} high
 */
export const symbolAt = (name, x, y, w, high = w) =>
  hasSymbol(name) ? s("use", { href: `#${name}`, x, y, width: w, height: high, class: "symbol" }) : null;

/**
 * A symbol among words.
 * @param {string} name
 */
export const symbol = (name) =>
  hasSymbol(name) ? s("svg", { class: "symbol", "aria-hidden": "true" }, s("use", { href: `#${name}` })) : null;

export class Components {
  /** @type {Map<string, Component | null>} By kind; null for a kind that prints nothing. */
  kinds = new Map();
  /** @type {Record<string, SpaceFace>} */
  spaces = {};
  hasSpaces = false;
  /** @type {Set<string>} Spaces that came up in play and were asked for. */
  asked = new Set();

  /** @param {string} match */
  constructor(match) {
    this.match = match;
  }

  /**
   * Ask for what a board shows and is not known yet: usually once, later only for what comes to light.
   * @param {string} role
   * @param {Board} board
   */
  async learn(role, board) {
    const stacks = [...board.spaces.map(({ stack }) => stack), ...board.rows.flatMap(({ stacks }) => stacks)];
    const fresh = new Set(stacks.flatMap(({ pieces }) => pieces.map(({ kind }) => kind)));
    const kinds = [...fresh].filter((kind) => kind && !this.kinds.has(kind));
    const places = stacks.filter(({ control, zone }) => control && !(zone in this.spaces)).map(({ zone }) => zone);
    if (places.some((zone) => !this.asked.has(zone))) this.hasSpaces = false;
    for (const zone of places) this.asked.add(zone);
    try {
      for (let i = 0; i < kinds.length || !this.hasSpaces; i += MOST_KINDS)
        await this.ask(role, kinds.slice(i, i + MOST_KINDS));
    } catch {
      // A board without printed numbers is better than none; the next one asks again.
    }
    const symbols = symbolsOf(this.kinds.values(), Object.values(this.spaces), stacks);
    await loadSymbols(symbols).catch(() => {});
    return board;
  }

  /**
   * @param {string} role
   * @param {string[]} kinds
   */
  async ask(role, kinds) {
    const query = { as: role, kinds: kinds.join(","), spaces: !this.hasSpaces };
    const { components, spaces } = await get(`matches/${this.match}/components`, query);
    for (const kind of kinds) this.kinds.set(kind, components[kind] ?? null);
    if (!this.hasSpaces) this.spaces = { ...this.spaces, ...spaces };
    this.hasSpaces = true;
  }

  /**
   * What a piece shows, undefined for a hidden one.
   * @param {Piece} piece
   * @returns {Face | undefined}
   */
  face(piece) {
    const faces = piece.hidden ? undefined : this.kinds.get(piece.kind)?.faces;
    return faces?.find(({ name }) => name === piece.face) ?? faces?.[0];
  }

  /**
   * The two ends of a card that shows both, as one in hand does: faces that its title names.
   * @param {Piece} piece
   * @returns {Face[]}
   */
  ends(piece) {
    const [whole, ...ends] = this.kinds.get(piece.kind)?.faces ?? [];
    const shown = this.face(piece);
    return shown && shown === whole && ends.length > 1 && whole.title === ends.map(({ title }) => title).join(" / ")
      ? ends
      : [];
  }

  /**
   * Whether a unit shows another face than its usual one, as one that is broken does.
   * @param {Piece} piece
   */
  isTurned(piece) {
    const faces = piece.hidden ? undefined : this.kinds.get(piece.kind)?.faces;
    return Boolean(isUnit(piece) && faces && faces.length > 1 && this.face(piece) !== faces[0]);
  }
}

/** @param {Piece} piece */
export const isUnit = (piece) => piece.shape === "counter";

/** @param {Piece} piece */
export const isCard = (piece) => piece.shape === "card" || piece.shape === "vehicle";

/**
 * A figure as it is now: printed, and with the sign of its change where it differs.
 * @param {Piece} piece
 * @param {{ name: string, value: number | string }} figure
 */
export function present(piece, figure) {
  const now = piece.values.find(({ name }) => name === figure.name);
  if (!now) return { printed: figure.value, now: figure.value, sign: "", items: [] };
  const sign = typeof figure.value !== "number" ? "" : now.value > figure.value ? "▲" : "▼";
  return { printed: figure.value, now: now.value, sign, items: now.items };
}

/**
 * The figures of a piece in words: "Firepower 5, Morale 8 (printed 6)".
 * @param {Piece} piece
 * @param {Face | undefined} face
 */
export const figuresText = (piece, face) =>
  (face?.figures ?? [])
    .map((figure) => {
      const { printed, now } = present(piece, figure);
      const value = printed === now ? printed : `${now} (printed ${printed})`;
      return `${figure.name} ${value}`.trim();
    })
    .join(", ");

/**
 * What is added up at a zone now: "Attack 13, Defence 15".
 * @param {Stack} stack
 */
export const valuesText = (stack) => stack.values.map(({ name, value }) => `${name} ${value}`).join(", ");
