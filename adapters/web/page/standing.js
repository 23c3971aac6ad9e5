// Standing answers: what is answered for a seat while it is away. Nobody else ever sees them.

import { get, reason, send } from "./api.js";
import { h, put, say } from "./dom.js";
import { capital, plain } from "./labels.js";
import { noteLeft } from "./left_answers.js";

/** @import { Candidate, Condition, Question, StandingAnswer, StandingChoices } from "./types.d.ts" */

/** @type {Record<Condition["how"], string>} */
const COMPARISONS = { is: "is", "is-not": "is not", "at-least": "is at least", "at-most": "is at most" };
const CONDITIONS = 3;

/** @param {import("./match.js").Match} match */
export async function standing(match) {
  const seat = match.seat ?? match.summary.yours.find((one) => one in match.summary.seats);
  const [kept, choices] = await Promise.all([
    get(`matches/${match.id}/standing`, { seat }),
    get(`matches/${match.id}/standing/choices`, { seat }),
  ]);
  let answers = kept.answers;
  const list = h("ul", { class: "offers" });
  const said = h("p", { role: "status" });
  /** @param {StandingAnswer[]} next */
  const store = async (next) => {
    try {
      answers = (await send("PUT", `matches/${match.id}/standing`, { seat, answers: next })).answers;
      await noteLeft(`${match.id}/${seat}`, answers).catch(() => {});
      said.textContent = "Kept.";
      say("Standing answers kept.");
      match.proving.answered = 0;
      match.settle();
    } catch (error) {
      said.textContent = `Not kept: ${reason(error)}`;
    }
    draw();
  };
  const draw = () =>
    put(
      list,
      answers.length
        ? answers.map((one, i) => {
            const words = answerText(one, choices);
            return h(
              "li",
              { class: "row spread" },
              h("span", {}, words),
              h(
                "button",
                {
                  type: "button",
                  class: "quiet",
                  "aria-label": `Remove: ${words}`,
                  onclick: () => store(answers.filter((_, j) => j !== i)),
                },
                "Remove",
              ),
            );
          })
        : h("li", { class: "faint" }, "None."),
    );
  draw();
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: "faint" },
      "Given for you whenever you are asked and the conditions hold, in this order. Nobody else sees them, and the log does not show them.",
    ),
    list,
    editor(choices, (one) => store([...answers, one])),
    said,
  );
}

/**
 * An answer as a sentence: when, what, where or against whom, and until when.
 * @param {StandingAnswer} answer
 * @param {StandingChoices} choices
 */
