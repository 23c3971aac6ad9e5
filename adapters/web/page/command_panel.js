// What is asked, what may be answered, and the command as it grows until it is sent.

import * as builder from "./command_builder.js";
import { freshId } from "./api.js";
import { dialog, find, h, put } from "./dom.js";
import { asksFirst } from "./help.js";
import { Previews, inShort, previewView } from "./previews.js";
import { SentCommands } from "./sent_commands.js";
import { capital, ownedText, plain, seatName } from "./labels.js";

/** @import { Candidate, Children, CommandDraft, Entry, IndexedBoard, Offer, Prompt, SentCommand, Slot, SlotValue } from "./types.d.ts" */

const AS_LIST = 18;
const FILTER_FROM = 10;
const HOVER_MS = 120;
/** Where nothing can be pointed at without being pressed, a command is shown before it is sent. */
const isTouched = () => matchMedia("(pointer: coarse)").matches;

export class CommandPanel {
  /**
   * `onChange` is called when other targets are lit, `ruleButton` makes a button that explains a rule.
   * @param {import("./match.js").Match} match
   * @param {{ onChange: () => void, ruleButton: (rule: string) => Children }} options
   */
  constructor(match, { onChange, ruleButton }) {
    this.match = match;
    this.onChange = onChange;
    this.ruleButton = ruleButton;
    this.draft = builder.begin([]);
    this.sent = new SentCommands(match, ruleButton);
    this.previews = new Previews(match);
    this.preview = h("div", { class: "preview-box" });
    /** @type {number | undefined} */
    this.hovering = undefined;
    /** @type {Prompt | undefined} */
    this.prompt = undefined;
    this.filter = "";
    /** @type {Children} */
    this.words = [];
    this.goesOn = false;
    this.content = h("div", { class: "asked" });
    this.help = h("div", { class: "help-box" });
    this.latest = h("div", { class: "latest", "aria-hidden": "true" });
    this.frame = h(
      "section",
      { class: "panel order", "aria-label": "What is asked", id: "order" },
      this.latest,
      this.content,
      this.preview,
      this.help,
      this.sent.list,
    );
    this.frame.addEventListener("keydown", (event) => {
      // A key that is held down must not answer one question after the other.
      if (event.key === "Enter" && event.repeat) event.preventDefault();
      if (event.key === "Escape" && builder.isBegun(this.draft)) {
        event.stopPropagation();
        this.back();
      }
    });
  }

  /**
   * A prompt to answer, or words to show where there is none.
   * @param {Prompt | undefined} prompt
   * @param {Children} words
   */
  ask(prompt, words) {
    const fresh = prompt?.offers ?? [];
    this.draft = this.prompt && prompt ? builder.renew(this.draft, fresh) : builder.begin(fresh);
    if (fresh.length === 1 && !this.draft.offer) this.draft = builder.choose(this.draft, fresh[0]);
    if (JSON.stringify(prompt) !== JSON.stringify(this.prompt)) this.filter = "";
    this.prompt = prompt;
    this.words = words;
    if (prompt) this.previews.renew(prompt.window);
    this.draw();
    this.drawHelp();
    // Who sent the last command from here goes on from here.
    if (prompt && this.goesOn && document.activeElement === document.body) this.focus();
    if (prompt) this.goesOn = false;
  }

  get targets() {
    return this.prompt ? builder.targets(this.draft) : new Set();
  }
  get chosen() {
    return this.prompt ? builder.chosen(this.draft) : new Set();
  }

  /**
   * @param {string} token
   * @param {{ focus?: boolean }} options
   */
  point(token, { focus = true } = {}) {
    const before = this.draft;
    this.change(builder.point(before, token), focus);
    if (this.draft !== before && !isTouched()) this.playIfSettled();
  }

  /**
   * Take up an offer with what was pointed at.
   * @param {Offer} offer
   * @param {string} [token]
   */
  take(offer, token) {
    const chosen = builder.choose(builder.begin(this.prompt?.offers ?? []), offer);
    this.change(token && !builder.isSettled(chosen) ? builder.point(chosen, token) : chosen);
    this.playIfSettled();
  }

