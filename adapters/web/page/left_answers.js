// Standing answers that were left in this browser: only what they say is signed without being asked for.

import { keep, kept } from "./vault.js";

/** @import { Candidate, Condition, Offer, Prompt, StandingAnswer, Summary } from "./types.d.ts" */

/** @param {string} place the match and the seat */
const keyOf = (place) => `standing/${place}`;

/**
 * Note what was left here for a seat, in place of what was left before.
 * @param {string} place
 * @param {StandingAnswer[]} answers
 */
export const noteLeft = (place, answers) => keep("answers", keyOf(place), answers);

/**
 * Whether a command is what an answer that was left here gives to a question.
 * @param {string} place
 * @param {Prompt} prompt
 * @param {Record<string, any>} command
 * @param {Summary} summary
 */
export async function isLeft(place, prompt, command, summary) {
  /** @type {StandingAnswer[]} */
  const answers = (await kept("answers", keyOf(place))) ?? [];
  return answers.some((answer) => isDue(answer, prompt, summary) && prompt.offers.some((offer) => gives(answer, offer, prompt, command))); // prettier-ignore
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
 * @param {Record<string, any>} command
 */
function gives({ verb, when = [], slots = {} }, offer, prompt, { do: given, ...values }) {
  const facts = { ...prompt.facts, ...offer.facts };
  /** @type {Record<string, Candidate[]>} */
  const allowed = Object.fromEntries(offer.slots.map(({ name, candidates }) => [name, slots[name] ?? candidates]));
  return (
    given === verb &&
    offer.verb === verb &&
    when.every((one) => holds(one, facts)) &&
    Object.entries(values).every(([name, value]) => [value].flat().every((one) => !one || allowed[name]?.includes(one)))
  );
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
