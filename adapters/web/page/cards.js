// Cards and other pieces beside the board: small in their places, and large enough to be read.

import { figuresText, isCard, present, symbol } from "./components.js";
import { dialog, h, put } from "./dom.js";
import { ownedText, plain, seatName, states, titleOf } from "./labels.js";

/** @import { Children, CurrentValue, Face, Figure, Piece } from "./types.d.ts" */

const HOVER_MS = 350;
const PRESS_MS = 500;
const WIDEST = 340;

/**
 * What a small card shows: title, subtitle, symbol, figures with their names, and its texts in small print;
 * a card of which both ends show has each end by itself.
 * @param {Piece} piece
 * @param {Face} face
 * @param {number} n
 * @param {Face[]} ends
 */
export function cardContent(piece, face, n, ends = []) {
  if (ends.length)
    return [
      ends.map((end) => halfCard(piece, end)),
      badges(piece, face),
      n > 1 ? h("span", { class: "times" }, `×${n}`) : null,
    ];
  return [
    h(
      "span",
      { class: "card-head" },
      symbol(face.symbol),
      h("strong", { class: "title" }, face.title, n > 1 ? ` ×${n}` : ""),
    ),
    face.subtitle ? h("span", { class: "subtitle" }, face.subtitle) : null,
    badges(piece, face),
    h(
      "span",
      { class: "figures" },
      face.figures.map((figure) => smallFigure(piece, figure)),
    ),
    face.texts.length ? h("span", { class: "print" }, face.texts.map(({ text }) => text).join(" ")) : null,
  ];
}

/**
 * One end of a card with two.
 * @param {Piece} piece
 * @param {Face} end
 */
const halfCard = (piece, end) =>
  h(
    "span",
    { class: `end family-${end.family}` },
    h("span", { class: "card-head" }, symbol(end.symbol), h("strong", { class: "title" }, end.title)),
    h(
      "span",
      { class: "figures" },
      end.figures.map((figure) => smallFigure(piece, figure)),
    ),
  );

/**
 * A counter or marker beside the board: its symbol, title and figures in one line.
 * @param {Piece} piece
 * @param {Face} face
 * @param {number} n
 */
export function chipContent(piece, face, n) {
  const figures = face.figures.filter(({ value }) => typeof value === "number").slice(0, 4);
  return [
    symbol(face.symbol),
    h("span", { class: "title" }, h("strong", {}, face.title), n > 1 ? ` ×${n}` : ""),
    figures.length
      ? h(
          "span",
          { class: "numbers", title: figuresText(piece, face) },
          figures.map((figure) =>
            h("span", { class: figure.note === "boxed" ? "boxed" : "" }, valueText(piece, figure)),
          ),
        )
      : null,
    badges(piece, face),
  ];
}

/**
 * Face and marks as badges, each mark with its symbol; what the title says already is left out.
 * @param {Piece} piece
 * @param {Face | undefined} face
 */
export function badges(piece, face) {
  const words = states(piece);
  const isSaid = piece.face && (isCard(piece) || face?.subtitle.includes(plain(piece.face)));
  const marks = Object.keys(piece.marks);
  const skipped = piece.face ? 1 : 0;
  return words
    .map((word, i) =>
      i < skipped ? (isSaid ? null : h("span", { class: "badge" }, word)) : mark(marks[i - skipped], word),
    )
    .filter((badge) => badge !== null);
}

/**
 * @param {string} name
 * @param {string} words
 */
const mark = (name, words) => h("span", { class: "badge" }, symbol(name), words);

/**
 * @param {Piece} piece
 * @param {Figure} figure
 */
function valueText(piece, figure) {
  const { printed, now, sign } = present(piece, figure);
  return printed === now ? String(printed) : `${printed}${sign}${now}`;
}

/**
 * A number stands before its name, words stand after it.
 * @param {Piece} piece
 * @param {Figure} figure
 */
function smallFigure(piece, figure) {
  const value = valueText(piece, figure);
  const bold = h("b", { class: figure.note === "boxed" ? "boxed" : "" }, value);
  const name = h("span", { class: "name" }, figure.name);
  if (value === "") return h("span", { class: "figure word" }, h("b", {}, figure.name));
  if (typeof figure.value === "number") return h("span", { class: "figure" }, bold, " ", name);
  return h("span", { class: "figure word" }, name, " ", bold);
}

/**
 * Every figure with its meaning and rule, and every text: a face large enough to be read.
 * @param {Piece} piece
 * @param {Face} face
 * @param {(rule: string) => Children} ruleButton
 */
export function readable(piece, face, ruleButton) {
  return [
    face.subtitle ? h("p", { class: "faint" }, face.subtitle) : null,
    states(piece).length ? h("p", {}, `Now: ${states(piece).join(", ")}.`) : null,
    figureTable(
      face.figures.map((figure) => ({ figure, now: piece.values.find(({ name }) => name === figure.name) })),
      ruleButton,
    ),
    textList(face.texts, ruleButton),
  ];
}

/**
 * @param {{ figure: Figure, now: CurrentValue | undefined }[]} figures
 * @param {(rule: string) => Children} ruleButton
 */
export function figureTable(figures, ruleButton) {
  if (!figures.length) return null;
  return h(
    "dl",
    { class: "figure-list" },
    figures.map(({ figure, now }) =>
      h(
        "div",
        {},
        h("dt", {}, figure.name, " ", h("b", { class: figure.note === "boxed" ? "boxed" : "" }, String(figure.value))),
        h(
          "dd",
          {},
          [figure.note, figure.meaning].filter(Boolean).join(": "),
          " ",
          ruleButton(figure.rule),
          items(now, ruleButton),
        ),
      ),
    ),
  );
}

