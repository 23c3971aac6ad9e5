// Standing answers: what is answered for a seat while it is away. Nobody else ever sees them.

import { get, reason, send } from "./api.js";
import { h, put, say } from "./dom.js";
import { plain } from "./labels.js";

/** @import { StandingAnswer, StandingChoices } from "./types.d.ts" */

const COMPARISONS = ["is", "is-not", "at-least", "at-most"];

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
      said.textContent = "Kept.";
      say("Standing answers kept.");
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
        ? answers.map((one, i) =>
            h(
              "li",
              { class: "row spread" },
              h("span", {}, answerText(one)),
              h(
                "button",
                {
                  type: "button",
                  class: "quiet",
                  "aria-label": `Remove: ${answerText(one)}`,
                  onclick: () => store(answers.filter((_, j) => j !== i)),
                },
                "Remove",
              ),
            ),
          )
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
 * A word of the game with its label, for a choice.
 * @param {string} word
 * @returns {[string, string]}
 */
const withLabel = (word) => [word, plain(word)];

/** @param {StandingAnswer} one */
const answerText = (one) =>
  [
    plain(one.verb),
    one.rule ? `when asked under rule ${one.rule}` : "",
    ...(one.when ?? []).map(({ fact, how, value }) => `when ${plain(fact)} ${plain(how)} ${value}`),
    ...Object.entries(one.slots ?? {}).map(([slot, of]) => `${slot}: ${of.join(" or ")}`),
    one.until_turn ? `until turn ${one.until_turn}` : "",
    one.until_round ? `until round ${one.until_round}` : "",
  ]
    .filter(Boolean)
    .join(", ");

/**
 * The form for one more answer: a question, what is answered, and when; all from what this game asks.
 * @param {StandingChoices} choices
 * @param {(answer: StandingAnswer) => void} add
 */
function editor({ questions, verbs }, add) {
  /**
   * @param {string} words
   * @param {HTMLElement} control
   */
  const labelled = (words, control) => h("div", { class: "field" }, h("label", { for: control.id }, words), control);
  /**
   * @param {string} id
   * @param {[string, string][]} options
   */
  const choice = (id, options) =>
    h(
      "select",
      { id },
      options.map(([value, words]) => h("option", { value }, words)),
    );
  const question = choice("st-rule", [
    ["", "whatever is asked"],
    .../** @type {[string, string][]} */ (
      questions.map((one) => [one.rule, `${one.question || "a question"} [${one.rule}]`])
    ),
  ]);
  const verb = h("select", { id: "st-verb" });
  const fact = h("select", { id: "st-fact" });
  const how = h("select", { id: "st-how" });
  const value = h("input", { id: "st-value", autocomplete: "off", list: "st-values" });
  const values = h("datalist", { id: "st-values" });
  const until = choice("st-until", [
    ["", "no end"],
    ["turn", "the end of turn"],
    ["round", "the end of round"],
  ]);
  const number = h("input", { id: "st-number", type: "number", min: 1, value: 1 });
  const condition = h("div", { class: "fields" }, labelled("Compared", how), labelled("With", value), values);
  const last = labelled("Number", number);
  const asked = () => questions.filter((one) => !question.value || one.rule === question.value);
  const facts = () => asked().flatMap((question) => question.facts);
  const seen = () => [
    ...new Set(
      facts()
        .filter((one) => one.fact === fact.value)
        .flatMap((one) => one.values),
    ),
  ];
  const isNumber = () => seen().length > 0 && seen().every((one) => typeof one === "number");
  /**
   * @param {HTMLSelectElement} select
   * @param {[string, string][]} options
   */
  const fill = (select, options) => {
    const held = select.value;
    put(
      select,
      options.map(([one, words]) => h("option", { value: one, selected: one === held }, words)),
    );
  };
  const redraw = () => {
    const known = [...new Set(asked().flatMap((question) => question.verbs))];
    const others = question.value ? [] : verbs.filter((one) => !known.includes(one));
    fill(verb, [...known, ...others].sort((a, b) => Number(b === "pass") - Number(a === "pass")).map(withLabel));
    fill(fact, [["", "always"], ...[...new Set(facts().map((one) => one.fact))].map(withLabel)]);
    condition.hidden = !fact.value;
    fill(how, (isNumber() ? COMPARISONS : COMPARISONS.slice(0, 2)).map(withLabel));
    put(
      values,
      seen().map((one) => h("option", { value: one })),
    );
    last.hidden = !until.value;
  };
  for (const one of [question, fact, until]) one.addEventListener("change", redraw);
  redraw();
  return h(
    "form",
    {
      class: "stack",
      onsubmit: (event) => {
        event.preventDefault();
        const said = value.value.trim();
        add({
          verb: verb.value,
          rule: question.value,
          when:
            fact.value && said
              ? [{ fact: fact.value, how: how.value, value: /^-?\d+$/.test(said) ? Number(said) : said }]
              : [],
          ...(until.value ? { [`until_${until.value}`]: Number(number.value) || 0 } : {}),
        });
      },
    },
    h("h3", {}, "Leave another"),
    labelled("When I am asked", question),
    labelled("I answer", verb),
    labelled("Only when", fact),
    condition,
    h("div", { class: "fields" }, labelled("Until", until), last),
    h("button", { type: "submit" }, "Keep it"),
  );
}
