// A command built from offers, slot by slot: pure functions that know no game and no drawing.
//
// A draft is {offers, picked, offer, values}: the offers that still fit, what was pointed at before
// one of them was chosen, the chosen offer, and a value for each of its slots (undefined: still open).

import { commandText, counted } from "./labels.js";

/** @import { Candidate, Offer, CommandDraft, Slot, SlotValue } from "./types.d.ts" */

// `before` is the draft as it was one step earlier.

/**
 * @param {Offer[]} offers
 * @returns {CommandDraft}
 */
export const begin = (offers) => ({ all: offers, offers, picked: [], offer: null, values: {}, before: null });

/**
 * A candidate such as "12B,7A" is a way over spaces; it is pointed at by its last one.
 * @param {Candidate} candidate
 */
const steps = (candidate) => String(candidate).split(",");
/**
 * @param {Candidate} candidate
 * @param {string} token
 */
const endsAt = (candidate, token) => candidate === token || steps(candidate).at(-1) === token;

/** @param {Candidate} candidate */
const tokensOf = (candidate) => (typeof candidate === "number" || candidate === "" ? [] : [steps(candidate).at(-1)]);

/**
 * @param {Slot} slot
 * @returns {SlotValue}
 */
function firstValue(slot) {
  if (slot.many) {
    const all =
      slot.most === 0 ||
      (slot.least === slot.candidates.length && slot.most === slot.candidates.length && !slot.repeatable);
    return all ? [...slot.candidates] : [];
  }
  return slot.candidates.length === 1 ? slot.candidates[0] : undefined;
}

/**
 * Choose an offer; what was pointed at so far fills its slots.
 * @param {CommandDraft} draft
 * @param {Offer} offer
 * @returns {CommandDraft}
 */
export function choose(draft, offer) {
  const values = Object.fromEntries(offer.slots.map((slot) => [slot.name, firstValue(slot)]));
  /** @type {CommandDraft} */
  const chosen = { ...draft, offers: [offer], offer, values, picked: [] };
  const filled = draft.picked.reduce((sofar, token) => (holds(sofar, token) ? sofar : point(sofar, token)), chosen);
  return { ...filled, before: draft };
}

/**
 * @param {CommandDraft} draft
 * @param {string} token
 */
const holds = (draft, token) =>
  Object.values(draft.values).some((value) => (Array.isArray(value) ? value.includes(token) : value === token));

/**
 * Point at a space or piece: fills a slot of the chosen offer, else leaves the offers it fits together with what was
 * pointed at before. What was pointed at before is let go where no offer takes both, and by pointing at it again.
 * @param {CommandDraft} draft
 * @param {string} token
 * @returns {CommandDraft}
 */
export function point(draft, token) {
  if (draft.offer) {
    const slot = slotFor({ ...draft, offer: draft.offer }, token);
    return slot ? set(draft, slot.name, pointed(draft.values[slot.name], slot, token)) : draft;
  }
  const rest = draft.picked.filter((one) => one !== token);
  const ways = draft.picked.includes(token) ? [rest] : [[...rest, token], [token]];
  for (const picked of ways) {
    const offers = draft.all.filter((offer) => takes(offer, picked));
    if (!offers.length) continue;
    const narrowed = { ...draft, offers, picked, before: draft };
    return offers.length === 1 && picked.length ? { ...choose(narrowed, offers[0]), before: draft } : narrowed;
  }
  return draft;
}

/**
 * Whether an offer can take all of some tokens, each in a place of its own.
 * @param {Offer} offer
 * @param {string[]} tokens
 * @param {number[]} [room] how many more each of its slots takes
 * @returns {boolean}
 */
function takes(offer, tokens, room = offer.slots.map(roomIn)) {
  if (!tokens.length) return true;
  const [token, ...others] = tokens;
  return offer.slots.some(
    (slot, i) =>
      room[i] > 0 &&
      slot.candidates.some((candidate) => tokensOf(candidate).includes(token)) &&
      takes(offer, others, room.with(i, room[i] - 1)),
  );
}

