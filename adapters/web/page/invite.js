// Links for those invited. They are shown once; the first to open one gets the seat.

import { dialog, h, say } from "./dom.js";
import { seatName } from "./labels.js";

/** @import { MatchCreated, Trust } from "./types.d.ts" */

const OPENS = { director: "the director's chair of this match", administrator: "the whole service" };

/**
 * Who could see more than a seat does, and what the host opened in vain: said to everybody.
 * @param {Trust} trust
 */
export function trusted(trust) {
  return h(
    "div",
    { class: "stack trust" },
    trust.sentences.map((sentence) => h("p", {}, sentence)),
    trust.keys.length
      ? h(
          "p",
          {},
          "Keys that open more than a seat: ",
          trust.keys
            .map(
              (one) =>
                `${OPENS[one.opens]}, made ${new Date(one.made).toLocaleString()}${one.sees_all ? ", sees everything" : ""}`,
            )
            .join("; "),
          ".",
        )
      : null,
  );
}

/**
 * @param {[string, string][]} invited
 * @param {() => void} then
 */
export function invitations(invited, then = () => {}) {
  const box = dialog(
    "Invite",
    h("p", {}, "Send each link to one person. It works once and is not shown again."),
    invited.map(([seat, token]) => {
      const link = `${location.origin}/join#${token}`;
      const shown = h("input", { id: `link-${seat}`, readonly: true, value: link, onfocus: () => shown.select() });
      const copy = h(
        "button",
        {
          type: "button",
          onclick: async () => {
            shown.select();
            await navigator.clipboard?.writeText(link);
            copy.textContent = "Copied";
            say("The link is copied.");
          },
        },
        "Copy",
      );
      return h(
        "div",
        { class: "field" },
        h("label", { for: `link-${seat}` }, seatName(seat)),
        h("div", { class: "row" }, shown, copy),
      );
    }),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Go on")),
  );
  box.addEventListener("close", then);
}

/**
 * After opening: to the match, or first to the links for those invited, which are shown only once.
 * @param {MatchCreated} answer
 */
export function opened(answer) {
  const invited = Object.entries(answer.invitations ?? {});
  const go = () => location.assign(`/m/${answer.match}`);
  if (invited.length) invitations(invited, go);
  else go();
}