/**
 * What a value amounts to now, item by item.
 * @param {CurrentValue | undefined} now
 * @param {(rule: string) => Children} ruleButton
 */
export function items(now, ruleButton, lead = "now ") {
  if (!now) return null;
  return h(
    "span",
    { class: "items" },
    h("b", {}, `${lead}${now.value}`),
    now.items.length ? " = " : "",
    now.items.map((item, i) => [
      i || item.value < 0 ? ` ${item.value < 0 ? "−" : "+"} ` : "",
      `${Math.abs(item.value)} ${item.name} `,
      ruleButton(item.rule),
    ]),
  );
}

/**
 * @param {{ text: string, rule: string }[]} texts
 * @param {(rule: string) => Children} ruleButton
 */
export const textList = (texts, ruleButton) =>
  texts.length
    ? h(
        "ul",
        { class: "texts" },
        texts.map(({ text, rule }) => h("li", {}, text, " ", ruleButton(rule))),
      )
    : null;

/** Cards enlarge while pointed at or in focus; a long press or the button beside them opens them as a dialog. */
export class Reader {
  /** @type {number | undefined} */
  timer = undefined;
  /** @type {HTMLElement | undefined} What is enlarged. */
  element = undefined;

  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.large = h("div", { class: "large panel", "aria-hidden": "true", hidden: true });
    document.body.append(this.large);
    const away = () => (this.large.hidden = true);
    window.addEventListener("scroll", away, { passive: true, capture: true });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && this.hide());
  }

  /**
   * Let an element enlarge the piece that it shows.
   * @template {HTMLElement} Made
   * @param {Made} element
   * @param {Piece} piece
   * @returns {Made}
   */
  watch(element, piece) {
    const soon = (/** @type {number} */ ms, /** @type {() => void} */ then) => {
      clearTimeout(this.timer);
      this.timer = setTimeout(then, ms);
    };
    let pressed = false;
    element.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType === "mouse") soon(HOVER_MS, () => this.show(element, piece));
    });
    element.addEventListener("pointerdown", ({ pointerType }) => {
      pressed = false;
      this.hide();
      if (pointerType !== "mouse")
        soon(PRESS_MS, () => {
          pressed = true;
          this.open(piece);
        });
    });
    for (const end of ["pointerleave", "pointerup", "pointercancel"]) element.addEventListener(end, () => this.hide());
    element.addEventListener(
      "focusin",
      () => element.matches(":has(:focus-visible), :focus-visible") && this.show(element, piece),
    );
    element.addEventListener("focusout", () => this.hide());
    element.addEventListener("contextmenu", (event) => pressed && event.preventDefault());
    element.addEventListener(
      "click",
      (event) => {
        if (pressed) event.stopPropagation();
        pressed = false;
      },
      { capture: true },
    );
    return element;
  }

  /**
   * @param {HTMLElement} element
   * @param {Piece} piece
   */
  show(element, piece) {
    const face = this.match.components.face(piece);
    if (!face || !element.isConnected) return;
    this.element = element;
    const rule = (/** @type {string} */ id) => (id ? h("span", { class: "faint" }, `[${id}]`) : null);
    put(this.large, h("strong", {}, symbol(face.symbol), " ", face.title), readable(piece, face, rule));
    this.large.hidden = false;
    const box = element.getBoundingClientRect();
    const { offsetWidth: w, offsetHeight: high } = this.large;
    const right = box.right + 8 + w <= innerWidth ? box.right + 8 : Math.max(4, box.left - 8 - w);
    const isNarrow = innerWidth < 2 * WIDEST;
    const top = isNarrow ? Math.max(4, box.top - high - 8) : Math.min(box.top, innerHeight - high - 8);
    this.large.style.left = `${isNarrow ? Math.max(4, Math.min(box.left, innerWidth - w - 4)) : right}px`;
    this.large.style.top = `${Math.max(4, top)}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.large.hidden = true;
  }

  /** Nothing stays enlarged that is gone from the table. */
  tidy() {
    if (!this.element?.isConnected) this.large.hidden = true;
  }

  /** @param {Piece} piece */
  open(piece) {
    const face = this.match.components.face(piece);
    if (!face) return;
    this.hide();
    const rule = (/** @type {string} */ id) => {
      const button = this.match.ruleButton(id);
      button?.addEventListener("click", () => box.close(), { capture: true });
      return button;
    };
    const box = dialog(face.title, symbol(face.symbol), readable(piece, face, rule));
    box.classList.add("reading");
  }

  /**
   * The button that opens a card to be read, for people who neither hover nor press long.
   * @param {Piece} piece
   */
  button(piece) {
    return h(
      "button",
      {
        type: "button",
        class: "read",
        "aria-label": `Read ${titleOf(piece)}`,
        title: "Read it in full",
        dataset: { key: `read-${piece.id}` },
        onclick: () => this.open(piece),
      },
      "i",
    );
  }
}

/**
 * A piece in words, with its figures: what a screen reader tells of it.
 * @param {Piece} piece
 * @param {Face | undefined} face
 */
export const spoken = (piece, face) => [ownedText(piece), figuresText(piece, face)].filter(Boolean).join(": ");

/** @param {string} seat */
export const controlText = (seat) => (seat ? `Controlled by ${seatName(seat)}` : "");
