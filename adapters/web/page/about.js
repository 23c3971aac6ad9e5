// About a match: who sits where, what was settled, and what its director may do.

import { get, post, reason, send } from "./api.js";
import { directing, disclosing } from "./directing.js";
import { dialog, h, notice, put } from "./dom.js";
import { capital, plain, seatName } from "./labels.js";
import { invitations, trusted } from "./invite.js";

/** @import { Scalar, Setting, Summary } from "./types.d.ts" */

const HOLDERS = {
  human: "a person",
  bot: "a bot",
  "bot:strong": "a strong bot",
  "bot:random": "a bot that plays at random",
  "resigned:bot": "nobody: resigned, a bot plays on",
  "resigned:director": "nobody: resigned, the director plays on",
  open: "nobody yet",
};

/** @param {import("./match.js").Match} match */
export async function about(match) {
  const summary = (match.summary = await get(`matches/${match.id}`));
  const [clock, { games }, trust] = await Promise.all([
    get(`matches/${match.id}/clock`),
    get("games"),
    get(`matches/${match.id}/keys`),
  ]);
  const known = games.find((one) => one.name === summary.game)?.settings ?? [];
  const settings = Object.fromEntries(
    Object.entries(summary.settings).map(([name, value]) => [
      capital(plain(name.replaceAll("_", " "))),
      /**
       * @param {string | number | boolean} value
       * @param {Setting | undefined} setting
       */
      settingText(
        value,
        known.find((one) => one.name === name),
      ),
    ]),
  );
  /**
   * @param {string} seat
   * @param {string} who
   */
  const held = (seat, who) =>
    who === "open" && summary.invited[seat]
      ? "nobody yet: invited, not arrived"
      : Object.hasOwn(HOLDERS, who)
        ? HOLDERS[/** @type {keyof typeof HOLDERS} */ (who)]
        : who;
  const directs = summary.yours.includes("director");
  /** @param {string} seat */
  const inviting = (seat) =>
    h(
      "button",
      { type: "button", class: "quiet", onclick: () => invite(match, seat) },
      summary.seats[seat] === "open" ? "invite" : "replace",
    );
  const verdict = h("p", { class: "verdict", role: "status" });
  return h(
    "div",
    { class: "stack" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Seat", "Held by", "Answers", "Average"].map((one) => h("th", { scope: "col" }, one)),
        ),
      ),
      h(
        "tbody",
        {},
        Object.entries(summary.seats).map(([seat, who]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, seatName(seat), summary.yours.includes(seat) ? " (you)" : ""),
            h(
              "td",
              {},
              held(seat, who),
              " ",
              directs && !summary.over && !summary.yours.includes(seat) && !who.startsWith("resigned")
                ? inviting(seat)
                : "",
            ),
            h("td", {}, String(clock.seats[seat]?.answers ?? 0)),
            h("td", {}, seconds(clock.seats[seat]?.average ?? 0)),
          ),
        ),
      ),
    ),
    h(
      "dl",
      { class: "facts" },
      Object.entries({
        Game: `${summary.title}, rules version ${summary.version}`,
        Scenario: summary.scenario_title,
        Position: `#${summary.position}`,
        ...(summary.unproven ? { UNPROVEN: `Imported though not all of it could be proved: ${summary.unproven}` } : {}),
        ...settings,
      }).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
    trusted(trust),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { class: "button", href: `/api/v1/matches/${match.id}/archive?as=${match.role}`, download: "" },
        "Download the record",
      ),
      h(
        "button",
        {
          type: "button",
          onclick: async () => {
            put(verdict, "Checking …");
            try {
              const found = await get(`matches/${match.id}/audit`);
              put(
                verdict,
                `${found.verdict}: ${found.detail || "nothing differs"}${found.scope === "seat" ? " (of what you may know)" : ""}`,
              );
            } catch (error) {
              put(verdict, reason(error));
            }
          },
        },
        "Audit it",
      ),
    ),
    verdict,
    directing(match, summary),
    disclosing(match, summary),
    match.seat && !summary.over && !summary.seats[match.seat]?.startsWith("resigned")
      ? h("button", { type: "button", class: "danger", onclick: () => resign(match, summary) }, "Resign …")
      : null,
    h("button", { type: "button", class: "quiet", onclick: () => forget() }, "Leave all matches in this browser …"),
  );
}

/**
 * Invite another player to a seat, as the director; the link is shown once.
 * @param {import("./match.js").Match} match
 * @param {string} seat
 */
export async function invite(match, seat) {
  try {
    invitations([[seat, (await post(`matches/${match.id}/invitations`, { seat })).token]], () => match.settle());
  } catch (error) {
    notice("invite", `No invitation was made: ${reason(error)}`, "bad");
  }
}

/**
 * A setting with what it means, for a number alone says little.
 * @param {Scalar} value
 * @param {Setting | undefined} setting
 */
const settingText = (value, setting) => (setting ? `${value} (${setting.about})` : String(value));

/** @param {number} ms */
const seconds = (ms) =>
  ms < 60_000
    ? `${Math.round(ms / 1000)} s`
    : ms < 7_200_000
      ? `${Math.round(ms / 60_000)} min`
      : `${Math.round(ms / 3_600_000)} h`;

/**
 * @param {import("./match.js").Match} match
 * @param {Summary} summary
 */
function resign(match, summary) {
  const by = summary.settings["resigned-seat"];
  const after = by
    ? `The others play on, and ${by === "bot" ? "a bot" : "the director"} plays your pieces. You cannot win any more; the match ends when one side is left.`
    : "The other side wins. This is recorded and ends the match.";
  const box = dialog(
    "Resign",
    h("p", {}, after),
    h(
      "button",
      {
        type: "button",
        class: "danger",
        onclick: () => {
          box.close();
          match.submit("resign");
        },
      },
      "Resign the match",
    ),
  );
}

function forget() {
  const box = dialog(
    "Leave all matches",
    h(
      "p",
      {},
      "This browser forgets every seat it holds. Without a key kept elsewhere nobody can sit down there again unless the director invites.",
    ),
    h(
      "button",
      {
        type: "button",
        class: "danger",
        onclick: async () => {
          await send("DELETE", "session");
          box.close();
          location.assign("/");
        },
      },
      "Forget them",
    ),
  );
}