/**
 * How many things may be pointed at for a slot: each space of a way, one for any other that takes one.
 * @param {Slot} slot
 */
const roomIn = (slot) =>
  slot.many ? slot.most : slot.candidates.some((candidate) => steps(candidate).length > 1) ? Infinity : 1;

/**
 * The slot that a token goes to: an open one first, then one whose value may still be changed.
 * @param {CommandDraft & { offer: Offer }} draft
 * @param {string} token
 */
function slotFor(draft, token) {
  const fitting = draft.offer.slots.filter(
    (slot) => slot.candidates.some((candidate) => endsAt(candidate, token)) && !isFixed(slot),
  );
  return (
    fitting.find((slot) => !isFilled(slot, draft.values[slot.name])) ?? fitting.find((slot) => slot.many) ?? fitting[0]
  );
}

/**
 * @param {SlotValue} value
 * @param {Slot} slot
 * @param {string} token
 * @returns {SlotValue}
 */
function pointed(value, slot, token) {
  const fitting = slot.candidates.filter((candidate) => endsAt(candidate, token));
  if (slot.many) return toggled(listOf(value), slot, fitting[0]);
  const onwards = value === undefined || value === "" ? token : `${value},${token}`;
  if (slot.candidates.includes(onwards)) return onwards;
  return fitting.sort((a, b) => steps(a).length - steps(b).length)[0];
}

/**
 * A list of values once one of them was pressed: added, or taken out again; where only one may be chosen, replaced.
 * @param {Candidate[]} values
 * @param {Slot} slot
 * @param {Candidate} candidate
 */
export function toggled(values, slot, candidate) {
  if (values.includes(candidate) && !slot.repeatable) return values.filter((value) => value !== candidate);
  if (values.length < slot.most) return [...values, candidate];
  return slot.most === 1 ? [candidate] : values;
}

/**
 * The values of a slot that takes several.
 * @param {SlotValue} value
 */
export const listOf = (value) => (Array.isArray(value) ? value : []);

/**
 * Set a slot's value outright, as from a list.
 * @param {CommandDraft} draft
 * @param {string} name
 * @param {SlotValue} value
 * @returns {CommandDraft}
 */
export const set = (draft, name, value) => ({ ...draft, values: { ...draft.values, [name]: value }, before: draft });

/** @param {Slot} slot */
export const isFixed = (slot) => {
  if (!slot.many) return slot.candidates.length === 1;
  return slot.most === 0 || (slot.candidates.length === 1 && slot.least === 1 && slot.most === 1);
};
/**
 * @param {Slot} slot
 * @param {SlotValue} value
 */
export const isFilled = (slot, value) =>
  slot.many ? listOf(value).length >= slot.least && listOf(value).length <= slot.most : value !== undefined;

/** @param {CommandDraft} draft */
export const isReady = (draft) =>
  draft.offer !== null && draft.offer.slots.every((slot) => isFilled(slot, draft.values[slot.name]));

/**
 * Whether everything is said, and nothing of it could be said otherwise: no choice of several is open, and no way over
 * spaces goes on from where it is.
 * @param {CommandDraft} draft
 */
export const isSettled = (draft) =>
  draft.offer !== null &&
  isReady(draft) &&
  draft.offer.slots.every((slot) => isFixed(slot) || (!slot.many && !goesOn(slot, draft.values[slot.name])));

/**
 * @param {Slot} slot
 * @param {SlotValue} value
 */
const goesOn = (slot, value) =>
  typeof value === "string" &&
  slot.candidates.some(
    (other) => typeof other === "string" && other !== value && other.startsWith(value ? `${value},` : ""),
  );

/**
 * The command that each candidate of the only open choice would make; empty where more than one choice is open.
 * @param {CommandDraft} draft
 * @returns {[Candidate, object][]}
 */
export function completions(draft) {
  const open = draft.offer?.slots.filter((slot) => !isFixed(slot)) ?? [];
  if (open.length !== 1 || open[0].many) return [];
  return open[0].candidates.map((candidate) => [candidate, command(set(draft, open[0].name, candidate))]);
}

