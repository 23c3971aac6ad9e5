// The board as SVG: spaces in their places, pieces on them, and what may be pointed at.
//
// A space is drawn anew only when something in it changed, so that a step of the slider stays cheap.

import { arrange, counterShape, next, outline } from "./geometry.js";
import { h, s } from "./dom.js";
import { ownedText, seatName, spaceText, states, titleOf, trackText } from "./labels.js";

/** @import { Board, Piece, Plan, Space, Stack } from "./types.d.ts" */

const MANY_SPACES = 60;
const TINTS = 6;
const MANY_CHANGES = 9;

/**
 * @typedef {object} DrawnSpace
 * @property {SVGGElement} group
 * @property {SVGPathElement} ring
 * @property {string} content what was drawn last
 * @property {string} label what it is, for those who listen
 * @property {string} spoken the label with what may be chosen
 */
/**
 * @typedef {object} Dull words and pieces that tell nothing on a small counter
 * @property {Record<string, string>} words
 * @property {string[]} everywhere
 * @property {Record<string, number>} common
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
   * @param {{
   *   onPoint: (space: Space, piece: string | null, byKey: boolean) => void,
   *   onLook: (zone: string) => void,
   * }} listeners
   */
  constructor({ onPoint, onLook }) {
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
      board.spaces.map((one) => `${one.zone}:${one.x},${one.y}:${one.note}`).join() +
      board.links.join(";");
    if (key !== this.shapeKey) this.lay(board, key);
    const dull = { words: dullWords(board), everywhere: everywhere(board.spaces), common: commonness(board.spaces) };
    const changed = board.spaces.filter((space) => this.refresh(space, board, targets, chosen, dull));
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
      onfocusin: (event) => this.look(event.target.closest?.("[data-zone]")?.dataset.zone),
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
   * @param {Dull} dull
   */
  refresh(space, board, targets, chosen, dull) {
    const drawn = this.drawn.get(space.zone);
    if (!drawn) return false;
    const tokens = [space.zone, ...space.stack.pieces.map((piece) => piece.id)];
    const open = tokens.filter((token) => targets.has(token));
    const held = tokens.filter((token) => chosen.has(token));
    const content = JSON.stringify([space.stack, space.tracks, dull, board.seats]);
    const isFresh = content !== drawn.content;
    if (isFresh) {
      drawn.group.replaceChildren(...this.draw(space, board, dull));
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
   * @param {Dull} dull
   */
  draw(space, board, dull) {
    const { plan } = this;
    if (!plan) return [];
    const tint = this.tints.get(firstWords(space.note)) ?? 0;
    /** @type {SVGElement[]} */
    const parts = [s("path", { d: outline(plan), class: `ground tint${tint}` })];
    const told = Object.entries(space.tracks)
      .filter(([, value]) => value)
      .map(([name, value]) => trackText(name, value))
      .join(", ");
    return this.compact
      ? [...parts, ...compactSpace(plan, space, told, board, dull)]
      : [...parts, ...roomySpace(plan, space, told, board, dull)];
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

/** @param {string} note */
const firstWords = (note) => note.split(/[,;]/)[0].trim();

/** A tint for each of the commonest notes; the note itself is always written out as well. */
function tints(spaces) {
  const counts = new Map();
  for (const { note } of spaces) counts.set(firstWords(note), (counts.get(firstWords(note)) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return new Map(common.map(([words], i) => [words, Math.min(i, TINTS - 1)]));
}

/**
 * @param {Board} board
 * @param {Plan["places"]} places
 */
function links(board, places) {
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
function dullWords(board) {
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
function everywhere(spaces) {
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
  const place = (piece) => (rank(board, piece) < 0 ? 99 : rank(board, piece));
  const count = (piece) => (piece.host ? 0 : (common[ofOwner(piece)] ?? 0));
  return pieces
    .map((piece, i) => ({ piece, i }))
    .sort((a, b) => place(a.piece) - place(b.piece) || count(a.piece) - count(b.piece) || a.i - b.i)
    .map(({ piece }) => piece);
}

/** @param {Piece} piece */
const ofOwner = (piece) => `${piece.owner}/${piece.title}`;

/**
 * On how many spaces each kind of piece of each owner lies, roughly: only few and many are told apart.
 * @param {Space[]} spaces
 */
function commonness(spaces) {
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
 * @param {string} told
 * @param {Board} board
 * @param {Dull} dull
 */
function roomySpace(plan, space, told, board, dull) {
  const left = -plan.width / 2 + 8;
  const wide = plan.width - 16;
  const top = -plan.height / 2;
  const head = [space.stack.name, told, space.note].filter(Boolean).join(" · ");
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
    ordered(board, space.stack.pieces, dull.common).filter((one) => !dull.everywhere.includes(one.title)),
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

/** On a second line the states stand by themselves; on one line the title is cut before they are. */
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
 * @param {string} told
 * @param {Board} board
 * @param {Dull} dull
 */
function compactSpace(plan, space, told, board, dull) {
  const y = plan.height / 2;
  /** @type {SVGElement[]} */
  const parts = [
    s("text", { x: 0, y: -y + 14, class: "name middle" }, space.stack.name),
    s("text", { x: 0, y: y - 5, class: "note middle" }, cut([told, space.note].filter(Boolean).join(", "), 13)),
  ];
  const pieces = ordered(board, space.stack.pieces, dull.common);
  const all = pieces.length + (space.stack.hidden ? 1 : 0);
  if (!all) return parts;
  const columns = all > 2 ? 2 : 1;
  const rows = all > 1 ? 2 : 1;
  const w = columns === 2 ? 45 : 74;
  const high = rows === 2 ? 29 : 36;
  const most = all > 4 ? 3 : 4;
  const at = (i) => [
    -(columns * (w + 2)) / 2 + (i % columns) * (w + 2) + 1,
    -(rows * (high + 2)) / 2 + Math.floor(i / columns) * (high + 2) + 2,
  ];
  pieces.slice(0, most).forEach((piece, i) => {
    const [x, top] = at(i);
    const letters = Math.floor((w - (columns === 2 ? 5 : 14)) / 6.1);
    const title = titleOf(piece)
      .split(" ")
      .filter((word, n) => n || word !== dull.words[piece.owner])
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
