// The zones beside the board: the viewer's hand as cards, and rows of piles.

import { Reader, badges, cardContent, chipContent, items, spoken } from "./cards.js";
import { isCard, valuesText } from "./components.js";
import { find, h, put } from "./dom.js";
import { capital, stackText, ownedText, plain, titleOf } from "./labels.js";
import { groups, isGroup, phaseTrack } from "./tableau.js";

/** @import { Board, Piece, Stack } from "./types.d.ts" */

const MOST_OPEN = 32;
const FEW = 10;
/** So much of the phase before is seen as well. */
const BEFORE_NOW = 40;

/**
 * The stacks that are a seat's hand, by the words in their name.
 * @param {Stack} stack
 * @param {string | undefined} seat
 */
const isHandOf = (stack, seat) => {
  const words = stack.zone.split("-");
  return Boolean(seat) && words.includes("hand") && words.includes(seat ?? "");
};

/**
 * Put elements into a parent, if they are not there already.
 * @param {HTMLElement} parent
 * @param {(HTMLElement | null)[]} elements
 */
function fillWith(parent, elements) {
  const wanted = elements.filter((element) => element !== null);
  const isThere = wanted.length === parent.childNodes.length && wanted.every((one, i) => parent.childNodes[i] === one);
  if (!isThere) put(parent, wanted);
}

/**
 * Where there is no room for all phases, that which is under way is in sight.
 * @param {HTMLElement | null} track
 */
export function showNow(track) {
  const now = track && find(track, ".now");
  if (now) track.scrollLeft = now.offsetLeft - track.offsetLeft - BEFORE_NOW;
}

/**
 * Whether somebody's groups are in a row, rather than piles.
 * @param {{ stacks: Stack[] }} row
 */
const isInPlay = ({ stacks }) => stacks.some(isGroup);

export class StacksView {
  /** @type {Board} */
  board;
  /** @type {Set<string>} */
  targets = new Set();
  /** @type {Set<string>} */
  chosen = new Set();
  isTableau = false;
  /** @type {HTMLElement | null} The phases of the turn as drawn last. */
  track = null;
  /** @type {Map<string, boolean>} The stacks that the viewer opened or closed by hand. */
  opened = new Map();
  /** @type {Map<string, { key: string, element: HTMLElement | null }>} */
  drawn = new Map();

  /**
   * @param {import("./match.js").Match} match
   * @param {{ onPoint: (token: string) => void }} listeners
   */
  constructor(match, { onPoint }) {
    this.match = match;
    this.onPoint = onPoint;
    this.reader = new Reader(match);
    this.hand = h("section", { class: "panel hand", "aria-label": "My hand" });
    this.phases = h("div", { class: "phase-box" });
    this.groups = h("div", { class: "all-groups" });
    this.rows = h("section", { class: "rows", "aria-label": "Beside the board" });
  }

  /**
   * @param {Board} board
   * @param {string} role
   * @param {Set<string>} targets
   * @param {Set<string>} chosen
   */
  show(board, role, targets, chosen) {
    this.board = board;
    this.targets = targets;
    this.chosen = chosen;
    const hands = board.rows.flatMap((row) => row.stacks).filter((stack) => isHandOf(stack, role));
    this.hand.hidden = !hands.length;
    this.isTableau = !board.spaces.length;
    this.rows.classList.toggle("tableau", this.isTableau);
    this.hand.classList.toggle("peeks", board.spaces.length > 0);
    fillWith(
      this.hand,
      hands.map((stack) => this.once(`hand ${stack.zone}`, [stack], () => this.handOf(stack))),
    );
    const track = this.once("phases", [], () => phaseTrack(board), [board.phase, board.phases]);
    fillWith(this.phases, [track]);
    if (track !== this.track) showNow((this.track = track));
    const [inPlay, beside] = [true, false].map((wanted) =>
      board.rows
        .filter((row) => isInPlay(row) === wanted)
        .map((row) => this.once(`row ${row.title}`, row.stacks, () => this.row(row, hands), [hands.length])),
    );
    fillWith(this.groups, this.isTableau ? inPlay : []);
    const tracks = this.once("tracks", [], () => tracksRow(board), [board.tracks]);
    fillWith(this.rows, [...(this.isTableau ? [this.groups] : inPlay), ...beside, tracks]);
    this.reader.tidy();
  }