/**
 * The only command that an offer can be taken up with; undefined where it leaves a choice.
 * @param {Offer} offer
 */
export function onlyCommand(offer) {
  const draft = choose(begin([offer]), offer);
  return offer.slots.every(isFixed) && isReady(draft) ? command(draft) : undefined;
}

/**
 * One step back: as it was before the last thing was pointed at or chosen.
 * @param {CommandDraft} draft
 */
export const back = (draft) => draft.before ?? begin(draft.all);

/** @param {CommandDraft} draft */
export const isBegun = (draft) => draft.offer !== null || draft.picked.length > 0;

/**
 * The spaces and pieces that may be pointed at now.
 * @param {CommandDraft} draft
 */
export function targets(draft) {
  const slots = draft.offer
    ? draft.offer.slots.filter((slot) => !isFixed(slot))
    : draft.offers.flatMap((offer) => offer.slots);
  return new Set(slots.flatMap((slot) => slot.candidates.flatMap(tokensOf)));
}

/**
 * What has been pointed at or filled in.
 * @param {CommandDraft} draft
 */
export function chosen(draft) {
  const values = Object.values(draft.values)
    .flat()
    .filter((value) => typeof value === "string")
    .filter(Boolean);
  return new Set([...draft.picked, ...values.flatMap(steps)]);
}

/**
 * The command as its line of text; "" while no offer is chosen.
 * @param {CommandDraft} draft
 */
export const text = (draft) => (draft.offer ? commandText(draft.offer.verb, draft.offer.slots, draft.values) : "");
/**
 * The command in plain words, as its game says it: what is in brackets is left out where its slot is empty, and a slot
 * that is still open is shown as dots.
 * @param {CommandDraft} draft
 * @param {(value: Candidate) => string} name what a candidate is called
 */
export function sentence({ offer, values }, name) {
  if (!offer) return "";
  const isEmpty = (/** @type {string} */ slot) => {
    const value = values[slot];
    return value !== undefined && (Array.isArray(value) ? !value.length : EMPTY.has(value));
  };
  // Equal things are numbered where one of them is chosen; in a sentence the number says nothing.
  const plainName = (/** @type {Candidate} */ value) => name(value).replace(/ \(\d+\)$/, "");
  const said = (/** @type {string} */ slot) => {
    const value = values[slot];
    if (value === undefined) return "…";
    return Array.isArray(value) ? listing(value.map(plainName)) : plainName(value);
  };
  const kept = offer.says.replace(/\[([^[\]]*)\]/g, (_, part) =>
    [...part.matchAll(SLOTS)].some(([, slot]) => isEmpty(slot)) ? "" : part,
  );
  const words = kept.replace(SLOTS, (_, slot, face) => (face ? `${said(slot)} (${said(face)})` : said(slot)));
  return words || offer.label;
}

const SLOTS = /\{(\w+)(?:\|(\w+))?\}/g;
/** @type {Set<Candidate>} */
const EMPTY = new Set(["", "-", "none", 0]);

/**
 * Names in one phrase, equal ones counted.
 * @param {string[]} names
 */
function listing(names) {
  const words = counted(names);
  if (words.length < 2) return words[0] ?? "nothing";
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** @param {CommandDraft} draft */
export const command = (draft) => ({ do: draft.offer?.verb, ...draft.values });

/**
 * The same draft over new offers, where it still fits; else a fresh one.
 * @param {CommandDraft} draft
 * @param {Offer[]} offers
 * @returns {CommandDraft}
 */
export function renew(draft, offers) {
  const fresh = begin(offers);
  const { offer } = draft;
  if (!offer) return fresh;
  const same = offers.find(
    (other) =>
      other.verb === offer.verb &&
      other.text === offer.text &&
      JSON.stringify(other.slots) === JSON.stringify(offer.slots),
  );
  return same ? { ...fresh, offers: [same], offer: same, values: draft.values, before: fresh } : fresh;
}