function answerText(
  { verb, rule, when = [], slots = {}, until_turn: turn, until_round: round, late = false },
  { questions, labels, names },
) {
  const name = (/** @type {Candidate} */ value) => names[value] ?? String(value);
  const asked = questions.find((one) => one.rule === rule);
  return [
    labels[verb] ?? plain(verb),
    rule ? `when asked “${asked?.question || `about ${rule}`}”` : "whenever it is possible",
    ...when.map(({ fact, how, value }) => `if ${plain(fact)} ${COMPARISONS[how]} ${name(value)}`),
    ...Object.entries(slots).map(([slot, of]) => `${plain(slot)}: ${of.map(name).join(", else ")}`),
    turn ? `until turn ${turn}` : "",
    round ? `until round ${round}` : "",
    late ? "when it is late" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * @param {string} words
 * @param {HTMLElement} control
 */
const labelled = (words, control) => h("div", { class: "field" }, h("label", { for: control.id }, words), control);

/**
 * Options for a choice; what was chosen stays chosen where it is still there.
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} options
 */
function fill(select, options) {
  const held = select.value;
  put(
    select,
    options.map(([one, words]) => h("option", { value: one, selected: one === held }, words)),
  );
}

/** The form for one more answer: all of it is chosen from what this game has asked so far. */
class Editor {
  /** @param {StandingChoices} choices */
  constructor(choices) {
    this.choices = choices;
    this.question = h("select", { id: "st-rule" });
    this.verb = h("select", { id: "st-verb" });
    this.until = h("select", { id: "st-until" });
    this.number = h("input", { id: "st-number", type: "number", min: 1, value: 1 });
    this.last = labelled("Number", this.number);
    this.slots = h("div", { class: "stack" });
    this.conditions = Array.from({ length: CONDITIONS }, (_, i) => new ConditionRow(this, i));
    this.sentence = h("p", { class: "in-words", role: "status" });
    fill(this.question, [
      ["", "whatever is asked"],
      ...choices.questions.map(
        (one) => /** @type {[string, string]} */ ([one.rule, `${one.question || "a question"} [${one.rule}]`]),
      ),
    ]);
    fill(this.until, [
      ["", "no end"],
      ["turn", "the end of turn"],
      ["round", "the end of round"],
    ]);
    this.redraw();
  }

  /** The questions that are meant. */
  get asked() {
    return this.choices.questions.filter((one) => !this.question.value || one.rule === this.question.value);
  }

  redraw() {
    const { labels, verbs } = this.choices;
    const known = [...new Set(this.asked.flatMap((question) => question.verbs))];
    const others = this.question.value ? [] : verbs.filter((one) => !known.includes(one));
    const words = (/** @type {string} */ one) => /** @type {[string, string]} */ ([one, labels[one] ?? plain(one)]);
    fill(this.verb, [...known, ...others].sort((a, b) => Number(b === "pass") - Number(a === "pass")).map(words));
    this.conditions.forEach((row, i) => row.redraw(this.asked, !i || Boolean(this.conditions[i - 1].fact.value)));
    this.last.hidden = !this.until.value;
    this.drawSlots();
    this.tell();
  }

  /** Where, or against whom: the candidates that the answer's slots have had. */
  drawSlots() {
    const seen = this.asked.flatMap(({ slots }) => slots).filter(({ verb }) => verb === this.verb.value);
    const key = JSON.stringify(seen);
    if (this.slots.dataset.key === key) return;
    this.slots.dataset.key = key;
    put(
      this.slots,
      seen.map(({ slot, values }) =>
        h(
          "details",
          {},
          h("summary", {}, `${capital(plain(slot))}: any, or only these`),
          h(
            "div",
            { class: "checks" },
            values.map((value) =>
              h(
                "label",
                { class: "check" },
                h("input", {
                  type: "checkbox",
                  dataset: { slot, value: JSON.stringify(value) },
                  onchange: () => this.tell(),
                }),
                ` ${this.choices.names[value] ?? value}`,
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** @returns {StandingAnswer} */
  get answer() {
    /** @type {Record<string, Candidate[]>} */
    const slots = {};
    for (const { dataset } of /** @type {NodeListOf<HTMLInputElement>} */ (
      this.slots.querySelectorAll("input:checked")
    ))
      (slots[dataset.slot ?? ""] ??= []).push(JSON.parse(dataset.value ?? "null"));
    const until = this.until.value ? { [`until_${this.until.value}`]: Number(this.number.value) || 0 } : {};
    const when = this.conditions.flatMap((row) => row.condition ?? []);
    return { verb: this.verb.value, rule: this.question.value, when, slots, ...until };
  }

  tell() {
    this.sentence.textContent = `${answerText(this.answer, this.choices)}.`;
  }
}

/** One condition: a fact, how it is compared, and with what. */
class ConditionRow {
  /**
   * @param {Editor} editor
   * @param {number} i
   */
  constructor(editor, i) {
    const more = i ? `-${i}` : "";
    this.names = editor.choices.names;
    this.fact = h("select", { id: `st-fact${more}` });
    this.how = h("select", { id: `st-how${more}` });
    this.value = h("select", { id: `st-value${more}` });
    this.number = h("input", { id: `st-amount${more}`, type: "number", value: 1, oninput: () => editor.tell() });
    this.compared = h(
      "div",
      { class: "fields" },
      labelled("Compared", this.how),
      labelled("With", this.value),
      labelled("Amount", this.number),
    );
    this.frame = h("div", { class: "stack" }, labelled(i ? "And when" : "Only when", this.fact), this.compared);
    /** @type {Candidate[]} */
    this.seen = [];
  }

  /**
   * @param {Question[]} asked
   * @param {boolean} isShown
   */
  redraw(asked, isShown) {
    this.frame.hidden = !isShown;
    const facts = asked.flatMap((question) => question.facts);
    const words = [...new Set(facts.map((one) => one.fact))];
    fill(this.fact, [["", "always"], ...words.map((one) => /** @type {[string, string]} */ ([one, plain(one)]))]);
    this.seen = [...new Set(facts.filter((one) => one.fact === this.fact.value).flatMap((one) => one.values))];
    const isNumber = this.seen.length > 0 && this.seen.every((one) => typeof one === "number");
    this.compared.hidden = !this.fact.value;
    const hows = Object.entries(COMPARISONS).slice(0, isNumber ? 4 : 2);
    fill(this.how, hows);
    fill(
      this.value,
      this.seen.map((one) => [JSON.stringify(one), this.names[one] ?? plain(String(one))]),
    );
    const [choice, amount] = [this.value, this.number].map(
      (control) => /** @type {HTMLElement} */ (control.parentElement),
    );
    choice.hidden = isNumber;
    amount.hidden = !isNumber;
    this.isNumber = isNumber;
  }

  /** @returns {Condition | undefined} */
  get condition() {
    if (this.frame.hidden || !this.fact.value || !this.seen.length) return undefined;
    const value = this.isNumber ? Number(this.number.value) : JSON.parse(this.value.value);
    return { fact: this.fact.value, how: /** @type {Condition["how"]} */ (this.how.value), value };
  }
}

/**
 * The form for one more answer, with what it says so far as a sentence.
 * @param {StandingChoices} choices
 * @param {(answer: StandingAnswer) => void} add
 */
function editor(choices, add) {
  const form = new Editor(choices);
  return h(
    "form",
    {
      class: "stack",
      onchange: () => form.redraw(),
      oninput: () => form.tell(),
      onsubmit: (event) => {
        event.preventDefault();
        add(form.answer);
      },
    },
    h("h3", {}, "Leave another"),
    labelled("When I am asked", form.question),
    labelled("I answer", form.verb),
    form.slots,
    form.conditions.map((row) => row.frame),
    h("div", { class: "fields" }, labelled("Until", form.until), form.last),
    form.sentence,
    h("button", { type: "submit" }, "Keep it"),
  );
}
