// The land under the counters: terrain as pictures, ways that run through sides, and what stands on sides.
//
// It knows words of landscape, such as woods or a wall, and no game: which space has what is said by its face.

import { s } from "./dom.js";
import { cornersAt, insideOf, nearby, outline } from "./geometry.js";
import { symbolAt } from "./components.js";

/** @import { Plan, SpaceFace } from "./types.d.ts" */
/** @import { Side } from "./geometry.js" */

/**
 * @typedef {object} Ground what a picture of a terrain is drawn from
 * @property {Plan} plan
 * @property {() => number} chance always the same numbers for the same space
 * @property {[number, number][]} ways where ways leave the space, from its middle
 * @property {(x: number, y: number, margin?: number) => boolean} inside
 * @property {[number, number][]} water where there is water next to it
 */

/** @typedef {[shape: string, look: string][]} Picture outlines, each with the class that says how it is filled */

/** Ways that run through sides, each with the classes of its layers from below. */
const WAYS = {
  road: ["road-edge", "road-top"],
  railway: ["rail-edge", "rail-top"],
  trail: ["trail-top"],
  path: ["trail-top"],
  stream: ["bank", "stream"],
  river: ["bank", "stream wide"],
};
/** What stands on sides, each with the classes of its layers from below. */
const SIDES = {
  wall: ["wall-edge", "wall-top"],
  hedge: ["hedge-edge", "hedge-top"],
  bocage: ["hedge-edge", "hedge-top"],
  fence: ["fence-rail", "fence-post"],
  cliff: ["cliff-edge", "cliff-top"],
  river: ["bank wide", "stream wide"],
  wire: ["fence-rail", "wire-top"],
};

/**
 * Numbers from 0 to 1 that look like chance and are always the same for the same words.
 * @param {string} words
 */
