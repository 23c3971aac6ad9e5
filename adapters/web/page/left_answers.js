// Standing answers that were left in this browser: only what they say is signed without being asked for.

import { keep, kept } from "./vault.js";

/** @import { Candidate, Condition, Offer, Prompt, Slot, StandingAnswer, Summary } from "./types.d.ts" */

/** @param {string} place the match and the seat */
const keyOf = (place) => `standing/${place}`;

/**
 * Note what was left here for a seat, in place of what was left before.
 * @param {string} place
 * @param {StandingAnswer[]} answers
 */
export const noteLeft = (place, answers) => keep("answers", keyOf(place), answers);

/**
 * Whether a command is what the answers that were left here give to a question: the first that fits, with its first candidates.
 * @param {string} place
 * @param {Prompt} prompt
 * @param {Record<string, any>} command
 * @param {Summary} summary
 */
export async function isLeft(place, prompt, command, summary) {
  /** @type {StandingAnswer[]} */
  const answers = (await kept("answers", keyOf(place))) ?? [];
  const wanted = given(answers, prompt, summary);
  if (!wanted) return false;
  return Object.keys({ ...wanted, ...command }).every((name) => written(wanted[name]) === written(command[name]));
}

/**
 * What is left out of a command is empty.
 * @param {unknown} value
 */
const written = (value) => (value === undefined || value === "" ? "[]" : JSON.stringify(value));

/**
 * @param {StandingAnswer[]} answers
 * @param {Prompt} prompt
 * @param {Summary} summary
 */
function given(answers, prompt, summary) {
  for (const answer of answers.filter((one) => isDue(one, prompt, summary))) {
    for (const offer of prompt.offers) {
      const filled = fits(answer, offer, prompt) && fill(offer, answer.slots ?? {});
      if (filled) return filled;
    }
  }
}

/**
 * @param {StandingAnswer} answer
 * @param {Prompt} prompt
 * @param {Summary} summary
 */
function isDue({ rule, late, until_turn: turn, until_round: round }, prompt, summary) {
  const isOver = (turn && summary.turn > turn) || (round && summary.round > round);
  return !late && !isOver && (!rule || rule === prompt.rule);
}

/**
 * @param {StandingAnswer} answer
 * @param {Offer} offer
 * @param {Prompt} prompt
 */
function fits({ verb, when = [] }, offer, prompt) {
  const facts = { ...prompt.facts, ...offer.facts };
  return offer.verb === verb && when.every((one) => holds(one, facts));
}

/**
 * The command of an offer with the candidates that were wanted, or its first ones; none where a slot stays open.
 * @param {Offer} offer
 * @param {Record<string, Candidate[]>} slots
 */
function fill(offer, slots) {
  /** @type {Record<string, any>} */
  const filled = { do: offer.verb };
  for (const slot of offer.slots) {
    const value = chosen(slot, slots[slot.name]);
    if (value === undefined) return undefined;
    filled[slot.name] = value;
  }
  return filled;
}

/**
 * @param {Slot} slot
 * @param {Candidate[] | undefined} wanted
 */
function chosen({ candidates, many, least, most }, wanted) {
  const fitting = wanted ? wanted.filter((one) => candidates.includes(one)) : candidates;
  if (!many) return fitting[0];
  const some = fitting.slice(0, wanted ? most : least);
  return some.length < least ? undefined : some;
}

/**
 * @param {Condition} condition
 * @param {Record<string, Candidate>} facts
 */
function holds({ fact, how, value }, facts) {
  const now = facts[fact];
  if (now === undefined) return false;
  if (how === "is") return String(now) === String(value);
  if (how === "is-not") return String(now) !== String(value);
  if (typeof now !== "number" || typeof value !== "number") return false;
  return how === "at-least" ? now >= value : now <= value;
}
