// Standing answers: what is answered for a seat while it is away. Nobody else ever sees them.

import { get, reason, send } from "./api.js";
import { h, put, say } from "./dom.js";
import { plain } from "./words.js";

const HOWS = ["is", "is-not", "at-least", "at-most"];

export async function standing(match) {
  const seat = match.seat ?? match.summary.yours.find((one) => one in match.summary.seats);
  const kept = await get(`matches/${match.id}/standing`, { seat });
  let answers = kept.answers;
  const list = h("ul", { class: "offers" });
  const said = h("p", { role: "status" });
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
  const draw = () => put(list, answers.length ? answers.map((one, i) => h("li", { class: "row spread" }, h("span", {}, told(one)),
    h("button", { type: "button", class: "quiet", "aria-label": `Remove: ${told(one)}`, onclick: () => store(answers.filter((_, j) => j !== i)) }, "Remove"))) : h("li", { class: "faint" }, "None."));
  draw();
  return h("div", { class: "stack" },
    h("p", { class: "faint" }, "Given for you whenever you are asked and the conditions hold, in this order. Sealed: nobody else sees them, and the log does not tell."),
    list, editor(match, (one) => store([...answers, one])), said);
}

const told = (one) => [
  plain(one.verb), one.rule ? `under rule ${one.rule}` : "",
  ...(one.when ?? []).map(({ fact, how, value }) => `when ${fact} ${plain(how)} ${value}`),
  ...Object.entries(one.slots ?? {}).map(([slot, of]) => `${slot}: ${of.join(" or ")}`),
  one.until_turn ? `until turn ${one.until_turn}` : "", one.until_round ? `until round ${one.until_round}` : "",
].filter(Boolean).join(", ");

function editor(match, add) {
  const offers = match.prompts.flatMap((one) => one.offers);
  const verbs = [...new Set(["pass", ...offers.map((one) => one.verb)])];
  const facts = [...new Set(offers.flatMap((one) => Object.keys(one.facts)).concat(match.prompts.flatMap((one) => Object.keys(one.facts))))];
  const input = (id, more) => h("input", { id, autocomplete: "off", ...more });
  const verb = input("st-verb", { list: "st-verbs", required: true, value: "pass" });
  const rule = input("st-rule", {});
  const fact = input("st-fact", { list: "st-facts" });
  const how = h("select", { id: "st-how" }, HOWS.map((one) => h("option", { value: one }, plain(one))));
  const value = input("st-value", {});
  const turn = input("st-turn", { type: "number", min: 0, value: 0 });
  const labelled = (words, control) => h("div", { class: "field" }, h("label", { for: control.id }, words), control);
  return h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    const number = value.value.trim() !== "" && /^-?\d+$/.test(value.value.trim());
    add({
      verb: verb.value.trim(), rule: rule.value.trim(), until_turn: Number(turn.value) || 0,
      when: fact.value.trim() ? [{ fact: fact.value.trim(), how: how.value, value: number ? Number(value.value) : value.value.trim() }] : [],
    });
  } },
  h("h3", {}, "Leave another"),
  h("datalist", { id: "st-verbs" }, verbs.map((one) => h("option", { value: one }))),
  h("datalist", { id: "st-facts" }, facts.map((one) => h("option", { value: one }))),
  h("div", { class: "fields" }, labelled("Answer (the verb)", verb), labelled("Only under rule (empty: any)", rule), labelled("Until turn (0: no end)", turn)),
  h("fieldset", {}, h("legend", {}, "Only when (may stay empty)"), h("div", { class: "fields" }, labelled("Fact", fact), labelled("How", how), labelled("Value", value))),
  h("button", { type: "submit" }, "Keep it"));
}
