// A command built from offers, slot by slot: pure functions that know no game and no drawing.
//
// An order is {offers, picked, offer, values}: the offers that still fit, what was pointed at before
// one of them was chosen, the chosen offer, and a value for each of its slots (undefined: still open).

import { commandText } from "./labels.js";

// `before` is the order as it was one step earlier.

export const begin = (offers) => ({ all: offers, offers, picked: [], offer: null, values: {}, before: null });

/** A candidate such as "12B,7A" is a way over spaces; it is pointed at by its last one. */
const steps = (candidate) => String(candidate).split(",");
const endsAt = (candidate, token) => candidate === token || steps(candidate).at(-1) === token;

const tokensOf = (candidate) => (typeof candidate === "number" || candidate === "" ? [] : [steps(candidate).at(-1)]);

function firstValue(slot) {
  if (slot.many) {
    const all =
      slot.most === 0 ||
      (slot.least === slot.candidates.length && slot.most === slot.candidates.length && !slot.repeatable);
    return all ? [...slot.candidates] : [];
  }
  return slot.candidates.length === 1 ? slot.candidates[0] : undefined;
}

/** Choose an offer; what was pointed at so far fills its slots. */
export function choose(order, offer) {
  const values = Object.fromEntries(offer.slots.map((slot) => [slot.name, firstValue(slot)]));
  const chosen = { ...order, offers: [offer], offer, values, picked: [] };
  const filled = order.picked.reduce((sofar, token) => (holds(sofar, token) ? sofar : point(sofar, token)), chosen);
  return { ...filled, before: order };
}

const holds = (order, token) =>
  Object.values(order.values).some((value) => (Array.isArray(value) ? value.includes(token) : value === token));

/** Point at a space or piece: fills a slot of the chosen offer, else leaves the offers it fits. */
export function point(order, token) {
  if (order.offer) {
    const slot = slotFor(order, token);
    return slot ? set(order, slot.name, pointed(order.values[slot.name], slot, token)) : order;
  }
  const offers = order.offers.filter((one) =>
    one.slots.some((slot) => slot.candidates.some((c) => tokensOf(c).includes(token))),
  );
  if (!offers.length) return order;
  const narrowed = { ...order, offers, picked: [...order.picked, token], before: order };
  return offers.length === 1 ? { ...choose(narrowed, offers[0]), before: order } : narrowed;
}

/** The slot that a token goes to: an open one first, then one whose value may still be changed. */
function slotFor(order, token) {
  const fitting = order.offer.slots.filter(
    (slot) => slot.candidates.some((one) => endsAt(one, token)) && !isFixed(slot),
  );
  return (
    fitting.find((slot) => !isFilled(slot, order.values[slot.name])) ?? fitting.find((slot) => slot.many) ?? fitting[0]
  );
}

function pointed(value, slot, token) {
  if (slot.many) {
    const candidate = slot.candidates.find((one) => endsAt(one, token));
    if (slot.repeatable) return value.length < slot.most ? [...value, candidate] : value;
    if (value.includes(candidate)) return value.filter((one) => one !== candidate);
    return value.length < slot.most ? [...value, candidate] : slot.most === 1 ? [candidate] : value;
  }
  const onwards = value === undefined || value === "" ? token : `${value},${token}`;
  if (slot.candidates.includes(onwards)) return onwards;
  return slot.candidates.filter((one) => endsAt(one, token)).sort((a, b) => steps(a).length - steps(b).length)[0];
}

/** Set a slot's value outright, as from a list. */
export const set = (order, name, value) => ({ ...order, values: { ...order.values, [name]: value }, before: order });

export const isFixed = (slot) => (slot.many ? slot.most === 0 : slot.candidates.length === 1);
export const isFilled = (slot, value) =>
  slot.many ? value.length >= slot.least && value.length <= slot.most : value !== undefined;

export const isReady = (order) =>
  order.offer !== null && order.offer.slots.every((slot) => isFilled(slot, order.values[slot.name]));

/** One step back: as it was before the last thing was pointed at or chosen. */
export const back = (order) => order.before ?? begin(order.all);

export const isBegun = (order) => order.offer !== null || order.picked.length > 0;

/** The spaces and pieces that may be pointed at now. */
export function targets(order) {
  const slots = order.offer
    ? order.offer.slots.filter((slot) => !isFixed(slot))
    : order.offers.flatMap((one) => one.slots);
  return new Set(slots.flatMap((slot) => slot.candidates.flatMap(tokensOf)));
}

/** What has been pointed at or filled in. */
export function chosen(order) {
  const values = Object.values(order.values)
    .flat()
    .filter((one) => typeof one === "string" && one);
  return new Set([...order.picked, ...values.flatMap(steps)]);
}

export const text = (order) => commandText(order.offer.verb, order.offer.slots, order.values);
export const command = (order) => ({ do: order.offer.verb, ...order.values });

/** The same order over new offers, where it still fits; else a fresh one. */
export function renew(order, offers) {
  const fresh = begin(offers);
  if (!order.offer) return fresh;
  const same = offers.find(
    (one) =>
      one.verb === order.offer.verb &&
      one.text === order.offer.text &&
      JSON.stringify(one.slots) === JSON.stringify(order.offer.slots),
  );
  return same ? { ...fresh, offers: [same], offer: same, values: order.values, before: fresh } : fresh;
}