  /**
   * What was drawn before, as long as nothing in it has changed: a step of the replay changes little.
   * @param {string} name
   * @param {Stack[]} stacks
   * @param {() => HTMLElement | null} draw
   * @param {unknown[]} [more] what else it depends on
   */
  once(name, stacks, draw, more = []) {
    const tokens = stacks.flatMap(({ zone, pieces }) => [zone, ...pieces.map(({ id }) => id)]);
    const key = JSON.stringify([
      stacks,
      tokens.filter((token) => this.targets.has(token)),
      tokens.filter((token) => this.chosen.has(token)),
      this.isTableau,
      this.match.components.kinds.size,
      Object.keys(this.match.components.spaces).length,
      this.board.seats,
      this.match.focused.canAsk,
      more,
    ]);
    const drawn = this.drawn.get(name);
    if (drawn?.key === key) return drawn.element;
    const element = draw();
    this.drawn.set(name, { key, element });
    return element;
  }

  /** @param {Stack} stack */
  handOf(stack) {
    return h(
      "div",
      { class: "hand-of" },
      h("h2", {}, "My hand ", h("span", { class: "faint" }, stack.count === null ? "" : `(${stack.count})`)),
      stack.count === 0 ? h("p", { class: "faint" }, "No cards.") : this.pieces(stack, "cards", true),
    );
  }

  /**
   * @param {{ title: string, stacks: Stack[] }} row
   * @param {Stack[]} hands
   */
  row(row, hands) {
    const stacks = row.stacks.filter((stack) => !hands.includes(stack));
    const full = stacks.filter((stack) => stack.count !== 0 || this.isTarget(stack));
    if (!full.length) return null;
    if (this.isTableau && full.every(isGroup)) return groups(this, full);
    const alone = row.stacks.length === 1;
    return h(
      "div",
      { class: "stacks" },
      alone ? null : h("h3", {}, capital(plain(row.title))),
      full.map((stack) => this.stack(stack, capital(alone ? row.title : stack.name))),
    );
  }

  /** @param {Stack} stack */
  isTarget(stack) {
    return this.targets.has(stack.zone) || stack.pieces.some((piece) => this.targets.has(piece.id));
  }

  /**
   * @param {Stack} stack
   * @param {string} name
   */
  stack(stack, name) {
    const due = this.isTarget(stack);
    const count = stack.count === null ? "?" : stack.count;
    const summary = `${name} (${count})`;
    if (stack.hidden && stack.hidden === stack.count && !this.targets.has(stack.zone)) {
      return h("span", { class: "pile" }, h("span", { class: "back", "aria-hidden": "true" }), `${summary}, hidden`);
    }
    const zone = this.targets.has(stack.zone) ? this.button(stack.zone, `Choose ${name}`) : null;
    // What is folded up is not drawn: a step of the replay would draw it for nobody.
    const content = () =>
      [
        zone,
        this.pieces(stack, stack.pieces.some(isCard) ? "cards" : "chips"),
        stack.hidden ? h("span", { class: "faint" }, `and ${stack.hidden} hidden`) : null,
        this.totals(stack),
      ].filter((child) => child !== null);
    const usual =
      (due && stack.pieces.length <= MOST_OPEN) || (this.isTableau && stack.pieces.length <= FEW && !stack.ordered);
    const open = this.opened.get(stack.zone) ?? usual;
    return h(
      "details",
      { open, class: due ? "due" : "", ontoggle: (event) => this.toggled(stack.zone, event.target, usual, content) },
      h("summary", { dataset: { key: `stack-${stack.zone}` } }, summary),
      open ? content() : null,
    );
  }

  /**
   * What is added up there, such as a group's attack and defence; its items one fold away.
   * @param {Stack} stack
   */
  totals(stack) {
    if (!stack.values.length) return null;
    const ruleButton = (/** @type {string} */ rule) => this.match.ruleButton(rule);
    return h(
      "details",
      { class: "totals" },
      h("summary", { dataset: { key: `totals-${stack.zone}` } }, valuesText(stack)),
      h(
        "ul",
        {},
        stack.values.map((value) => h("li", {}, items(value, ruleButton, `${value.name} `))),
      ),
    );
  }

  /**
   * @param {string} zone
   * @param {HTMLDetailsElement} details
   * @param {boolean} usual
   * @param {() => HTMLElement[]} content
   */
  toggled(zone, details, usual, content) {
    if (details.open && details.childElementCount === 1) details.append(...content());
    if (details.open !== usual) this.opened.set(zone, details.open);
    else this.opened.delete(zone);
  }

  /**
   * @param {Stack} stack
   * @param {string} kind
   * @param {boolean} answers whether one asks of each piece what it can do
   */
  pieces(stack, kind, answers = false) {
    return h(
      "ul",
      { class: kind, "aria-label": stackText(stack) },
      stacked(stack.pieces, (piece) => this.targets.has(piece.id) || this.chosen.has(piece.id)).map(({ piece, n }) =>
        h("li", {}, this.piece(piece, n, answers)),
      ),
    );
  }

