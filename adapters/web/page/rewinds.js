// Taking back: the request that waits for consent, and the choice of an act to take back.

import { get } from "./api.js";
import { dialog, h, notice } from "./dom.js";
import { capital, seatName } from "./labels.js";

/** @import { RewindAsked, RewindOption } from "./types.d.ts" */
/** @typedef {import("./match.js").Match} Match */

/**
 * Show the rewind request while it waits for consent.
 * @param {Match} match
 */
export function showRewind(match) {
  const { rewind } = match.summary;
  if (!rewind || !match.isLive) {
    notice("rewind", "");
    return;
  }
  const button = (/** @type {string} */ text, /** @type {() => unknown} */ onclick, kind = "") =>
    h("button", { type: "button", class: kind, onclick }, text);
  const refuse = rewind.asked === match.seat ? "Withdraw" : "Refuse";
  notice(
    "rewind",
    requestText(rewind),
    "ask",
    button("Look at it", () => match.goTo(rewind.to)),
    match.seat && rewind.waiting.includes(match.seat)
      ? button("Agree", () => match.submit("rewind/agree", { to: rewind.to }), "primary")
      : null,
    match.seat ? button(refuse, () => match.submit("rewind/refuse")) : null,
  );
}

/** @param {RewindAsked} rewind */
function requestText({ asked, to, between, redo, waiting }) {
  const change = `${between} ${redo ? "would come back" : "would be undone"}`;
  const seats = waiting.map(seatName).join(" and ");
  return `${seatName(asked)} asks to go back to #${to}; ${change}. Waiting for ${seats}.`;
}

/**
 * Take the latest action of the viewer's seat back. Where others must agree to that, or an earlier one is meant, ask.
 * @param {Match} match
 */
export async function takeBack(match) {
  const { acts } = await get(`matches/${match.id}/take-backs`, { seat: match.seat });
  if (acts.length && !acts[0].consent.length) match.askRewind(acts[0].to);
  else chooseTakeBack(match, acts);
}

/**
 * Ask which of the latest actions of the viewer's seat is to be taken back.
 * @param {Match} match
 * @param {RewindOption[]} acts
 */
function chooseTakeBack(match, acts) {
  const item = (/** @type {RewindOption} */ option) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "offer",
          onclick: () => {
            box.close();
            match.askRewind(option.to);
          },
        },
        h("span", {}, `Back to #${option.to}`),
        h("span", {}, commandAfter(match, option.to)),
        h("span", { class: "faint" }, consentText(option)),
      ),
    );
  const box = dialog(
    "Take back",
    h("p", {}, "What is undone stays in the log, and can be returned to by consent while nothing is played."),
    acts.length
      ? h("ul", { class: "offers" }, acts.map(item))
      : h("p", {}, "There is no action of yours to take back."),
  );
}

/**
 * The command of the viewer's seat that follows a position, as the log has it.
 * @param {Match} match
 * @param {number} position
 */
const commandAfter = (match, position) =>
  match.log.sentences.find(
    ({ tag, seat, position: at }) => tag === "command-accepted" && seat === match.seat && at === position + 1,
  )?.text ?? "";

/** @param {RewindOption} option */
const consentText = ({ consent, why }) =>
  consent.length ? `${capital(why)}, so ${consent.map(seatName).join(" and ")} must agree.` : "Taken back at once.";