  /** One click plays what can be played in one way only. */
  playIfSettled() {
    if (this.prompt && !asksFirst() && builder.isSettled(this.draft)) this.play();
  }

  /** Send the command; where it gives something up, ask first. */
  play() {
    const warning = this.draft.offer?.warning;
    if (!warning) return this.submit();
    const box = dialog(
      capital(this.sentence()),
      h("p", {}, capital(warning)),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "primary", onclick: () => box.close() }, "Go on playing"),
        h(
          "button",
          {
            type: "button",
            class: "anyway",
            onclick: () => {
              box.close();
              this.submit();
            },
          },
          "Do it all the same",
        ),
      ),
    );
    return undefined;
  }

  /** The command so far in plain words. */
  sentence() {
    return capital(builder.sentence(this.draft, (candidate) => this.match.nameOf(candidate)));
  }

  /**
   * @param {CommandDraft} draft
   * @param {boolean} focus
   */
  change(draft, focus = true) {
    const before = this.draft;
    this.draft = draft;
    this.draw();
    this.onChange();
    if (!before.offer && draft.offer) this.match.boardView.reveal(this.targets);
    if (focus && draft.offer && (!before.offer || builder.isReady(draft))) this.focus();
  }

  back() {
    this.change(builder.back(this.draft), false);
    this.focus();
  }

  /** To the button that sends when all is said, else to the first thing still open. */
  focus() {
    const first =
      find(this.content, ".send:not([disabled])") ??
      find(this.content, ".slot.open :is(button, select, input)") ??
      find(this.content, "button.offer, .slot :is(button, select, input)");
    (first ?? find(this.frame, "button"))?.focus({ preventScroll: Boolean(first?.matches(".send")) });
  }

  draw() {
    clearTimeout(this.hovering);
    if (!this.prompt) {
      put(this.preview);
      put(this.content, this.words);
      return;
    }
    const { draft, prompt } = this;
    put(
      this.content,
      h(
        "p",
        { class: "question" },
        h("strong", {}, `${seatName(prompt.seat)}: `),
        prompt.question || "your answer?",
        " ",
        this.ruleButton(prompt.rule),
      ),
      draft.offer ? this.form(draft, draft.offer) : this.offers(draft),
    );
    this.drawPreview();
  }

  // Previews

  /** What the command means that is ready to be sent, and what each choice would that is the last one. */
  drawPreview() {
    const ready = builder.isReady(this.draft) ? builder.command(this.draft) : undefined;
    put(this.preview, ready ? this.shown(ready) : null);
    const commands = builder.completions(this.draft).map(([, command]) => command);
    this.label(commands);
    const wanted = ready ? [ready, ...commands] : commands;
    if (wanted.length) {
      this.previews.learn(wanted).then((any) => {
        if (!any) return;
        this.label(commands);
        if (ready && builder.isReady(this.draft)) put(this.preview, this.shown(builder.command(this.draft)));
      });
    }
  }

  /** @param {object} command */
  shown(command) {
    return previewView(this.previews.get(command), this.ruleButton);
  }

  /**
   * Put the most telling figure beside each choice, in place: buttons do not move under the pointer.
   * @param {object[]} commands
   */
  label(commands) {
    commands.forEach((command, i) => {
      const odds = find(this.content, `[data-odds="${i}"]`);
      if (odds) odds.textContent = inShort(this.previews.get(command));
    });
  }

  /**
   * Show what a command would mean while it is pointed at or in focus.
   * @param {object | undefined} command
   */
  hover(command) {
    clearTimeout(this.hovering);
    if (!command) return;
    this.hovering = setTimeout(async () => {
      await this.previews.learn([command]);
      put(this.preview, this.shown(command));
    }, HOVER_MS);
  }

  /** @param {object | undefined} command */
  hovered(command) {
    return { onpointerenter: () => this.hover(command), onfocus: () => this.hover(command) };
  }

  // Hints for those who play their first matches

  async drawHelp() {
    const { drawHints } = await import("./hints.js");
    drawHints(this.match, this.help);
  }

  // Offers

  /** @param {CommandDraft} draft */
  offers(draft) {
    const matching = draft.offers.filter((one) => one.label.toLowerCase().includes(this.filter.toLowerCase()));
    return h(
      "div",
      { class: "stack" },
      draft.picked.length
        ? this.narrowed(draft)
        : h("p", { class: "faint hint" }, "Choose here, or point at a card, piece or space that is marked."),
      draft.offers.length > FILTER_FROM
        ? h("input", {
            type: "search",
            placeholder: "Find an answer",
            "aria-label": "Find an answer",
            value: this.filter,
            dataset: { key: "filter" },
            oninput: (event) => {
              this.filter = event.target.value;
              this.draw();
            },
          })
        : null,
      h(
        "ul",
        { class: "offers" },
        matching.map((one, i) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: "offer",
                dataset: { key: `offer-${one.text}-${one.label}-${i}` },
                onclick: () => {
                  this.change(builder.choose(this.draft, one));
                  this.playIfSettled();
                },
                ...this.hovered(builder.onlyCommand(one)),
              },
              h("span", {}, one.label),
              /** @param {Offer} offer */
              needs(one) ? h("span", { class: "faint" }, needs(one)) : null,
            ),
          ),
        ),
      ),
    );
  }

  /** @param {CommandDraft} draft */
  narrowed(draft) {
    return h(
      "p",
      { class: "row spread hint" },
      h(
        "span",
        {},
        draft.picked.map((one) => this.match.nameOf(one)).join(", "),
        ": ",
        `${draft.offers.length} answers`,
      ),
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => this.change(builder.begin(this.draft.all), false) },
        "All answers",
      ),
    );
  }

  // The chosen offer

  /**
   * @param {CommandDraft} draft
   * @param {Offer} offer
   */
  form(draft, offer) {
    const ready = builder.isReady(draft);
    return h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          if (builder.isReady(this.draft)) this.play();
        },
      },
      h("p", { class: "row spread" }, h("strong", {}, offer.label), this.ruleButton(offer.rule)),
      offer.constraint ? h("p", { class: "faint" }, offer.constraint) : null,
      offer.slots.filter((slot) => !builder.isFixed(slot)).map((slot) => this.slot(slot, draft.values[slot.name])),
      h("p", { class: "in-words", "aria-live": "polite" }, this.sentence()),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary send", disabled: !ready, dataset: { key: "send" } }, "Send"),
        h("button", { type: "button", dataset: { key: "back" }, onclick: () => this.back() }, "Back"),
      ),
      h(
        "details",
        { class: "text-form" },
        h("summary", { dataset: { key: "text-form" } }, "As text"),
        h("code", {}, builder.text(draft)),
      ),
    );
  }

  /**
   * @param {Slot} slot
   * @param {SlotValue} value
   */
  slot(slot, value) {
    const open = !builder.isFilled(slot, value);
    const legend = slot.many ? `${plain(slot.name)}: ${range(slot)}` : plain(slot.name);
    const control =
      slot.many || slot.candidates.length <= AS_LIST ? this.buttons(slot, value) : this.select(slot, value);
    return h("fieldset", { class: `slot ${open ? "open" : ""}` }, h("legend", {}, legend), control);
  }

  /**
   * @param {Slot} slot
   * @param {SlotValue} value
   */
  buttons(slot, value) {
    const named = new Map(slot.candidates.map((candidate) => [candidate, this.match.nameOf(candidate)]));
    const commands = builder.completions(this.draft);
    const values = builder.listOf(value);
    /** @param {Candidate} candidate */
    const isChosen = (candidate) => (slot.many ? values.includes(candidate) : value === candidate);
    const inOrder = values.length
      ? h("p", { class: "faint" }, "In this order: ", values.map((candidate) => named.get(candidate)).join(", then "))
      : null;
    return [
      h(
        "div",
        { class: "candidates" },
        slot.candidates.map((candidate, i) =>
          h(
            "button",
            {
              type: "button",
              class: `candidate ${isChosen(candidate) ? "chosen" : ""}`,
              "aria-pressed": String(isChosen(candidate)),
              dataset: { key: `slot-${slot.name}-${candidate}` },
              onclick: () => this.pressed(slot, value, candidate),
              ...this.hovered(commands[i]?.[1]),
            },
            named.get(candidate),
            commands.length ? h("span", { class: "odds faint", dataset: { odds: String(i) } }) : null,
          ),
        ),
      ),
      inOrder,
    ];
  }

  /**
   * @param {Slot} slot
   * @param {SlotValue} value
   * @param {Candidate} candidate
   */
  pressed(slot, value, candidate) {
    const next = slot.many ? builder.toggled(builder.listOf(value), slot, candidate) : candidate;
    this.change(builder.set(this.draft, slot.name, next), !slot.many);
    if (!slot.many) this.playIfSettled();
  }

  /**
   * @param {Slot} slot
   * @param {SlotValue} value
   */
  select(slot, value) {
    const id = `slot-${slot.name}`;
    return h(
      "select",
      {
        id,
        "aria-label": plain(slot.name),
        dataset: { key: id },
        onchange: (event) =>
          event.target.value !== "none" &&
          this.change(builder.set(this.draft, slot.name, slot.candidates[Number(event.target.value)]), false),
      },
      h("option", { value: "none", selected: value === undefined }, "choose, or point on the board"),
      slot.candidates.map((one, i) => h("option", { value: i, selected: one === value }, this.match.nameOf(one))),
    );
  }

  /**
   * A new entry of the log: show its last sentence.
   * @param {Entry} entry
   */
  entered(entry) {
    const last = entry.log.filter((sentence) => sentence.tag !== "entry-closed").at(-1);
    if (last) this.latest.textContent = last.text;
    this.sent.entered(entry);
  }

  /** Send the finished command. */
  submit() {
    if (!this.prompt) return;
    /** @type {SentCommand} */
    const command = {
      id: freshId(),
      command: builder.command(this.draft),
      text: builder.text(this.draft),
      says: this.sentence(),
      seat: this.prompt.seat,
      window: this.prompt.window,
      state: "sending",
      detail: "",
    };
    this.draft = builder.begin([]);
    this.prompt = undefined;
    this.previews.stop();
    this.words = h("p", { class: "wait" }, "Sending …");
    this.goesOn = true;
    this.draw();
    this.onChange();
    this.sent.add(command);
  }
}