  /**
   * A piece that may be chosen, or of which one may ask why not, is a button.
   * @param {Piece} piece
   * @param {number} n
   * @param {boolean} answers
   */
  piece(piece, n, answers = true) {
    const rank = this.board.seats.indexOf(piece.owner);
    const side = `side${rank < 0 ? "none" : rank % 6}`;
    const face = this.match.components.face(piece);
    const content = face
      ? isCard(piece)
        ? cardContent(piece, face, n, this.match.components.ends(piece))
        : chipContent(piece, face, n)
      : plainContent(piece, n);
    const dot = piece.owner ? h("span", { class: `dot ${side}`, "aria-hidden": "true" }) : null;
    const open = this.targets.has(piece.id);
    const chosen = this.chosen.has(piece.id);
    const family = face?.family ? ` family-${face.family}` : "";
    const look = `piece ${looksOf(piece)} edge-${side}${family}${this.match.components.isTurned(piece) ? " turned" : ""}`;
    const why = answers && !piece.hidden && this.match.focused.canAsk;
    const element =
      open || chosen || why
        ? h(
            "button",
            {
              type: "button",
              class: `${look} ${open ? "target" : ""} ${chosen ? "chosen" : ""} ${open || chosen ? "" : "no-answer"}`,
              "aria-pressed": open || chosen ? String(chosen) : undefined,
              dataset: { key: `piece-${piece.id}` },
              onclick: () => (open || chosen ? this.onPoint(piece.id) : this.match.focused.showPiece(piece)),
            },
            dot,
            content,
          )
        : h("div", { class: look, title: face ? undefined : ownedText(piece) }, dot, content);
    if (!face) return element;
    const holder = h("div", { class: "holder" }, element, isCard(piece) ? this.reader.button(piece) : null);
    if (!isCard(piece)) element.title = spoken(piece, face);
    return this.reader.watch(holder, piece);
  }

  /**
   * @param {string} token
   * @param {string} words
   */
  button(token, words) {
    return h(
      "button",
      { type: "button", class: "target", dataset: { key: `zone-${token}` }, onclick: () => this.onPoint(token) },
      words,
    );
  }
}

/** @param {Piece} piece */
const looksOf = (piece) => (piece.hidden ? `hidden-card back-${piece.back}` : isCard(piece) ? "as-card" : "");

/**
 * A piece of which no face is known: a hidden one with its back, or one that prints nothing.
 * @param {Piece} piece
 * @param {number} n
 */
function plainContent(piece, n) {
  const lines = titleOf(piece).split(" / ");
  return [
    h(
      "span",
      { class: "title" },
      h("strong", {}, lines[0]),
      n > 1 ? ` ×${n}` : "",
      lines.slice(1).map((one) => h("span", { class: "line" }, one)),
    ),
    badges(piece, undefined),
  ];
}

/**
 * Equal pieces once with their number, but each by itself when it may be chosen or its order counts.
 * @param {Piece[]} pieces
 * @param {(piece: Piece) => boolean} alone
 */
function stacked(pieces, alone) {
  /** @type {Map<string, { piece: Piece, n: number }>} */
  const stacks = new Map();
  let run = 0;
  let before = "";
  for (const piece of pieces) {
    const looks = JSON.stringify([piece.title, piece.owner, piece.face, piece.marks, piece.back]);
    if (looks !== before) run += 1;
    before = looks;
    const key = alone(piece) ? piece.id : piece.place >= 0 ? `${run} ${looks}` : looks;
    const stack = stacks.get(key);
    if (stack) stack.n += 1;
    else stacks.set(key, { piece, n: 1 });
  }
  return [...stacks.values()];
}

/**
 * The tracks that do not belong to a space.
 * @param {Board} board
 */
function tracksRow(board) {
  const onSpaces = new Set(
    board.spaces.flatMap((space) => Object.keys(space.tracks).map((name) => `${name}/${space.zone}`)),
  );
  const tracks = Object.entries(board.tracks).filter(
    ([name]) =>
      !onSpaces.has(name) && !name.startsWith("rewind/") && !name.startsWith("adopt/") && !name.startsWith("match/"),
  );
  if (!tracks.length) return null;
  return h(
    "div",
    { class: "stacks" },
    h("h3", {}, "Tracks"),
    h(
      "ul",
      { class: "chips" },
      tracks.map(([name, value]) => h("li", { class: "piece" }, `${board.track_labels[name]}: ${value}`)),
    ),
  );
}
