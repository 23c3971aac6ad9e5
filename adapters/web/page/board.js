// The board as SVG: spaces in their places, pieces on them, and what may be pointed at.
//
// A space is drawn again only when something in it changed, so that a step of the slider stays cheap.

import { arrange, next, outline } from "./geometry.js";
import { h, s } from "./dom.js";
import { spaceText, trackText } from "./labels.js";
import { commonness, compactSpace, everywhere, firstWords, links, omittedWords, roomySpace, tints } from "./spaces.js";

/** @import { Board, Plan, Space } from "./types.d.ts" */

const MANY_SPACES = 60;
const MANY_CHANGES = 9;

/** Stripes over units that show another face than their usual one. */
const HATCH = () =>
  s(
    "defs",
    {},
    s(
      "pattern",
      { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { width: 2, height: 7, class: "stripe" }),
    ),
  );

/**
 * @typedef {object} DrawnSpace
 * @property {SVGGElement} group
 * @property {SVGPathElement} ring
 * @property {string} content what was drawn last
 * @property {string} label what it is, for those who listen
 * @property {string} spoken the label with what may be chosen
 */

export class BoardView {
  /** @type {Board} */
  board;
  /** @type {Plan | null} */
  plan = null;
  /** @type {SVGSVGElement | undefined} */
  svg;
  /** @type {Map<string, DrawnSpace>} */
  drawn = new Map();
  /** @type {string} The space that the arrow keys start from. */
  current = "";
  /**
   * @type {Map<string, number>}
   * @param {Space[]} spaces
   */
  tints = new Map();
  shapeKey = "";
  zoom = 1;
  compact = false;

  /**
   * `onPoint` is called with the space or piece that was chosen, `onLook` with the space in focus.
   * `components` say what is printed on pieces.
   * @param {{
   *   components: import("./components.js").Components,
   *   onPoint: (space: Space, piece: string | null, byKey: boolean) => void,
   *   onLook: (zone: string) => void,
   * }} listeners
   */
  constructor({ components, onPoint, onLook }) {
    this.components = components;
    this.onPoint = onPoint;
    this.onLook = onLook;
    this.frame = h("div", { class: "board-frame" });
  }

  /**
   * Show a board; `targets` may be pointed at, `chosen` are, and `seats` give shapes their order.
   * @param {Board} board
   * @param {Set<string>} targets
   * @param {Set<string>} chosen
   */
  show(board, targets, chosen) {
    this.board = board;
    const key =
      board.shape +
      board.spaces.map((space) => `${space.zone}:${space.x},${space.y}:${space.note}`).join() +
      board.links.join(";");
    if (key !== this.shapeKey) this.lay(board, key);
    const omitted = {
      words: omittedWords(board),
      everywhere: everywhere(board.spaces),
      common: commonness(board.spaces),
    };
    const changed = board.spaces.filter((space) => this.refresh(space, board, targets, chosen, omitted));
    // After a jump over half the match everything has changed, and rings everywhere tell nothing.
    this.svg?.classList.toggle("jumped", changed.length > MANY_CHANGES);
  }

  /**
   * @param {Board} board
   * @param {string} key
   */
  lay(board, key) {
    const fresh = this.shapeKey === "";
    this.shapeKey = key;
    this.drawn.clear();
    this.plan = board.spaces.length ? arrange(board.shape, board.spaces) : null;
    if (this.frame.parentElement) this.frame.parentElement.hidden = !this.plan;
    if (!this.plan) return;
    const { fullWidth, fullHeight, places } = this.plan;
    this.compact = this.plan.kind === "hex" || board.spaces.length > MANY_SPACES;
    this.tints = tints(board.spaces);
    this.svg = s("svg", {
      viewBox: `0 0 ${fullWidth.toFixed(1)} ${fullHeight.toFixed(1)}`,
      class: `board kind-${this.plan.kind}`,
      role: "group",
      "aria-label": "Board. Arrow keys move between spaces, Enter points at one.",
      onkeydown: (event) => this.key(event),
      onclick: (event) => this.click(event),
      onfocusin: (event) => this.look(event.target.closest("[data-zone]")?.getAttribute("data-zone") ?? undefined),
      onfocusout: () => this.unlook(),
    });
    if (this.plan.kind === "card" || this.plan.kind === "square")
      this.svg.append(...links(board, places).filter((line) => line !== null));
    for (const space of board.spaces) {
      const { x, y } = /** @type {{ x: number, y: number }} */ (places.get(space.zone));
      const group = s("g", {
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
        class: "space",
        role: "button",
        tabindex: -1,
        dataset: { zone: space.zone },
      });
      this.svg.append(group);
      const ring = s("path", { d: outline(this.plan), class: "ring", transform: group.getAttribute("transform") });
      this.drawn.set(space.zone, { group, ring, content: "", label: "", spoken: "" });
    }
    // Rings lie over all spaces, or a neighbour would cover half of them.
    this.svg.prepend(HATCH());
    this.svg.append(
      s(
        "g",
        {},
        [...this.drawn.values()].map((one) => one.ring),
      ),
    );
    if (!this.drawn.has(this.current)) this.current = board.spaces[0].zone;
    this.drawn.get(this.current)?.group.setAttribute("tabindex", "0");
    this.frame.replaceChildren(this.svg);
    if (fresh) this.fit(this.plan);
    this.size();
  }

  /**
   * At first the whole board in the width there is, but no smaller than can be read.
   * @param {Plan} plan
   */
  fit(plan) {
    const room = this.frame.clientWidth || this.frame.parentElement?.clientWidth || 800;
    const least = this.compact ? 0.8 : 0.75;
    this.zoom = Math.min(this.compact ? 1.25 : 1.5, Math.max(least, room / plan.fullWidth));
  }