/**
 * The open slots of an offer in words.
 * @param {Offer} offer
 */
function needs(offer) {
  const open = offer.slots.filter((slot) => !builder.isFixed(slot));
  return open
    .map(
      (slot) =>
        `${plain(slot.name)}${slot.many ? ` (${range(slot)})` : slot.candidates.length > 1 ? ` (${slot.candidates.length})` : ""}`,
    )
    .join(", ");
}

/** @param {Slot} slot */
const range = (slot) =>
  slot.least === slot.most
    ? `${slot.least} of ${slot.candidates.length}`
    : `${slot.least} to ${slot.most} of ${slot.candidates.length}`;

/**
 * A candidate for people: a piece with its owner and place, a way over spaces, a number, or nothing.
 * @param {IndexedBoard} board
 * @param {Candidate} candidate
 */
export function candidateName(board, candidate) {
  if (candidate === "") return "none";
  if (typeof candidate === "number") return String(candidate);
  const found = board.index.get(candidate);
  if (found?.piece)
    return found.hand ? found.piece.title : `${ownedText(found.piece)}${found.name ? ` in ${found.name}` : ""}`;
  if (found) return found.name;
  return candidate.includes(",")
    ? candidate
        .split(",")
        .map((one) => board.index.get(one)?.name ?? one)
        .join(" → ")
    : plain(candidate);
}
