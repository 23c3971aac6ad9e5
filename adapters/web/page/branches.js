// The tree of branches around a match, and two of them compared.

import { get, reason } from "./api.js";
import { h, put } from "./dom.js";
import { plain, seatName, states } from "./words.js";

export async function branches(match) {
  const { root, branches: found } = await get(`matches/${match.id}/branches`);
  const compared = h("div", { class: "compared", "aria-live": "polite" });
  const children = new Map();
  for (const one of found) children.set(one.parent, [...(children.get(one.parent) ?? []), one]);
  const compare = async (other) => {
    put(compared, h("p", { class: "wait" }, "Comparing …"));
    try {
      put(compared, comparison(await get(`matches/${match.id}/difference/${other}`)));
    } catch (error) {
      put(compared, h("p", {}, `They cannot be compared: ${reason(error)}`));
    }
  };
  const node = (id, words) => h("li", {},
    h("span", { class: "row" },
      id === match.id ? h("strong", {}, `${words} (you are here)`) : h("a", { href: `/m/${id}` }, words),
      id === match.id ? null : h("button", { type: "button", class: "quiet", onclick: () => compare(id), "aria-label": `Compare with ${words}` }, "compare")),
    children.has(id) ? h("ul", {}, children.get(id).map((one) => node(one.match, named(one)))) : null);
  return h("div", { class: "stack" },
    h("p", { class: "faint" }, "A branch goes on from a past moment in a match of its own. In the replay, step to a moment and open one there."),
    h("ul", { class: "tree" }, node(root, "The match as it was played")),
    h("button", { type: "button", onclick: () => match.branchHere() }, match.isLive ? "Open a branch from now" : `Open a branch from #${match.at}`),
    compared);
}

const named = (one) => `From #${one.at}, now #${one.head}${one.over ? ", over" : ""}${one.dealt === "exact" ? "" : `, dealt for ${seatName(one.dealt)}`} · ${one.match.slice(0, 6)}`;

function comparison(found) {
  const moment = (one) => `#${one.position}, round ${one.round}, turn ${one.turn}${one.result ? `: ${one.result.reason}` : ""}`;
  const rows = [
    ...Object.entries(found.tracks).map(([name, pair]) => [plain(name), pair.left, pair.right]),
    ...Object.entries(found.luck).map(([seat, pair]) => [`luck of ${seatName(seat) || "the table"} since`, rounded(pair.left), rounded(pair.right)]),
    ...Object.entries(found.hidden).map(([zone, pair]) => [`hidden in ${plain(zone)}`, pair.left, pair.right]),
    ...found.pieces.map((one) => [one.name, lying(one.left), lying(one.right)]),
  ];
  return [
    h("h3", {}, found.common ? `Alike up to #${found.common}` : "They share nothing"),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Comparison" }, h("table", {},
      h("thead", {}, h("tr", {}, ["", "Here", "There"].map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, [["stands at", moment(found.left), moment(found.right)], ...rows].map(([what, left, right]) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, String(left)), h("td", {}, String(right))))))),
  ];
}

const rounded = (number) => Math.round(number * 10) / 10;
const lying = (one) => (one ? [plain(one.zone), ...states({ ...one, until: {} })].join(", ") : "not seen");
