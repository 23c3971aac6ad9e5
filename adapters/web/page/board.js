// The board as SVG: spaces in their places, pieces on them, and what may be pointed at.
//
// A space is drawn anew only when something in it changed, so that a step of the slider stays cheap.

import { arrange, counterShape, next, outline } from "./geometry.js";
import { h, s } from "./dom.js";
import { ownedText, seatName, spaceText, states, titleOf, trackText } from "./labels.js";

const MANY_SPACES = 60;
const TINTS = 6;
const MANY_CHANGES = 9;

export class BoardView {
  /** `onPoint(zone, tokens)` is told of a space or piece that was chosen, `onLook(zone)` of the one in focus. */
  constructor({ onPoint, onLook }) {
    Object.assign(this, { onPoint, onLook, zoom: 1, drawn: new Map(), current: null, shapeKey: "" });
    this.frame = h("div", { class: "board-frame" });
  }

  /** Show a board; `targets` may be pointed at, `chosen` are, and `seats` give shapes their order. */
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

  lay(board, key) {
    const fresh = this.shapeKey === "";
    this.shapeKey = key;
    this.drawn.clear();
    this.plan = board.spaces.length ? arrange(board.shape, board.spaces) : null;
    this.frame.parentElement.hidden = !this.plan;
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
    if (this.plan.kind === "card" || this.plan.kind === "square") this.svg.append(...links(board, places));
    for (const space of board.spaces) {
      const { x, y } = places.get(space.zone);
      const group = s("g", {
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
        class: "space",
        role: "button",
        tabindex: -1,
        dataset: { zone: space.zone },
      });
      this.svg.append(group);
      const ring = s("path", { d: outline(this.plan), class: "ring", transform: group.getAttribute("transform") });
      this.drawn.set(space.zone, { group, ring, was: "" });
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
    this.drawn.get(this.current).group.setAttribute("tabindex", 0);
    this.frame.replaceChildren(this.svg);
    if (fresh) this.fit(board);
    this.size();
  }

  /** At first the whole board in the width there is, but no smaller than can be read. */
  fit() {
    const room = this.frame.clientWidth || this.frame.parentElement?.clientWidth || 800;
    const least = this.compact ? 0.8 : 0.75;
    this.zoom = Math.min(this.compact ? 1.25 : 1.5, Math.max(least, room / this.plan.fullWidth));
  }

  size(zoom = this.zoom) {
    this.zoom = Math.min(3, Math.max(0.3, zoom));
    if (this.svg) this.svg.setAttribute("width", Math.floor(this.plan.fullWidth * this.zoom));
  }

  refresh(space, board, targets, chosen, dull) {
    const one = this.drawn.get(space.zone);
    const tokens = [space.zone, ...space.stack.pieces.map((piece) => piece.id)];
    const open = tokens.filter((token) => targets.has(token));
    const held = tokens.filter((token) => chosen.has(token));
    const content = JSON.stringify([space.stack, space.tracks, dull, board.seats]);
    const isFresh = content !== one.was;
    if (isFresh) {
      one.group.replaceChildren(...this.draw(space, board, dull));
      one.ring.classList.toggle("changed", one.was !== "");
      one.was = content;
      one.label = spaceText(space);
    } else one.ring.classList.remove("changed");
    for (const [name, isOn] of [
      ["target", open.includes(space.zone)],
      ["chosen", held.includes(space.zone)],
    ]) {
      one.group.classList.toggle(name, isOn);
      one.ring.classList.toggle(name, isOn);
    }
    const label = [one.label, open.length ? "may be chosen" : "", held.length ? "chosen" : ""]
      .filter(Boolean)
      .join(". ");
    if (label !== one.said) one.group.setAttribute("aria-label", (one.said = label));
    for (const piece of one.group.querySelectorAll("[data-piece]")) {
      piece.classList.toggle("target", targets.has(piece.dataset.piece));
      piece.classList.toggle("chosen", chosen.has(piece.dataset.piece));
    }
    return isFresh;
  }

  draw(space, board, dull) {
    const { plan } = this;
    const tint = this.tints.get(firstWords(space.note)) ?? 0;
    const parts = [s("path", { d: outline(plan), class: `ground tint${tint}` })];
    const told = Object.entries(space.tracks)
      .filter(([, value]) => value)
      .map(([name, value]) => trackText(name, value))
      .join(", ");
    return this.compact
      ? [...parts, ...compactSpace(plan, space, told, board, dull)]
      : [...parts, ...roomySpace(plan, space, told, board, dull)];
  }

  key(event) {
    const zone = event.target.closest?.("[data-zone]")?.dataset.zone;
    if (!zone || event.ctrlKey || event.metaKey || event.altKey) return;
    const onto = next(this.plan.places, zone, event.key);
    if (onto) {
      event.preventDefault();
      this.focus(onto);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.point(zone, null, true);
    }
  }

  click(event) {
    const group = event.target.closest("[data-zone]");
    if (!group) return;
    this.focus(group.dataset.zone, { preventScroll: true });
    this.point(group.dataset.zone, event.target.closest("[data-piece]")?.dataset.piece ?? null, false);
  }

  /** Bring what may be chosen into sight, when none of it is. */
  reveal(tokens) {
    if (!tokens.size || !this.svg) return;
    const frame = this.frame.getBoundingClientRect();
    const fitting = this.board.spaces.filter(
      (one) => tokens.has(one.zone) || one.stack.pieces.some((piece) => tokens.has(piece.id)),
    );
    const boxes = fitting.map((one) => this.drawn.get(one.zone).group.getBoundingClientRect());
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

  point(zone, piece, byKey) {
    const space = this.board.spaces.find((one) => one.zone === zone);
    this.onPoint(zone, piece, space, byKey);
  }

  focus(zone = this.current, how = {}) {
    const onto = this.drawn.get(zone);
    if (!onto) return;
    this.drawn.get(this.current)?.group.setAttribute("tabindex", -1);
    this.current = zone;
    onto.group.setAttribute("tabindex", 0);
    onto.group.focus(how);
  }

  look(zone) {
    if (!zone) return;
    this.unlook();
    const { group, ring } = this.drawn.get(zone);
    ring.classList.toggle("focused", group.matches(":focus-visible"));
    this.onLook(zone);
  }

  unlook() {
    this.svg.querySelector(".ring.focused")?.classList.remove("focused");
  }
}

const firstWords = (note) => note.split(/[,;]/)[0].trim();

/** A tint for each of the commonest notes; the note itself is always written out as well. */
function tints(spaces) {
  const counts = new Map();
  for (const { note } of spaces) counts.set(firstWords(note), (counts.get(firstWords(note)) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return new Map(common.map(([words], i) => [words, Math.min(i, TINTS - 1)]));
}

function links(board, places) {
  return board.links
    .map(([one, two]) => {
      const [a, b] = [places.get(one), places.get(two)];
      return a && b ? s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "link" }) : null;
    })
    .filter(Boolean);
}

/** Words that all pieces of an owner begin with tell nothing on a small counter. */
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

/** Titles of unowned pieces that lie on every space, such as the ground itself, need no counter. */
function everywhere(spaces) {
  const counts = new Map();
  for (const { stack } of spaces) {
    for (const title of new Set(stack.pieces.filter((one) => !one.owner && !one.hidden).map((one) => one.title)))
      counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].filter(([, n]) => n === spaces.length && n > 3).map(([title]) => title);
}

const rank = (board, piece) => board.seats.indexOf(piece.owner);
const cut = (words, most) => (words.length <= most ? words : `${words.slice(0, Math.max(1, most - 1))}…`);

/** The seats' pieces in the order of the seats, and of one seat the rare ones first: units before markers. */
function ordered(board, pieces, common) {
  const place = (piece) => (rank(board, piece) < 0 ? 99 : rank(board, piece));
  const count = (piece) => (piece.host ? 0 : (common[ofOwner(piece)] ?? 0));
  return pieces
    .map((piece, i) => ({ piece, i }))
    .sort((a, b) => place(a.piece) - place(b.piece) || count(a.piece) - count(b.piece) || a.i - b.i)
    .map(({ piece }) => piece);
}

const ofOwner = (piece) => `${piece.owner}/${piece.title}`;

/** On how many spaces each kind of piece of each owner lies, roughly: only few and many are told apart. */
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
const short = (seat) => seatName(seat).slice(0, 2);

/** A large space: a line for its name and note, and a long counter for each piece. */
function roomySpace(plan, space, told, board, dull) {
  const left = -plan.width / 2 + 8;
  const wide = plan.width - 16;
  const top = -plan.height / 2;
  const head = [space.stack.name, told, space.note].filter(Boolean).join(" · ");
  const letters = Math.floor(wide / 6.3);
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
      counter(
        board,
        piece,
        left,
        y,
        wide,
        step * lines[i] - 2.5,
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

/** How many of the stacks fit in a height, and which get a second line because their states need it. */
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

/** Pieces that look alike in every way are drawn once with their number, unless they bear others. */
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

/** A small space: its name above, its note below, and up to four square counters between. */
function compactSpace(plan, space, told, board, dull) {
  const y = plan.height / 2;
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

/** States in few letters: whole if they fit, else the first letters of each word. */
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
