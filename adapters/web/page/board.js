// The board as SVG: spaces in their places, pieces on them, and what may be pointed at.
//
// A space is drawn anew only when something in it changed, so that a step of the slider stays cheap.

import { arrange, counterShape, next, outline } from "./geometry.js";
import { h, s } from "./dom.js";
import { ownedText, seatName, spaceText, states, titleOf, trackText } from "./words.js";

const MANY_SPACES = 60;
const TINTS = 6;

export class BoardView {
  /** `onPoint(zone, tokens)` is told of a space or piece that was chosen, `onLook(zone)` of the one in focus. */
  constructor({ onPoint, onLook }) {
    Object.assign(this, { onPoint, onLook, zoom: 1, drawn: new Map(), current: null, shapeKey: "" });
    this.frame = h("div", { class: "board-frame" });
  }

  /** Show a board; `targets` may be pointed at, `chosen` are, and `seats` give shapes their order. */
  show(board, targets, chosen) {
    this.board = board;
    const key = board.shape + board.spaces.map((one) => `${one.zone}:${one.x},${one.y}:${one.note}`).join() + board.links.join(";");
    if (key !== this.shapeKey) this.lay(board, key);
    const dull = { words: dullWords(board), everywhere: everywhere(board.spaces) };
    for (const space of board.spaces) this.refresh(space, board, targets, chosen, dull);
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
      viewBox: `0 0 ${fullWidth.toFixed(1)} ${fullHeight.toFixed(1)}`, class: `board ${this.plan.kind}`,
      role: "group", "aria-label": "Board. Arrow keys move between spaces, Enter points at one.",
      onkeydown: (event) => this.key(event), onclick: (event) => this.click(event),
      onfocusin: (event) => this.look(event.target.closest?.("[data-zone]")?.dataset.zone),
    });
    if (this.plan.kind === "card" || this.plan.kind === "square") this.svg.append(...links(board, places));
    for (const space of board.spaces) {
      const { x, y } = places.get(space.zone);
      const group = s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: "space", role: "button", tabindex: -1, dataset: { zone: space.zone } });
      this.svg.append(group);
      this.drawn.set(space.zone, { group, was: "" });
    }
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
    this.zoom = Math.min(1.6, Math.max(least, room / this.plan.fullWidth));
  }

  size(zoom = this.zoom) {
    this.zoom = Math.min(3, Math.max(0.3, zoom));
    if (this.svg) this.svg.setAttribute("width", Math.floor(this.plan.fullWidth * this.zoom));
  }

  refresh(space, board, targets, chosen, dull) {
    const one = this.drawn.get(space.zone);
    const tokens = [space.zone, ...space.heap.pieces.map((piece) => piece.id)];
    const open = tokens.filter((token) => targets.has(token));
    const held = tokens.filter((token) => chosen.has(token));
    const content = JSON.stringify([space.heap, space.tracks, dull, board.seats]);
    if (content !== one.was) {
      one.group.replaceChildren(...this.draw(space, board, dull));
      one.group.classList.toggle("changed", one.was !== "");
      one.was = content;
      one.label = spaceText(space);
    } else one.group.classList.remove("changed");
    one.group.classList.toggle("target", open.includes(space.zone));
    one.group.classList.toggle("holds-target", open.length > 0);
    one.group.classList.toggle("chosen", held.includes(space.zone));
    const label = [one.label, open.length ? "may be chosen" : "", held.length ? "chosen" : ""].filter(Boolean).join(". ");
    if (label !== one.said) one.group.setAttribute("aria-label", (one.said = label));
    for (const piece of one.group.querySelectorAll("[data-piece]")) {
      piece.classList.toggle("target", targets.has(piece.dataset.piece));
      piece.classList.toggle("chosen", chosen.has(piece.dataset.piece));
    }
  }

  draw(space, board, dull) {
    const { plan } = this;
    const tint = this.tints.get(firstWords(space.note)) ?? 0;
    const parts = [s("path", { d: outline(plan), class: `ground tint${tint}` }), s("path", { d: outline(plan), class: "ring" })];
    const told = Object.entries(space.tracks).filter(([, value]) => value).map(([name, value]) => trackText(name, value)).join(", ");
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
    for (const one of this.drawn.values()) one.group.classList.toggle("looked", one.group.dataset.zone === zone);
    this.onLook(zone);
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
  return board.links.map(([one, two]) => {
    const [a, b] = [places.get(one), places.get(two)];
    return a && b ? s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "link" }) : null;
  }).filter(Boolean);
}

