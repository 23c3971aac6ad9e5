// The space in focus with everything on it, and what pointing at a space or piece means.

import { find, h, put, say } from "./dom.js";
import { controlText, figureTable, items, spoken, textList } from "./cards.js";
import { symbol } from "./components.js";
import { capital, counted, ownedText, trackText } from "./labels.js";

/** @import { Piece, Space, SpaceFace } from "./types.d.ts" */

export class FocusedSpace {
  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.zone = "";
    /** @type {import("./types.d.ts").Prompt | undefined} The question for which a piece is shown. */
    this.question = undefined;
    this.frame = h("section", { class: "panel here", "aria-label": "The space in focus", hidden: true });
  }

  /** @param {string} zone */
  show(zone) {
    this.zone = zone;
    this.question = undefined;
    const space = this.match.shown.spaces.find((place) => place.zone === zone);
    this.frame.hidden = !space;
    if (!space) return;
    const { stack } = space;
    const choices = this.choices(space);
    const tracks = Object.entries(space.tracks)
      .filter(([, value]) => value)
      .map(([name, value]) => trackText(name, value));
    put(
      this.frame,
      h("h2", {}, stack.name, " ", h("span", { class: "faint" }, [space.note, ...tracks].filter(Boolean).join(", "))),
      this.printed(space),
      h(
        "ul",
        { class: "chips" },
        this.pieces(stack.pieces),
        stack.hidden ? h("li", { class: "piece" }, `${stack.hidden} hidden`) : null,
      ),
      choices.length
        ? h(
            "div",
            { class: "candidates" },
            choices.map((token) => this.button(token, space)),
          )
        : null,
      this.match.boardView.plan?.kind === "hex" ? this.seen(space) : null,
      this.canAsk ? [space.zone, ...this.mine(stack.pieces)].map((token) => this.possible(token, space)) : null,
    );
  }

  /** Whether there is a question for which it matters what a piece may do. */
  get canAsk() {
    return this.match.isLive && Boolean(this.match.commandPanel.prompt);
  }

  /**
   * The pieces of the viewer's seat.
   * @param {Piece[]} pieces
   */
  mine(pieces) {
    return pieces.filter((piece) => !piece.hidden && piece.owner === this.match.seat).map((piece) => piece.id);
  }

  /**
   * What a piece or the space may do, one fold away; asked for when it is unfolded.
   * @param {string} token
   * @param {Space} space
   */
  possible(token, space) {
    const piece = space.stack.pieces.find(({ id }) => id === token);
    return this.unfolding(
      token,
      piece ? `What can ${ownedText(piece)} do?` : `What can be done in ${space.stack.name}?`,
    );
  }

  /**
   * What is seen from here, and what fire reaches, one fold away.
   * @param {Space} space
   */
  seen(space) {
    return this.unfolding("seen", "What is seen from here?", async (content) => {
      const { looker, seenList } = await import("./sight.js");
      put(content, seenList(this.match, looker(space, null)));
    });
  }

  /**
   * @param {string} token
   * @param {string} question
   * @param {(content: HTMLElement) => void} tell
   */
  unfolding(token, question, tell = (content) => this.tell(token, content)) {
    const content = h("div", {});
    return h(
      "details",
      {
        class: "may",
        ontoggle: (/** @type {{ target: HTMLDetailsElement }} */ { target }) => {
          if (target.open) tell(content);
        },
      },
      h("summary", { dataset: { key: `may-${token}` } }, question),
      content,
    );
  }

  /**
   * A card or unit that is no answer now: what it could do, and why not.
   * @param {Piece} piece
   */
  showPiece(piece) {
    this.zone = "";
    this.question = this.match.commandPanel.prompt;
    this.frame.hidden = false;
    const name = this.match.nameOf(piece.id);
    const content = h("div", {});
    put(this.frame, h("h2", {}, name), content);
    if (this.canAsk) this.tell(piece.id, content);
    this.frame.scrollIntoView({ block: "nearest" });
    say(`${name} is no answer now.`);
  }

  /**
   * Say what a piece or space may do and why not more.
   * @param {string} token
   * @param {HTMLElement} content
   */
  async tell(token, content) {
    const { possibilities } = await import("./possible.js");
    put(content, possibilities(this.match, token));
  }

  /**
   * What the space prints, who controls it, and what its numbers amount to now.
   * @param {Space} space
   */
  printed({ zone, stack, note }) {
    /** @type {SpaceFace | undefined} */
    const face = this.match.components.spaces[zone];
    const ruleButton = (/** @type {string} */ rule) => this.match.ruleButton(rule);
    const printed = new Set(face?.figures.map(({ name }) => name));
    return [
      face
        ? h(
            "p",
            { class: "terrain" },
            symbol(face.symbol),
            [
              note.startsWith(face.terrain) ? "" : capital(face.terrain),
              face.level ? `level ${face.level}` : "",
              face.objective ? `objective: ${face.objective}` : "",
              controlText(stack.control),
            ]
              .filter(Boolean)
              .join(" · "),
          )
        : h("p", { class: "terrain" }, controlText(stack.control)),
      figureTable(
        (face?.figures ?? []).map((figure) => ({ figure, now: stack.values.find(({ name }) => name === figure.name) })),
        ruleButton,
      ),
      stack.values
        .filter(({ name }) => !printed.has(name))
        .map((value) => h("p", {}, items(value, ruleButton, `${value.name} `))),
      textList(face ? [...edgesOf(face), ...face.texts] : [], ruleButton),
    ];
  }

  /**
   * The pieces with their figures, and where these differ from what is printed, why.
   * @param {Piece[]} pieces
   */
  pieces(pieces) {
    const ruleButton = (/** @type {string} */ rule) => this.match.ruleButton(rule);
    const { components } = this.match;
    const seen = new Set();
    const texts = pieces.map((piece) => spoken(piece, components.face(piece)));
    return pieces.map((piece, i) => {
      if (seen.has(texts[i])) return null;
      seen.add(texts[i]);
      return h(
        "li",
        { class: "piece" },
        symbol(components.face(piece)?.symbol ?? ""),
        counted(texts.filter((text) => text === texts[i])),
        piece.values.map((value) => h("span", { class: "why" }, items(value, ruleButton, `${value.name} now `))),
      );
    });
  }

  /**
   * What cannot be chosen says at once what it can do, and why not more.
   * @param {string} token
   */
  unfold(token) {
    const details = find(this.frame, `[data-key="may-${CSS.escape(token)}"]`)?.parentElement;
    if (details instanceof HTMLDetailsElement) details.open = true;
  }

  /** Draw the same space after something changed; what a piece could do is of no use for another question. */
  redraw() {
    if (this.zone) this.show(this.zone);
    else if (this.question && this.question.window !== this.match.commandPanel.prompt?.window) this.frame.hidden = true;
  }

  /**
   * @param {string} token
   * @param {Space} space
   */
  button(token, space) {
    return h(
      "button",
      {
        type: "button",
        class: "target",
        dataset: { key: `here-${token}` },
        onclick: () => this.match.commandPanel.point(token),
      },
      token === space.zone ? `${space.stack.name} itself` : this.match.nameOf(token),
    );
  }

  /**
   * The space and the pieces on it, as far as they may be chosen.
   * @param {Space} space
   */
  choices(space) {
    const { targets } = this.match;
    return [space.zone, ...space.stack.pieces.map((piece) => piece.id)].filter((token) => targets.has(token));
  }

  /**
   * A space or a piece on it was pointed at. Where it is not clear which is meant, ask.
   * @param {string | null} piece
   * @param {Space} space
   * @param {boolean} byKey
   */
  point(piece, space, byKey) {
    const { match } = this;
    if (!match.isLive) return;
    if (piece && match.targets.has(piece)) {
      match.commandPanel.point(piece);
      return;
    }
    const choices = this.choices(space);
    if (choices.length === 1 || (choices.includes(space.zone) && !piece && !byKey)) {
      match.commandPanel.point(choices.length === 1 ? choices[0] : space.zone);
    } else if (choices.length) {
      this.show(space.zone);
      find(this.frame, ".candidates button")?.focus();
    } else if (match.targets.size) {
      if (byKey) say(`${space.stack.name} cannot be chosen now.`);
      this.unfold(piece ?? space.zone);
    }
  }
}

/**
 * What runs along the sides of a space, each kind once with the neighbours that it leads to.
 * @param {SpaceFace} face
 */
function edgesOf(face) {
  /** @type {Map<string, { text: string, rule: string, to: string[] }>} */
  const kinds = new Map();
  for (const { title, rule, to } of face.edges) {
    const kind = kinds.get(title) ?? { text: title, rule, to: [] };
    if (to) kind.to.push(to);
    kinds.set(title, kind);
  }
  return [...kinds.values()].map(({ text, rule, to }) => ({
    text: to.length ? `${text} to ${to.join(", ")}` : text,
    rule,
  }));
}
