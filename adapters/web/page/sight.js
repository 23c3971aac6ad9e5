// What a unit or space sees and can fire at: drawn over the board while one looks at it, and as a list.

import { get } from "./api.js";
import { h, put, s } from "./dom.js";
import { outline } from "./geometry.js";

/** @import { InSight, Plan, Space } from "./types.d.ts" */
/** @typedef {import("./match.js").Match} Match */

const SOON_MS = 280;
const MOST = 30;
/** Whether lines of sight are shown: they are, until somebody switches them off. */
const KEY = "wardiary-sight";

/** @param {Match} match */
const seenFrom = async (match, /** @type {string} */ token) =>
  /** @type {{ spaces: InSight[] }} */ (
    await get(`matches/${match.id}/sight?of=${encodeURIComponent(token)}&at=${match.shown.position}&as=${match.role}`)
  ).spaces;

/**
 * Whose eyes a space is looked from: the piece that is pointed at, else its first unit, else the space.
 * @param {Space} space
 * @param {string | null} piece
 */
export const looker = ({ zone, stack }, piece) =>
  piece ?? stack.pieces.find(({ owner, hidden }) => owner && !hidden)?.id ?? zone;

export class Sights {
  /** @type {number | undefined} */
  timer = undefined;
  token = "";
  /** @type {Map<string, InSight[]>} What was seen at a position, so that looking twice asks once. */
  known = new Map();
  layer = s("g", { class: "sight", "aria-hidden": "true" });

  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    document.head.append(h("link", { rel: "stylesheet", href: "/page/sight.css" }));
  }

  static get isOn() {
    return localStorage.getItem(KEY) !== "no";
  }

  /** @param {boolean} isOn */
  static set isOn(isOn) {
    localStorage.setItem(KEY, isOn ? "yes" : "no");
  }

  /**
   * Show soon what is seen from a space, or from the piece there that is pointed at.
   * @param {string} zone
   * @param {string | null} piece
   */
  soon(zone, piece) {
    const space = this.match.shown.spaces.find((one) => one.zone === zone);
    const token = space && Sights.isOn ? looker(space, piece) : "";
    if (token === this.token) return;
    this.hide();
    this.token = token;
    if (token) this.timer = setTimeout(() => this.show(zone, token), SOON_MS);
  }

  /**
   * @param {string} zone
   * @param {string} token
   */
  async show(zone, token) {
    const { boardView, shown } = this.match;
    const key = `${shown.position} ${token}`;
    const spaces = this.known.get(key) ?? (await seenFrom(this.match, token).catch(() => []));
    if (this.known.size > MOST) this.known.clear();
    this.known.set(key, spaces);
    const { plan, lines } = boardView;
    if (token !== this.token || !plan || !lines || !spaces.length) return;
    put(this.layer, overlay(plan, zone, spaces));
    lines.before(this.layer);
  }

  hide() {
    clearTimeout(this.timer);
    this.token = "";
    this.layer.remove();
  }
}

/**
 * Spaces that are not seen are dimmed, those that fire reaches have a ring, and what is in the way is a number.
 * @param {Plan} plan
 * @param {string} zone
 * @param {InSight[]} spaces
 */
function overlay(plan, zone, spaces) {
  const shape = outline(plan);
  const seen = new Set([zone, ...spaces.map(({ space }) => space)]);
  const at = (/** @type {string} */ one) => {
    const { x, y } = plan.places.get(one) ?? { x: 0, y: 0 };
    return `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  };
  const unseen = [...plan.places.keys()].filter((one) => !seen.has(one));
  return [
    ...unseen.map((one) => s("path", { d: shape, class: "unseen", transform: at(one) })),
    ...spaces.flatMap((one) => (one.fire ? s("path", { d: shape, class: "reached", transform: at(one.space) }) : [])),
    s("path", { d: shape, class: "looker", transform: at(zone) }),
    ...spaces.flatMap((one) => (one.hindrance && plan.places.has(one.space) ? hindrance(one, at(one.space)) : [])),
  ];
}

/**
 * @param {InSight} space
 * @param {string} transform
 */
const hindrance = ({ hindrance: value }, transform) =>
  s(
    "g",
    { class: "hindrance", transform },
    s("circle", { r: 9, cy: 14 }),
    s("text", { class: "middle tiny", y: 18 }, `−${value}`),
  );

/**
 * The same as a list: every space in sight with somebody in it, the nearest first.
 * @param {Match} match
 * @param {string} token
 */
export function seenList(match, token) {
  const list = h("ul", { class: "seen" });
  seenFrom(match, token).then(
    (spaces) => put(list, lines(match, spaces)),
    () => put(list, h("li", {}, "This cannot be looked up now.")),
  );
  return list;
}

/**
 * @param {Match} match
 * @param {InSight[]} spaces
 */
function lines(match, spaces) {
  const stacks = new Map(match.shown.spaces.map(({ zone, stack }) => [zone, stack]));
  const held = spaces.filter(({ space }) => stacks.get(space)?.pieces.some(({ owner }) => owner));
  if (!held.length) return h("li", {}, "No unit is in sight.");
  return [...held]
    .sort((a, b) => a.distance - b.distance)
    .map(({ space, distance, hindrance: inTheWay, fire, seen }) => {
      const stack = stacks.get(space);
      const who = stack?.pieces.filter(({ owner }) => owner).map(({ name, title }) => name || title);
      const how = [
        `${distance} ${distance === 1 ? "space" : "spaces"} away`,
        seen ? "" : "not seen from here",
        inTheWay ? `hindrance ${inTheWay}` : "",
        fire ? "fire reaches it" : "",
      ];
      return h("li", {}, `${who?.join(", ")} in ${stack?.name}: ${how.filter(Boolean).join(", ")}`);
    });
}
