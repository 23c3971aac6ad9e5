// The tree of branches around a match, and two of them compared.

import { get, post, reason, statusOf } from "./api.js";
import { dialog, h, notice, put } from "./dom.js";
import { reasonText, seatName, states, zoneName } from "./labels.js";

/** @import { Branch, Diff, PieceState, Side } from "./types.d.ts" */

/** @param {import("./match.js").Match} match */
export async function branches(match) {
  const { root, branches: all } = await get(`matches/${match.id}/branches`);
  const compared = h("div", { class: "compared", "aria-live": "polite" });
  /** @type {Map<string, Branch[]>} */
  const children = new Map();
  for (const branch of all) children.set(branch.parent, [...(children.get(branch.parent) ?? []), branch]);
  /** @param {string} other */
  const compare = async (other) => {
    put(compared, h("p", { class: "wait" }, "Comparing …"));
    try {
      put(compared, comparison(Object.keys(match.summary.seats), ...(await difference(match, other))));
    } catch (error) {
      put(compared, h("p", {}, `They cannot be compared: ${reason(error)}`));
    }
  };
  /**
   * @param {string} id
   * @param {string} words
   * @returns {HTMLElement}
   */
  const node = (id, words) =>
    h(
      "li",
      {},
      h(
        "span",
        { class: "row" },
        id === match.id ? h("strong", {}, `${words} (you are here)`) : h("a", { href: `/m/${id}` }, words),
        id === match.id
          ? null
          : h(
              "button",
              { type: "button", class: "quiet", onclick: () => compare(id), "aria-label": `Compare with ${words}` },
              "compare",
            ),
      ),
      children.has(id)
        ? h(
            "ul",
            {},
            children.get(id)?.map((branch) => node(branch.match, named(branch))),
          )
        : null,
    );
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: "faint" },
      "A branch goes on from a past moment in a match of its own. In the replay, step to a moment and open one there.",
    ),
    h("ul", { class: "tree" }, node(root, "The match as it was played")),
    h(
      "button",
      { type: "button", onclick: () => match.branchHere() },
      match.isLive ? "Open a branch from now" : `Open a branch from #${match.at}`,
    ),
    compared,
  );
}

/**
 * Two lines compared with the eyes chosen; where they may not see the other line, with a spectator's.
 * @param {import("./match.js").Match} match
 * @param {string} other
 * @returns {Promise<[Diff, string]>}
 */
async function difference(match, other) {
  /** @param {string} as */
  const ask = (as) => get(`matches/${match.id}/difference/${other}`, { as });
  try {
    return [await ask(match.role), `As ${seatName(match.role)} sees both.`];
  } catch (error) {
    if (statusOf(error) !== 403 || match.role === "spectator") throw error;
    return [
      await ask("spectator"),
      `You may not look at both as ${seatName(match.role)}, so this is what everybody may see.`,
    ];
  }
}

/**
 * A branch in words: its name and start, who plays it, and its result or position.
 * @param {Branch} branch
 */
function named(branch) {
  const people = Object.entries(branch.seats)
    .filter(([, who]) => who === "human")
    .map(([seat]) => seatName(seat));
  const played = people.length
    ? `${people.join(" and ")} played by ${branch.yours ? "you" : "a person"}`
    : "played by bots";
  const result = branch.over
    ? `${branch.winners.length ? `${branch.winners.map(seatName).join(" and ")} won` : "a draw"}: ${reasonText(branch.reason, Object.keys(branch.seats))}`
    : `at #${branch.head}`;
  return `${branch.name || "Branch"}, from #${branch.at}: ${played}${branch.dealt === "exact" ? "" : ", hidden cards dealt again"}; ${result}`;
}

/**
 * @param {string[]} seats
 * @param {Diff} diff
 * @param {string} eyes
 */
function comparison(seats, diff, eyes) {
  const moment = (/** @type {Side} */ side) =>
    `#${side.position}, round ${side.round}, turn ${side.turn}${side.result ? `: ${reasonText(side.result.reason, seats)}` : ""}`;
  const rows = [
    ...Object.entries(diff.tracks).map(([name, pair]) => [diff.track_labels[name], pair.left, pair.right]),
    ...Object.entries(diff.luck).map(([seat, pair]) => [
      `luck of ${seatName(seat) || "the table"} since`,
      rounded(pair.left),
      rounded(pair.right),
    ]),
    ...Object.entries(diff.hidden).map(([zone, pair]) => [`hidden in ${zoneName(zone, seats)}`, pair.left, pair.right]),
    ...diff.pieces.map(({ name, left, right }) => [name, pieceText(left, seats), pieceText(right, seats)]),
  ];
  return [
    h("h3", {}, diff.common ? `Alike up to #${diff.common}` : "They share nothing"),
    h("p", { class: "faint" }, eyes),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "Comparison" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["", "Here", "There"].map((one) => h("th", { scope: "col" }, one)),
          ),
        ),
        h(
          "tbody",
          {},
          [["position", moment(diff.left), moment(diff.right)], ...rows].map(([what, left, right]) =>
            h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, String(left)), h("td", {}, String(right))),
          ),
        ),
      ),
    ),
  ];
}

/** @param {number} number */
const rounded = (number) => Math.round(number * 10) / 10;
/**
 * @param {PieceState | null} piece
 * @param {string[]} seats
 */
const pieceText = (piece, seats) =>
  piece ? [zoneName(piece.zone, seats), ...states({ ...piece, until: {} })].join(", ") : "not seen";

/**
 * Ask how a branch is to be called and which seat to play, and open it.
 * @param {import("./match.js").Match} match
 * @param {number} at
 */
export function openBranch(match, at) {
  const { summary } = match;
  const held = summary.yours.filter((one) => one in summary.seats);
  const exact = summary.open || (!held.length && summary.yours.includes("director"));
  const seats = exact ? Object.keys(summary.seats) : held;
  const usual = seats.includes(match.role) ? match.role : (held[0] ?? "");
  const name = h("input", { id: "branch-name", maxlength: 80, autocomplete: "off", placeholder: `What if, at #${at}` });
  const seat = h(
    "select",
    { id: "branch-seat" },
    seats.map((one) => h("option", { value: one, selected: one === usual }, `${seatName(one)}; bots play the others`)),
    exact ? h("option", { value: "", selected: !usual }, "every seat") : null,
  );
  const cards = exact ? "Every card stays where it is." : "Cards that your seat cannot know are dealt again.";
  const box = dialog(
    "Open a branch",
    h(
      "form",
      {
        class: "stack",
        onsubmit: async (event) => {
          event.preventDefault();
          box.close();
          await open(match, { at, seat: seat.value, name: name.value.trim() });
        },
      },
      h("p", {}, `A branch goes on from #${at} in a match of its own; this one is not touched. ${cards}`),
      h("div", { class: "field" }, h("label", { for: "branch-seat" }, "I play"), seat),
      h("div", { class: "field" }, h("label", { for: "branch-name" }, "Its name (may stay empty)"), name),
      h("button", { type: "submit", class: "primary" }, "Open it"),
    ),
  );
}

/**
 * Open a branch and go there.
 * @param {import("./match.js").Match} match
 * @param {{ at: number, seat: string, name: string }} wanted
 */
export async function open(match, wanted) {
  try {
    const opened = await post(`matches/${match.id}/branches`, wanted);
    location.assign(`/m/${opened.match}${wanted.seat ? `#as=${wanted.seat}` : ""}`);
  } catch (error) {
    notice("branch", `No branch was opened: ${reason(error)}`, "bad");
  }
}
