// The board as SVG: spaces in their places, pieces on them, and what may be pointed at.
//
// A space is drawn again only when something in it changed, so that a step of the slider stays cheap.

import { arrange, nearby, next, outline } from "./geometry.js";
import { h, s } from "./dom.js";
import { spaceText, trackText } from "./labels.js";
import { commonness, compactSpace, everywhere, firstWords, links, omittedWords, roomySpace, tints } from "./spaces.js";
import { furrows, land } from "./terrain.js";

/** @import { Board, Plan, Space } from "./types.d.ts" */

const MANY_SPACES = 60;
/** What stands over the board at the top of the window, if that cannot be measured yet. */
const TOP = 160;
/** Room for the hand under the board: of cards that peek out under a large one, and of whole cards. */
const PEEK = 84;
const HAND = 215;
/** In windows narrower than this the hand has a place of its own. */
const WIDE = 992;
/** Smaller than that nothing on a counter can be read. */
const LEAST = 0.62;
const MANY_CHANGES = 9;
const MOST_MOVES = 6;

/** Stripes over units that show another face than their usual one, patterns of fields, and the head of an arrow. */
const PATTERNS = () =>
  s(
    "defs",
    {},
    furrows(),
    ["arrow", "moved-arrow"].map((id) =>
      s(
        "marker",
        { id, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto" },
        s("path", { d: "M0 0L10 5L0 10Z", class: `${id}-head` }),
      ),
    ),
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

/**
 * @param {string} label
 * @param {string} sign
 * @param {() => void} onclick
 */
const tool = (label, sign, onclick) =>
  h("button", { type: "button", "aria-label": label, title: label, onclick }, sign);

/**
 * A way goes from space to neighbouring space; anything else is aimed at the last space.
 * @param {Plan} plan
 * @param {string[]} zones
 */
function traceOf(plan, zones, isStraight = false) {
  const point = (/** @type {string} */ zone) => {
    const place = plan.places.get(zone);
    return place ? `${place.x.toFixed(1)} ${place.y.toFixed(1)}` : "";
  };
  const isWay =
    isStraight || zones.every((zone, i) => !i || nearby(plan, zones[i - 1]).some((side) => side.zone === zone));
  if (zones.length < 2) return "";
  if (isWay) return `M${zones.map(point).join("L")}`;
  const last = zones[zones.length - 1];
  return [...new Set(zones.slice(0, -1))].map((zone) => `M${point(zone)}L${point(last)}`).join("");
}

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
  traced = "";
  /** @type {Map<string, string>} Where each piece was when last shown. */
  where = new Map();
  seenAt = 0;
  /** @type {SVGGElement | undefined} */
  moves;
  isLand = false;
  /** @type {SVGGElement | undefined} Lines over the board: the way or the shot that was chosen. */
  lines;
  zoom = 1;
  compact = false;

  /**
   * `onPoint` is called with the space or piece that was chosen, `onLook` with the space in focus,
   * `onSight` with the space and piece that are looked from, "" for none.
   * `components` say what is printed on pieces.
   * @param {{
   *   components: import("./components.js").Components,
   *   onPoint: (space: Space, piece: string | null, byKey: boolean) => void,
   *   onLook: (zone: string) => void,
   *   onSight: (zone: string, piece: string | null) => void,
   * }} listeners
   */
  constructor({ components, onPoint, onLook, onSight }) {
    this.components = components;
    this.onPoint = onPoint;
    this.onLook = onLook;
    this.onSight = onSight;
    /** @type {import("./fan.js").Fan | undefined} Fetched when a space is first pointed at. */
    this.fan = undefined;
    /** @type {Element | undefined} The space that is to be fanned out. */
    this.fanned = undefined;
    this.frame = h("div", { class: "board-frame" });
    this.tools = h(
      "div",
      { class: "zoom" },
      tool("Smaller", "−", () => this.size(this.zoom * 0.8)),
      tool("Larger", "+", () => this.size(this.zoom * 1.25)),
      tool("The whole board", "Fit", () => this.whole()),
    );
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
      Object.keys(this.components.spaces).length +
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
    this.trace([...chosen]);
    this.showMoves();
  }

  /** Arrows from where pieces were before to where they are, when a few have moved. */
  showMoves() {
    const { position, spaces } = this.board;
    if (position === this.seenAt) return;
    const [before, now] = [this.where, new Map()];
    for (const { zone, stack } of spaces) for (const { id, hidden } of stack.pieces) if (!hidden) now.set(id, zone);
    const moved = new Set([...now].flatMap(([id, zone]) => (before.has(id) && before.get(id) !== zone ? [`${before.get(id)} ${zone}`] : []))); // prettier-ignore
    const isStep = this.seenAt > 0 && moved.size <= MOST_MOVES;
    [this.where, this.seenAt] = [now, position];
    const { plan } = this;
    this.moves?.replaceChildren(
      ...(plan && isStep ? [...moved].map((words) => s("path", { d: traceOf(plan, words.split(" "), true), class: "moved", "marker-end": "url(#moved-arrow)" })) : []), // prettier-ignore
    );
  }

  /**
   * The way or the shot that was chosen: a line over the spaces of what was pointed at, in that order.
   * @param {string[]} tokens
   */
  trace(tokens) {
    /** @type {Map<string, string>} */
    const where = new Map();
    for (const { zone, stack } of this.board.spaces) {
      where.set(zone, zone);
      for (const { id } of stack.pieces) where.set(id, zone);
    }
    const zones = tokens.flatMap((token) => where.get(token) ?? []);
    const steps = zones.filter((zone, i) => zone !== zones[i - 1]);
    const d = this.plan ? traceOf(this.plan, steps) : "";
    if (d === this.traced) return;
    this.traced = d;
    const looks = d
      ? [s("path", { d, class: "trace under" }), s("path", { d, class: "trace", "marker-end": "url(#arrow)" })]
      : [];
    this.lines?.replaceChildren(...looks);
  }

  /**
   * @param {Board} board
   * @param {string} key
   */
  lay(board, key) {
    const fresh = this.shapeKey === "";
    this.shapeKey = key;
    this.traced = "";
    this.drawn.clear();
    this.plan = board.spaces.length ? arrange(board.shape, board.spaces) : null;
    this.frame.hidden = this.tools.hidden = !this.plan;
    if (!this.plan) return;
    const { fullWidth, fullHeight, places } = this.plan;
    const faces = this.components.spaces;
    this.compact = this.plan.kind === "hex" || board.spaces.length > MANY_SPACES;
    this.frame.classList.toggle("compact", this.compact);
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
      onpointerover: (/** @type {PointerEvent} */ event) => this.hover(event),
      onpointerleave: () => this.hideFan(),
      onpointerdown: () => this.hideFan(),
    });
    this.isLand = board.spaces.some(({ zone }) => zone in faces);
    if (this.isLand) this.svg.append(...land(this.plan, faces, board.seats));
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
    this.lines = s("g", { class: "lines" });
    this.moves = s("g", { class: "moves", "aria-hidden": "true" });
    // Rings are drawn over all spaces, or a neighbour would cover half of them.
    this.svg.prepend(PATTERNS());
    this.svg.append(
      s(
        "g",
        {},
        [...this.drawn.values()].map((one) => one.ring),
      ),
      this.moves,
      this.lines,
    );
    if (!this.drawn.has(this.current)) this.current = board.spaces[0].zone;
    this.drawn.get(this.current)?.group.setAttribute("tabindex", "0");
    this.frame.replaceChildren(this.svg);
    if (fresh) this.fit(this.plan);
    this.size();
  }

  /**
   * How large the board may be drawn so that all of it is in sight.
   * @param {Plan} plan
   */
  sizeOfWhole(plan) {
    const room = this.frame.clientWidth || this.frame.parentElement?.clientWidth || 800;
    const top = this.frame.getBoundingClientRect().top + scrollY || TOP;
    const high = Math.max(320, innerHeight - top - (innerWidth < WIDE ? 12 : this.compact ? PEEK : HAND));
    return Math.min(room / plan.fullWidth, high / plan.fullHeight);
  }

  /**
   * At first the whole board, but no smaller than can be read.
   * @param {Plan} plan
   */
  fit(plan) {
    this.zoom = Math.min(this.compact ? 1.25 : 1.5, Math.max(LEAST, this.sizeOfWhole(plan)));
  }

  /** All of the board in sight, however small; once more, and it is as large as can be read. */
  whole() {
    if (!this.plan) return;
    const size = this.sizeOfWhole(this.plan);
    this.size(Math.abs(this.zoom - size) < 0.01 ? Math.max(1, size * 1.6) : size);
  }

  size(zoom = this.zoom) {
    this.zoom = Math.min(3, Math.max(0.2, zoom));
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
    const isShown = (/** @type {string} */ token) =>
      token === space.zone || drawn.group.querySelector(`[data-piece="${CSS.escape(token)}"]`);
    for (const [name, isOn] of Object.entries({
      target: open.includes(space.zone),
      chosen: held.includes(space.zone),
      // A piece that may be chosen and has no counter of its own there is found in the space in focus.
      "holds-target": !open.every(isShown),
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

  /** How pieces are drawn on this board. */
  get style() {
    return { board: this.board, components: this.components, words: {}, isBrief: this.compact, isLand: this.isLand };
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
    const face = this.components.spaces[space.zone];
    const look = `ground ${this.isLand && face ? "over-land" : `tint${tint}`}`;
    /** @type {SVGElement[]} */
    const parts = [s("path", { d: outline(plan), class: look })];
    const trackTexts = Object.entries(space.tracks)
      .filter(([, value]) => value)
      .map(([name, value]) => trackText(name, value))
      .join(", ");
    const how = { ...this.style, board, words: omitted.words };
    const inside = this.compact ? compactSpace : roomySpace;
    return [...parts, ...inside(plan, space, trackTexts, how, omitted)];
  }

  /** @param {PointerEvent} event */
  hover({ target, pointerType }) {
    const [group, piece] = ["zone", "piece"].map((one) => /** @type {Element} */ (target).closest(`[data-${one}]`));
    if (pointerType === "mouse" && group) this.fanOut(group, piece?.getAttribute("data-piece"));
    else this.hideFan();
  }

  /**
   * @param {Element} group
   * @param {string | null} [piece] the piece that is pointed at
   */
  async fanOut(group, piece = null) {
    const zone = group.getAttribute("data-zone") ?? "";
    const space = () => this.board.spaces.find((one) => one.zone === zone);
    if (!space()) return;
    this.fanned = group;
    this.onSight(zone, piece);
    if (!this.fan) {
      const { Fan } = await import("./fan.js");
      this.fan ??= new Fan();
    }
    if (this.fanned === group) this.fan.soon(group, () => [/** @type {Space} */ (space()), this.style]);
  }

  hideFan() {
    this.fanned = undefined;
    this.onSight("", null);
    this.fan?.hide();
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
    const isSeen = Boolean(drawn?.group.matches(":focus-visible"));
    drawn?.ring.classList.toggle("focused", isSeen);
    if (drawn && isSeen) this.fanOut(drawn.group);
    this.onLook(zone);
  }

  unlook() {
    this.hideFan();
    this.svg?.querySelector(".ring.focused")?.classList.remove("focused");
  }
}