  size(zoom = this.zoom) {
    this.zoom = Math.min(3, Math.max(0.3, zoom));
    if (this.plan) this.svg?.setAttribute("width", String(Math.floor(this.plan.fullWidth * this.zoom)));
  }

  /**
   * @param {Space} space
   * @param {Board} board
   * @param {Set<string>} targets
   * @param {Set<string>} chosen
   * @param {import("./spaces.js").Omitted} omitted
   */
  refresh(space, board, targets, chosen, omitted) {
    const drawn = this.drawn.get(space.zone);
    if (!drawn) return false;
    const tokens = [space.zone, ...space.stack.pieces.map((piece) => piece.id)];
    const open = tokens.filter((token) => targets.has(token));
    const held = tokens.filter((token) => chosen.has(token));
    const content = JSON.stringify([space.stack, space.tracks, omitted, board.seats]);
    const isFresh = content !== drawn.content;
    if (isFresh) {
      drawn.group.replaceChildren(...this.draw(space, board, omitted));
      drawn.ring.classList.toggle("changed", drawn.content !== "");
      drawn.content = content;
      drawn.label = spaceText(space);
    } else drawn.ring.classList.remove("changed");
    for (const [name, isOn] of Object.entries({
      target: open.includes(space.zone),
      chosen: held.includes(space.zone),
    })) {
      drawn.group.classList.toggle(name, isOn);
      drawn.ring.classList.toggle(name, isOn);
    }
    const label = [drawn.label, open.length ? "may be chosen" : "", held.length ? "chosen" : ""]
      .filter(Boolean)
      .join(". ");
    if (label !== drawn.spoken) drawn.group.setAttribute("aria-label", (drawn.spoken = label));
    for (const piece of drawn.group.querySelectorAll("[data-piece]")) {
      const id = piece.getAttribute("data-piece") ?? "";
      piece.classList.toggle("target", targets.has(id));
      piece.classList.toggle("chosen", chosen.has(id));
    }
    return isFresh;
  }

  /**
   * @param {Space} space
   * @param {Board} board
   * @param {import("./spaces.js").Omitted} omitted
   */
  draw(space, board, omitted) {
    const { plan } = this;
    if (!plan) return [];
    const tint = this.tints.get(firstWords(space.note)) ?? 0;
    /** @type {SVGElement[]} */
    const parts = [s("path", { d: outline(plan), class: `ground tint${tint}` })];
    const trackTexts = Object.entries(space.tracks)
      .filter(([, value]) => value)
      .map(([name, value]) => trackText(name, value))
      .join(", ");
    const look = { board, components: this.components, words: omitted.words, isBrief: this.compact };
    const inside = this.compact ? compactSpace : roomySpace;
    return [...parts, ...inside(plan, space, trackTexts, look, omitted)];
  }

  /** @param {any} event */
  key(event) {
    const zone = event.target.closest?.("[data-zone]")?.dataset.zone;
    if (!zone || event.ctrlKey || event.metaKey || event.altKey) return;
    const onto = next(this.plan?.places ?? new Map(), zone, event.key);
    if (onto) {
      event.preventDefault();
      this.focus(onto);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.point(zone, null, true);
    }
  }

  /** @param {any} event */
  click(event) {
    const group = event.target.closest("[data-zone]");
    if (!group) return;
    this.focus(group.dataset.zone, { preventScroll: true });
    this.point(group.dataset.zone, event.target.closest("[data-piece]")?.dataset.piece ?? null, false);
  }

  /**
   * Bring what may be chosen into sight, when none of it is.
   * @param {Set<string>} tokens
   */
  reveal(tokens) {
    if (!tokens.size || !this.svg) return;
    const frame = this.frame.getBoundingClientRect();
    const fitting = this.board.spaces.filter(
      (one) => tokens.has(one.zone) || one.stack.pieces.some((piece) => tokens.has(piece.id)),
    );
    const boxes = fitting.flatMap((one) => this.drawn.get(one.zone)?.group.getBoundingClientRect() ?? []);
    /** @param {DOMRect} box */
    const isSeen = (box) =>
      box.left >= frame.left - 4 &&
      box.right <= frame.right + 4 &&
      box.top >= frame.top - 4 &&
      box.bottom <= frame.bottom + 4;
    if (!boxes.length || boxes.some(isSeen)) return;
    const [box] = boxes;
    this.frame.scrollBy(
      box.left - frame.left - (frame.width - box.width) / 2,
      box.top - frame.top - (frame.height - box.height) / 2,
    );
  }

  /**
   * @param {string} zone
   * @param {string | null} piece
   * @param {boolean} byKey
   */
  point(zone, piece, byKey) {
    const space = this.board.spaces.find((one) => one.zone === zone);
    if (space) this.onPoint(space, piece, byKey);
  }

  /**
   * @param {string} zone
   * @param {FocusOptions} how
   */
  focus(zone = this.current, how = {}) {
    const onto = this.drawn.get(zone);
    if (!onto) return;
    this.drawn.get(this.current)?.group.setAttribute("tabindex", "-1");
    this.current = zone;
    onto.group.setAttribute("tabindex", "0");
    onto.group.focus(how);
  }

  /** @param {string | undefined} zone */
  look(zone) {
    if (!zone) return;
    this.unlook();
    const drawn = this.drawn.get(zone);
    drawn?.ring.classList.toggle("focused", drawn.group.matches(":focus-visible"));
    this.onLook(zone);
  }

  unlook() {
    this.svg?.querySelector(".ring.focused")?.classList.remove("focused");
  }
}