export function chanceOf(words) {
  let seed = 7;
  for (let i = 0; i < words.length; i += 1) seed = (Math.imul(seed, 31) + words.charCodeAt(i)) | 0;
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const at = (/** @type {number} */ number) => number.toFixed(1);

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const disc = (x, y, r) =>
  `M${at(x - r)} ${at(y)}a${at(r)} ${at(r)} 0 1 0 ${at(2 * r)} 0a${at(r)} ${at(r)} 0 1 0 ${at(-2 * r)} 0Z`;

/**
 * Places all over a space, about so far from each other and off its ways.
 * @param {Ground} ground
 * @param {number} step
 * @param {number} jitter
 * @param {number} margin
 */
function scattered({ plan, chance, inside, ways }, step, jitter, margin) {
  /** @type {[number, number][]} */
  const places = [];
  for (let row = 0, y = -plan.height / 2; y < plan.height / 2; y += step * 0.87, row += 1)
    for (let x = -plan.width / 2 + (row % 2 ? step / 2 : 0); x < plan.width / 2; x += step) {
      const place = [x + (chance() - 0.5) * jitter, y + (chance() - 0.5) * jitter];
      if (inside(place[0], place[1], margin) && !ways.some((way) => isNearLine(place, way, 11)))
        places.push([place[0], place[1]]);
    }
  return places;
}

/**
 * Whether a place is nearer than that to a way from the middle.
 * @param {number[]} place
 * @param {number[]} way
 * @param {number} most
 */
function isNearLine([x, y], [wx, wy], most) {
  const along = Math.max(0, Math.min(1, (x * wx + y * wy) / (wx * wx + wy * wy)));
  return Math.hypot(x - along * wx, y - along * wy) < most;
}

/**
 * Crowns of trees with the shade under them.
 * @param {[number, number][]} places
 * @param {(i: number) => number} radius
 * @returns {Picture}
 */
const trees = (places, radius) => [
  [places.map(([x, y], i) => disc(x + 2, y + 2.5, radius(i))).join(""), "shade"],
  [places.map(([x, y], i) => disc(x, y, radius(i))).join(""), "crown"],
  [places.map(([x, y], i) => disc(x - radius(i) * 0.28, y - radius(i) * 0.3, radius(i) * 0.45)).join(""), "light"],
];

/**
 * A house seen from above: its roof in two halves.
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} deep
 * @param {number} turn
 */
function house(x, y, w, deep, turn) {
  const [c, sn] = [Math.cos(turn), Math.sin(turn)];
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    `${at(x + dx * c - dy * sn)} ${at(y + dx * sn + dy * c)}`;
  const [a, b] = [w / 2, deep / 2];
  return {
    shade: `M${corner(-a + 2, -b + 3)}L${corner(a + 3, -b + 3)}L${corner(a + 3, b + 3)}L${corner(-a + 2, b + 3)}Z`,
    roof: `M${corner(-a, -b)}L${corner(a, -b)}L${corner(a, 0)}L${corner(-a, 0)}Z`,
    dark: `M${corner(-a, 0)}L${corner(a, 0)}L${corner(a, b)}L${corner(-a, b)}Z`,
  };
}

/**
 * Houses around the middle, or along the ways through it.
 * @param {Ground} ground
 * @param {number} number
 * @returns {Picture}
 */
function houses(ground, number) {
  const { plan, chance, ways } = ground;
  const reach = Math.min(plan.width, plan.height) / 2;
  const start = chance() * Math.PI * 2;
  const shapes = [];
  for (let i = 0; shapes.length < number && i < number * 5; i += 1) {
    const angle = start + (i * Math.PI * 2) / (number + 0.35);
    const far = number === 1 ? 0 : reach * (0.42 + 0.2 * chance());
    const place = [Math.cos(angle) * far, Math.sin(angle) * far];
    if (ways.some((way) => isNearLine(place, way, 17))) continue;
    const turn = Math.round(chance() * 3) * (Math.PI / 6) + 0.1;
    shapes.push(house(place[0], place[1], reach * (0.42 + 0.16 * chance()), reach * (0.3 + 0.08 * chance()), turn));
  }
  return [
    [shapes.map(({ shade }) => shade).join(""), "shade"],
    [shapes.map(({ roof }) => roof).join(""), "roof"],
    [shapes.map(({ dark }) => dark).join(""), "roof-dark"],
  ];
}

/**
 * Short strokes, such as reeds or grass.
 * @param {[number, number][]} places
 * @param {string} stroke
 */
const strokes = (places, stroke) => places.map(([x, y]) => `M${at(x)} ${at(y)}${stroke}`).join("");

const REED = "m-3 0q2-4 0-8m3 8v-10m3 10q-2-4 0-8";
const RIPPLE = "q4-4 8 0t8 0";

/**
 * Water that runs to its neighbours, or across where there are none.
 * @param {Ground} ground
 * @returns {string}
 */
function course({ plan, water }) {
  const reach = plan.height / 2;
  const ends = water.length ? water : /** @type {[number, number][]} */ ([[0, -reach * 0.7], [0, reach * 0.7]]); // prettier-ignore
  return wayThrough(ends);
}

/**
 * A way between the sides it leaves by: a bend between two of them, else spokes.
 * @param {[number, number][]} ends
 */
export function wayThrough(ends) {
  if (ends.length === 2) {
    const [[ax, ay], [bx, by]] = ends;
    return `M${at(ax)} ${at(ay)}Q0 0 ${at(bx)} ${at(by)}`;
  }
  return ends.map(([x, y]) => `M0 0L${at(x)} ${at(y)}`).join("");
}

/** @type {Record<string, (ground: Ground) => Picture>} */
const PICTURES = {
  woods: (ground) => trees(scattered(ground, 19, 7, 10), (i) => 8.5 + ((i * 7) % 5) * 0.6),
  orchard: (ground) => trees(scattered(ground, 22, 0, 11), () => 6.2),
  brush: (ground) => {
    const places = scattered(ground, 17, 11, 9);
    return [...trees(places.filter((_, i) => i % 3), () => 3.6), [strokes(places.filter((_, i) => i % 3 === 0), "q1-6 3-7m-3 7q3-4 7-4"), "reeds"]]; // prettier-ignore
  },
  field: ({ plan, chance }) => [[outline(plan), `furrows${Math.floor(chance() * 3)}`]],
  building: (ground) => houses(ground, 3),
  town: (ground) => houses(ground, 5),
  marsh: (ground) => {
    const places = scattered(ground, 24, 12, 12);
    return [
      [strokes(places.filter((_, i) => i % 2 === 0), "h9m-4 4h8"), "ripple"],
      [strokes(places.filter((_, i) => i % 2), REED), "reeds"],
    ]; // prettier-ignore
  },
  water: (ground) => [
    [outline(ground.plan), "water"],
    [strokes(scattered(ground, 27, 9, 16), RIPPLE), "ripple"],
  ],
  stream: (ground) => [
    [course(ground), "bank line"],
    [course(ground), "stream line"],
  ],
  gully: (ground) => [
    [course(ground), "gully-edge line"],
    [course(ground), "gully-teeth line"],
    [course(ground), "gully line"],
  ],
  bridge: (ground) => [
    [course(ground), "bank wide line"],
    [course(ground), "stream wide line"],
  ],
  hill: ({ plan }) => {
    const ring = (/** @type {number} */ part, /** @type {number} */ dx) => {
      const [a, b] = [plan.width * part, plan.height * part * 0.8];
      return `M${at(dx - a)} 4a${at(a)} ${at(b)} 0 1 0 ${at(2 * a)} 0a${at(a)} ${at(b)} 0 1 0 ${at(-2 * a)} 0Z`;
    };
    return [
      [ring(0.42, 0), "height"],
      [ring(0.3, 3), "height"],
      [ring(0.17, 7), "height"],
    ];
  },
  rough: (ground) => [[strokes(scattered(ground, 25, 12, 12), "l4-6 5 2 2 5zm7-1 3-4 4 5z"), "rock"]],
  "cover-1": (ground) => trees(scattered(ground, 46, 22, 16), () => 6),
  "cover-2": (ground) => trees(scattered(ground, 27, 12, 14), (i) => 8 + (i % 3)),
  "cover-3": (ground) => [...trees(scattered(ground, 58, 20, 16), () => 7), ...houses(ground, 3)],
};

/** Other words for the same landscape. */
const ALSO = [
  [/wood|forest|trees/, "woods"],
  [/orchard|vineyard/, "orchard"],
  [/brush|bush|scrub/, "brush"],
  [/crop|farmland/, "field"],
  [/rough|rock|rubble|ruin/, "rough"],
  [/town|city|village/, "town"],
  [/build|house|church|barracks|cathedral|bunker/, "building"],
  [/bridge/, "bridge"],
  [/stream|brook/, "stream"],
  [/river|water|lake|sea|ice/, "water"],
  [/marsh|swamp/, "marsh"],
  [/gully|ditch/, "gully"],
  [/hill|height|mountain/, "hill"],
];

/**
 * Which picture a space has: by its symbol, else by the words of its terrain; "" for bare ground.
 * @param {SpaceFace | undefined} face
 */
export function pictureOf(face) {
  if (!face) return "";
  const name = face.symbol.toLowerCase();
  if (name in PICTURES) return name;
  const found = ALSO.find(([words]) => /** @type {RegExp} */ (words).test(`${name} ${face.terrain.toLowerCase()}`));
  return found ? String(found[1]) : "";
}

const WET = new Set(["stream", "water", "bridge", "marsh"]);

/**
 * All land of a board, in layers from below: ground, ways, what stands on the ground, and what stands on sides.
 * @param {Plan} plan
 * @param {Record<string, SpaceFace>} faces
 * @param {string[]} seats
 */
export function land(plan, faces, seats) {
  /** @type {Record<string, SVGElement[]>} */
  const layers = { ground: [], below: [], above: [], standing: [], sides: [] };
  for (const [zone, place] of plan.places) {
    const face = faces[zone];
    const picture = pictureOf(face);
    const around = nearby(plan, zone);
    const shift = `translate(${at(place.x)} ${at(place.y)})`;
    const part = (/** @type {string} */ d, /** @type {string} */ look) =>
      s("path", { d, class: look, transform: shift });
    layers.ground.push(part(outline(plan), `soil ${picture ? `soil-${picture}` : ""}`));
    if (face?.level) layers.ground.push(part(outline(plan), `level level${Math.min(4, face.level)}`));
    const ground = groundOf(plan, zone, face, around, faces);
    const shapes = picture ? PICTURES[picture](ground) : [];
    const layer = /^(building|town|woods|orchard|cover)/.test(picture) ? "standing" : "ground";
    layers[layer].push(...shapes.filter(([d]) => d).map(([d, look]) => part(d, look)));
    if (!picture && face?.symbol && !face.objective) {
      const mark = symbolAt(face.symbol, place.x - 18, place.y - 16, 36, 32);
      if (mark) layers.ground.push(s("g", { class: "watermark" }, mark));
    }
    ways(face, plan, zone, part, layers);
    slopes(face, faces, around, part, layers);
    sides(face, plan, zone, seats, part, layers);
  }
  return Object.entries(layers).map(([name, parts]) => s("g", { class: `land ${name}` }, parts));
}

/**
 * @param {Plan} plan
 * @param {string} zone
 * @param {SpaceFace | undefined} face
 * @param {Side[]} around
 * @param {Record<string, SpaceFace>} faces
 * @returns {Ground}
 */
function groundOf(plan, zone, face, around, faces) {
  const leaving = (face?.edges ?? []).filter(({ kind, to }) => kind in WAYS && to).map(({ to }) => to);
  const own = pictureOf(face);
  const isLike = (/** @type {string} */ to) => {
    const other = pictureOf(faces[to]);
    return own === "gully" ? other === "gully" : WET.has(own) && WET.has(other);
  };
  return {
    plan,
    chance: chanceOf(zone),
    inside: insideOf(plan),
    ways: around.filter((one) => leaving.includes(one.zone)).map(({ mid }) => mid),
    water: around.filter((one) => isLike(one.zone)).map(({ mid }) => mid),
  };
}

/**
 * Roads, railways, trails and watercourses through the sides of a space.
 * @param {SpaceFace | undefined} face
 * @param {Plan} plan
 * @param {string} zone
 * @param {(d: string, look: string) => SVGElement} part
 * @param {Record<string, SVGElement[]>} layers
 */
function ways(face, plan, zone, part, layers) {
  /** @type {Map<string, [number, number][]>} */
  const ends = new Map();
  for (const { kind, to, side } of face?.edges ?? []) {
    if (!(kind in WAYS)) continue;
    const found = cornersAt(plan, zone, to, side);
    if (found) ends.set(kind, [...(ends.get(kind) ?? []), found.mid]);
  }
  for (const [kind, places] of ends) {
    const [first, ...rest] = WAYS[/** @type {keyof typeof WAYS} */ (kind)];
    const d = wayThrough(places);
    layers.below.push(part(d, `line ${first}`));
    layers.above.push(...rest.map((look) => part(d, `line ${look}`)));
  }
}

/**
 * Teeth along the sides beyond which the ground is lower.
 * @param {SpaceFace | undefined} face
 * @param {Record<string, SpaceFace>} faces
 * @param {Side[]} around
 * @param {(d: string, look: string) => SVGElement} part
 * @param {Record<string, SVGElement[]>} layers
 */
function slopes(face, faces, around, part, layers) {
  const lower = around.filter(({ zone }) => (faces[zone]?.level ?? 0) < (face?.level ?? 0));
  const inset = ([x, y] = [0, 0]) => `${at(x * 0.93)} ${at(y * 0.93)}`;
  const d = lower.map(({ from, till }) => `M${inset(from)}L${inset(till)}`).join("");
  if (d) layers.below.push(part(d, "line slope"));
}

/**
 * Walls, hedges and the like on sides, and whose map edge a side is; what two spaces share is drawn once.
 * @param {SpaceFace | undefined} face
 * @param {Plan} plan
 * @param {string} zone
 * @param {string[]} seats
 * @param {(d: string, look: string) => SVGElement} part
 * @param {Record<string, SVGElement[]>} layers
 */
function sides(face, plan, zone, seats, part, layers) {
  for (const { kind, to, side, title } of face?.edges ?? []) {
    if (kind in WAYS || (to && to < zone)) continue;
    const found = cornersAt(plan, zone, to, side);
    if (!found) continue;
    const [[ax, ay], [bx, by]] = [found.from, found.till];
    const d = `M${at(ax)} ${at(ay)}L${at(bx)} ${at(by)}`;
    const rank = kind.startsWith("edge-") ? seats.indexOf(kind.slice(5)) : -1;
    const looks =
      rank >= 0 ? [`map-edge edge-of${rank % 6}`] : (SIDES[/** @type {keyof typeof SIDES} */ (kind)] ?? ["side-other"]);
    const drawn = looks.map((look) => part(d, `line ${look}`));
    drawn[0].append(s("title", {}, title));
    layers.sides.push(...drawn);
  }
}

/** Patterns that terrain is filled with. */
export const furrows = () =>
  [0, 60, 120].map((turn, i) =>
    s(
      "pattern",
      { id: `furrows${i}`, width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
      s("rect", { width: 9, height: 9, class: "crop" }),
      s("rect", { width: 9, height: 4, class: "crop-dark" }),
    ),
  );
