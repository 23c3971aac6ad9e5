// What a piece or space may do now, and why it may not do what one would expect of it.

import { get } from "./api.js";
import { h, put } from "./dom.js";

/** @import { Candidate, Offer } from "./types.d.ts" */
/** @typedef {import("./match.js").Match} Match */

const MOST = 12;

/**
 * Whether a piece or space can fill a slot of an offer.
 * @param {Offer} offer
 * @param {string} token
 */
const concerns = (offer, token) =>
  offer.slots.some((slot) =>
    slot.candidates.some((candidate) => candidate === token || String(candidate).split(/[,+]/).at(-1) === token),
  );

/**
 * A list of what may be done with a piece or space, each as a button, and of what may not, with the rules.
 * @param {Match} match
 * @param {string} token
 */
export function possibilities(match, token) {
  const prompt = match.commandPanel.prompt;
  if (!prompt) return null;
  const offers = prompt.offers.filter((offer) => concerns(offer, token));
  const reasons = h("ul", { class: "why-not", hidden: true });
  explain(match, token, reasons);
  return h(
    "div",
    { class: "possible" },
    h("p", { class: "faint" }, offers.length ? "What it may do now:" : "It can do nothing now."),
    h(
      "ul",
      { class: "offers" },
      offers.slice(0, MOST).map((offer, i) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "offer",
              dataset: { key: `may-${token}-${i}` },
              onclick: () => match.commandPanel.take(offer, token),
            },
            offer.label,
          ),
        ),
      ),
      offers.length > MOST ? h("li", { class: "faint" }, `and ${offers.length - MOST} more`) : null,
    ),
    reasons,
  );
}

/**
 * @param {Match} match
 * @param {string} token
 * @param {HTMLElement} list
 */
async function explain(match, token, list) {
  try {
    const { reasons } = await get(`matches/${match.id}/why-not`, { of: token, seat: match.seat });
    list.hidden = !reasons.length;
    put(
      list,
      reasons.map(({ what, rule, why }) =>
        h("li", {}, h("strong", {}, `Not ${what}: `), why, " ", match.ruleButton(rule)),
      ),
    );
  } catch {
    list.hidden = true;
  }
}
