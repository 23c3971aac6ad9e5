// What is asked, what may be answered, and the command as it grows until it is sent.

import * as orders from "./command_builder.js";
import { freshId, NoAnswer, post, Problem, reason } from "./api.js";
import { h, put, say } from "./dom.js";
import { clockText, ownedText, plain, seatName } from "./labels.js";

const AS_LIST = 18;
const FILTER_FROM = 10;

export class OrderPanel {
  /** `match` gives board and position, `onChange` is told when other targets shine, `ruleButton` explains. */
  constructor(match, { onChange, ruleButton }) {
    Object.assign(this, {
      match,
      onChange,
      ruleButton,
      order: orders.begin([]),
      sent: [],
      times: new Map(),
      prompt: null,
      filter: "",
    });
    this.asked = h("div", { class: "asked" });
    this.latest = h("div", { class: "latest", "aria-hidden": "true" });
    this.sentList = h("ul", { class: "sent", "aria-label": "Commands sent" });
    this.frame = h(
      "section",
      { class: "panel order", "aria-label": "What is asked", id: "order" },
      this.latest,
      this.asked,
      this.sentList,
    );
    this.frame.addEventListener("keydown", (event) => {
      // A key that is held down must not answer one question after the other.
      if (event.key === "Enter" && event.repeat) event.preventDefault();
      if (event.key === "Escape" && orders.isBegun(this.order)) {
        event.stopPropagation();
        this.back();
      }
    });
  }

  /** A prompt to answer, or words to show where there is none. */
  ask(prompt, words) {
    const fresh = prompt?.offers ?? [];
    this.order = this.prompt && prompt ? orders.renew(this.order, fresh) : orders.begin(fresh);
    if (fresh.length === 1 && !this.order.offer) this.order = orders.choose(this.order, fresh[0]);
    if (JSON.stringify(prompt) !== JSON.stringify(this.prompt)) this.filter = "";
    this.prompt = prompt;
    this.words = words;
    this.draw();
    // Who sent the last command from here goes on from here.
    if (prompt && this.goesOn && document.activeElement === document.body) this.focus();
    if (prompt) this.goesOn = false;
  }

  get targets() {
    return this.prompt ? orders.targets(this.order) : new Set();
  }
  get chosen() {
    return this.prompt ? orders.chosen(this.order) : new Set();
  }

  point(token, { focus = true } = {}) {
    this.change(orders.point(this.order, token), focus);
  }

  change(order, focus = true) {
    const before = this.order;
    this.order = order;
    this.draw();
    this.onChange();
    if (!before.offer && order.offer) this.match.boardView.reveal(this.targets);
    if (focus && order.offer && (!before.offer || orders.isReady(order))) this.focus();
  }

  back() {
    this.change(orders.back(this.order), false);
    this.focus();
  }

  /** To the button that sends when all is said, else to the first thing still open. */
  focus() {
    const first =
      this.asked.querySelector(".send:not([disabled])") ??
      this.asked.querySelector(".slot.open :is(button, select, input)") ??
      this.asked.querySelector("button.offer, .slot :is(button, select, input)");
    (first ?? this.frame.querySelector("button"))?.focus({ preventScroll: Boolean(first?.matches(".send")) });
  }

  draw() {
    if (!this.prompt) return put(this.asked, this.words);
    const { order, prompt } = this;
    put(
      this.asked,
      h(
        "p",
        { class: "question" },
        h("strong", {}, `${seatName(prompt.seat)}: `),
        prompt.question || "your answer?",
        " ",
        this.ruleButton(prompt.rule),
      ),
      order.offer ? this.form(order) : this.offers(order),
    );
  }

  // Offers