/** Words that all pieces of an owner begin with tell nothing on a small counter. */
function dullWords(board) {
  const first = new Map();
  for (const space of board.spaces) {
    for (const piece of space.heap.pieces) {
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
  for (const { heap } of spaces) {
    for (const title of new Set(heap.pieces.filter((one) => !one.owner && !one.hidden).map((one) => one.title))) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].filter(([, n]) => n === spaces.length && n > 3).map(([title]) => title);
}

const rank = (board, piece) => board.seats.indexOf(piece.owner);
const cut = (words, most) => (words.length <= most ? words : `${words.slice(0, Math.max(1, most - 1))}…`);
const ordered = (board, pieces) =>
  [...pieces].sort((a, b) => (rank(board, a) < 0 ? 99 : rank(board, a)) - (rank(board, b) < 0 ? 99 : rank(board, b)));
const short = (seat) => seatName(seat).slice(0, 2);

/** A large space: a line for its name and note, and a long counter for each piece. */
function roomySpace(plan, space, told, board, dull) {
  const left = -plan.width / 2 + 8;
  const wide = plan.width - 16;
  const top = -plan.height / 2;
  const head = [space.heap.name, space.note, told].filter(Boolean).join(" · ");
  const letters = Math.floor(wide / 6.3);
  const parts = [s("text", { x: left, y: top + 16, class: "name" },
    s("tspan", { class: "strong" }, cut(space.heap.name, letters)), cut(head.slice(space.heap.name.length), letters - space.heap.name.length))];
  const stacks = stacked(ordered(board, space.heap.pieces).filter((one) => !dull.everywhere.includes(one.title)));
  const room = Math.max(1, Math.floor((plan.height - 28) / 19));
  const shown = stacks.length <= room ? stacks : stacks.slice(0, room - 1);
  const step = Math.min(22, (plan.height - 26) / Math.max(1, Math.min(room, stacks.length)));
  shown.forEach(({ piece, n }, i) => {
    const words = states(piece).join(", ");
    parts.push(counter(board, piece, left, top + 22 + i * step, wide, step - 2.5, [
      cut(`${piece.host ? "↳" : ""}${n > 1 ? `${n}× ` : ""}${titleOf(piece)}${words ? ` · ${words}` : ""}`, Math.floor((wide - 34) / 5.9)),
    ]));
  });
  const rest = stacks.length - shown.length + (space.heap.hidden ? 1 : 0);
  if (rest) parts.push(s("text", { x: left, y: plan.height / 2 - 6, class: "more" },
    [stacks.length > shown.length ? `+${stacks.length - shown.length} more` : "", space.heap.hidden ? `${space.heap.hidden} hidden` : ""].filter(Boolean).join(", ")));
  return parts;
}

/** Pieces that look alike in every way are drawn once with their number, unless they bear others. */
function stacked(pieces) {
  const stacks = new Map();
  for (const piece of pieces) {
    const key = piece.host ? piece.id : JSON.stringify([piece.title, piece.owner, piece.face, piece.marks, piece.until, piece.back]);
    if (stacks.has(key)) stacks.get(key).n += 1;
    else stacks.set(key, { piece, n: 1 });
  }
  return [...stacks.values()];
}

/** A small space: its name above, its note below, and up to four square counters between. */
function compactSpace(plan, space, told, board, dull) {
  const y = plan.height / 2;
  const parts = [s("text", { x: 0, y: -y + 14, class: "name middle" }, space.heap.name),
    s("text", { x: 0, y: y - 5, class: "note middle" }, cut([told, space.note].filter(Boolean).join(", "), 15))];
  const pieces = ordered(board, space.heap.pieces);
  const all = pieces.length + (space.heap.hidden ? 1 : 0);
  if (!all) return parts;
  const columns = all > 2 ? 2 : 1;
  const rows = all > 1 ? 2 : 1;
  const w = columns === 2 ? 44 : 74;
  const high = rows === 2 ? 29 : 36;
  const most = all > 4 ? 3 : 4;
  const at = (i) => [-(columns * (w + 2)) / 2 + (i % columns) * (w + 2) + 1, -(rows * (high + 2)) / 2 + Math.floor(i / columns) * (high + 2) + 2];
  pieces.slice(0, most).forEach((piece, i) => {
    const [x, top] = at(i);
    const letters = Math.floor((w - (columns === 2 ? 4 : 14)) / 5.9);
    const title = titleOf(piece).split(" ").filter((word, n) => n || word !== dull.words[piece.owner]).join(" ");
    const state = states(piece).map((one) => cut(one, columns === 2 ? 7 : 12)).join(" ");
    parts.push(counter(board, piece, x, top, w, high, [cut(`${piece.host ? "+" : ""}${title}`, letters), cut(state, letters + 1)], true));
  });
  if (all > Math.min(most, pieces.length)) {
    const [x, top] = at(Math.min(most, pieces.length));
    parts.push(s("text", { x: x + w / 2, y: top + 18, class: "more middle" },
      pieces.length > most ? `+${all - most}` : `${space.heap.hidden} hid.`));
  }
  return parts;
}

function counter(board, piece, x, y, w, high, lines, small = false) {
  const seat = rank(board, piece);
  const group = s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: `counter ${seat < 0 ? "nobody" : `side${seat % 6}`}`, dataset: { piece: piece.id } },
    s("title", {}, ownedText(piece)),
    s("path", { d: counterShape(seat < 0 ? -1 : seat % 6, w, high) }));
  if (small) {
    group.append(s("text", { x: w / 2, y: high / 2 - (lines[1] ? 2 : -4), class: "middle small" }, lines[0]));
    if (lines[1]) group.append(s("text", { x: w / 2, y: high / 2 + 9, class: "middle tiny" }, lines[1]));
  } else {
    const owner = seat < 0 ? "" : short(piece.owner);
    group.append(s("text", { x: 9, y: high / 2 + 4, class: "small" }, owner ? s("tspan", { class: "strong" }, `${owner} `) : "", lines[0]));
  }
  return group;
}

