// The space in focus with everything on it, and what pointing at a space or piece means.

import { find, h, put, say } from "./dom.js";
import { counted, ownedText, trackText } from "./labels.js";

/** @import { Space } from "./types.d.ts" */

export class FocusedSpace {
  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.zone = "";
    this.frame = h("section", { class: "panel here", "aria-label": "The space in focus", hidden: true });
  }

  /** @param {string} zone */
  show(zone) {
    this.zone = zone;
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
      h(
        "ul",
        { class: "chips" },
        counted(stack.pieces.map(ownedText)).map((text) => h("li", { class: "piece" }, text)),
        stack.hidden ? h("li", { class: "piece" }, `${stack.hidden} hidden`) : null,
      ),
      choices.length
        ? h(
            "div",
            { class: "candidates" },
            choices.map((token) => this.button(token, space)),
          )
        : null,
    );
  }

  /** Draw the same space after something changed. */
  redraw() {
    if (this.zone) this.show(this.zone);
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
    } else if (match.targets.size && byKey) say(`${space.stack.name} cannot be chosen now.`);
  }
}