  offers(order) {
    const matching = order.offers.filter((one) => this.label(one).toLowerCase().includes(this.filter.toLowerCase()));
    return h(
      "div",
      { class: "stack" },
      order.picked.length
        ? this.narrowed(order)
        : h("p", { class: "faint hint" }, "Choose here, or point at a card, piece or space that is marked."),
      order.offers.length > FILTER_FROM
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
                title: one.text,
                onclick: () => this.change(orders.choose(this.order, one)),
              },
              h("span", {}, this.label(one)),
              needs(one) ? h("span", { class: "faint" }, needs(one)) : null,
            ),
          ),
        ),
      ),
    );
  }

  label(offer) {
    return offer.label || plain(offer.verb);
  }

  narrowed(order) {
    return h(
      "p",
      { class: "row spread hint" },
      h(
        "span",
        {},
        order.picked.map((one) => this.match.nameOf(one)).join(", "),
        ": ",
        `${order.offers.length} answers`,
      ),
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => this.change(orders.begin(this.order.all), false) },
        "All answers",
      ),
    );
  }

  // The chosen offer

  form(order) {
    const { offer } = order;
    const ready = orders.isReady(order);
    return h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          if (orders.isReady(this.order)) this.submit();
        },
      },
      h("p", { class: "row spread" }, h("strong", {}, this.label(offer)), this.ruleButton(offer.rule)),
      offer.constraint ? h("p", { class: "faint" }, offer.constraint) : null,
      offer.slots.filter((slot) => !orders.isFixed(slot)).map((slot) => this.slot(slot, order.values[slot.name])),
      h(
        "p",
        { class: "text-form" },
        h("span", { class: "faint" }, "You will send "),
        h("code", {}, orders.text(order)),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary send", disabled: !ready, dataset: { key: "send" } }, "Send"),
        h("button", { type: "button", dataset: { key: "back" }, onclick: () => this.back() }, "Back"),
      ),
    );
  }

  slot(slot, value) {
    const open = !orders.isFilled(slot, value);
    const legend = slot.many ? `${plain(slot.name)}: ${range(slot)}` : plain(slot.name);
    const control =
      slot.many || slot.candidates.length <= AS_LIST ? this.buttons(slot, value) : this.select(slot, value);
    return h("fieldset", { class: `slot ${open ? "open" : ""}` }, h("legend", {}, legend), control);
  }

  buttons(slot, value) {
    const named = distinct(slot.candidates.map((one) => [one, this.match.nameOf(one)]));
    const held = (one) => (slot.many ? value.includes(one) : value === one);
    const shown =
      slot.many && value.length
        ? h("p", { class: "faint" }, "In this order: ", value.map((one) => named.get(one)).join(", then "))
        : null;
    return [
      h(
        "div",
        { class: "candidates" },
        slot.candidates.map((one) =>
          h(
            "button",
            {
              type: "button",
              class: `candidate ${held(one) ? "chosen" : ""}`,
              "aria-pressed": String(held(one)),
              dataset: { key: `slot-${slot.name}-${one}` },
              onclick: () => this.pressed(slot, value, one),
            },
            named.get(one),
          ),
        ),
      ),
      shown,
    ];
  }

  pressed(slot, value, one) {
    let next = one;
    if (slot.many) {
      const has = value.includes(one) && !slot.repeatable;
      next = has
        ? value.filter((other) => other !== one)
        : value.length < slot.most
          ? [...value, one]
          : slot.most === 1
            ? [one]
            : value;
    }
    this.change(orders.set(this.order, slot.name, next), !slot.many);
  }

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
          this.change(orders.set(this.order, slot.name, slot.candidates[Number(event.target.value)]), false),
      },
      h("option", { value: "none", selected: value === undefined }, "choose, or point on the board"),
      [...distinct(slot.candidates.map((one) => [one, this.match.nameOf(one)]))].map(([one, name], i) =>
        h("option", { value: i, selected: one === value }, name),
      ),
    );
  }

  // Sending

  submit() {
    const command = {
      id: freshId(),
      command: orders.command(this.order),
      text: orders.text(this.order),
      seat: this.prompt.seat,
      expected: this.match.position,
      state: "sending",
      detail: "",
    };
    this.sent = [...this.sent.slice(-3), command];
    this.order = orders.begin([]);
    this.prompt = null;
    this.words = h("p", { class: "wait" }, "Sending …");
    this.goesOn = true;
    this.draw();
    this.onChange();
    this.deliver(command);
  }

  /** Send a command, or send it again: under the same id it is never done twice. */
  async deliver(one) {
    this.mark(one, "sending", "");
    const { id, command, seat, expected } = one;
    try {
      const given = await post(`matches/${this.match.id}/commands`, { id, command, seat, expected });
      this.mark(one, "recorded", "", { last: given.last });
      this.match.settle(given.position);
    } catch (error) {
      this.failed(one, error);
    }
  }

  failed(one, error) {
    if (error instanceof NoAnswer || error.status >= 500 || error.status === 429) {
      this.mark(one, "unknown", `${reason(error)}. Sending it again does not do it twice.`);
      this.match.settle();
    } else if (error instanceof Problem && error.status === 409) {
      this.mark(one, "stale", "Something else happened first; nothing was done. Look at the table and choose again.");
      this.match.settle(error.body.position);
    } else {
      this.mark(one, "refused", error.message, { rule: error.rule });
      say(`Refused: ${error.message}`);
      this.match.draw();
    }
  }

  mark(one, state, detail, more = {}) {
    Object.assign(one, { state, detail }, more);
    this.drawSent();
  }

  /** An entry of the record: a command that was sent is now seen to stand there. */
  seen(entry) {
    this.times.set(entry.position, entry.time);
    const last = entry.log.filter((one) => one.tag !== "entry-closed").at(-1);
    if (last) this.latest.textContent = last.text;
    if (this.times.size > 50) this.times.delete(this.times.keys().next().value);
    this.drawSent();
  }

  drawSent() {
    put(
      this.sentList,
      this.sent.map((one) =>
        h(
          "li",
          { class: one.state, role: one.state === "refused" ? "alert" : null },
          h("code", {}, one.text),
          " ",
          h("span", {}, stateText(one, this.times.get(one.last))),
          one.rule ? this.ruleButton(one.rule) : null,
          one.state === "unknown"
            ? h(
                "button",
                { type: "button", dataset: { key: `again-${one.id}` }, onclick: () => this.deliver(one) },
                "Send again",
              )
            : null,
        ),
      ),
    );
  }
}

/** Names by candidate; where two are alike, each with its id, for they are not the same. */
function distinct(pairs) {
  const counts = new Map();
  for (const [, name] of pairs) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(pairs.map(([one, name]) => [one, counts.get(name) > 1 ? `${name} (${one})` : name]));
}

function stateText(one, time) {
  switch (one.state) {
    case "sending":
      return "sending …";
    case "recorded":
      return `recorded #${one.last}${time ? `, ${clockText(time)}` : ""}`;
    case "unknown":
      return `It is not known whether this was recorded: ${one.detail}`;
    case "refused":
      return `refused: ${one.detail}`;
    default:
      return one.detail;
  }
}

function needs(offer) {
  const open = offer.slots.filter((slot) => !orders.isFixed(slot));
  return open
    .map(
      (slot) =>
        `${plain(slot.name)}${slot.many ? ` (${range(slot)})` : slot.candidates.length > 1 ? ` (${slot.candidates.length})` : ""}`,
    )
    .join(", ");
}

const range = (slot) =>
  slot.least === slot.most
    ? `${slot.least} of ${slot.candidates.length}`
    : `${slot.least} to ${slot.most} of ${slot.candidates.length}`;

/** A candidate for people: a piece with its owner and place, a way over spaces, a number, or nothing. */
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
