// Where spaces are drawn, and which one is next in a direction. Knows shapes, not games.

/** @import { Plan, Space } from "./types.d.ts" */

const HEX_WIDTH = 2 / Math.sqrt(3);
const NEAR = 1 - 1e-6;

/**
 * How spaces of a shape are drawn: which outline, and how large a unit of the layout is.
 * @param {string} shape
 * @param {Pick<Space, "x" | "y">[]} spaces
 */
function measure(shape, spaces) {
  if (shape.startsWith("hex"))
    return { kind: /** @type {const} */ ("hex"), wide: HEX_WIDTH, high: 1, unitX: 96, unitY: 96 };
  const { across, down } = apart(spaces);
  const [width, height] = SIZES[kindOf(shape)](spaces.length);
  const gap = kindOf(shape) === "card" ? 0.92 : 1;
  return { kind: kindOf(shape), wide: gap / across, high: gap / down, unitX: width * across, unitY: height * down };
}

/**
 * @param {string} shape
 * @returns {"square" | "brick" | "card"}
 */
const kindOf = (shape) => (shape.startsWith("square") ? "square" : shape.startsWith("brick") ? "brick" : "card");

/** @type {Record<string, (spaces: number) => [number, number]>} */
const SIZES = {
  square: (n) => (n > 60 ? [112, 98] : [172, 136]),
  brick: () => [206, 152],
  card: () => [216, 156],
};

/**
 * How much the places must be stretched so that no two spaces, each one unit large, overlap.
 * @param {Pick<Space, "x" | "y">[]} spaces
 */
function apart(spaces) {
  let across = 1;
  let down = 1;
  for (let i = 0; i < spaces.length; i += 1) {
    for (let j = i + 1; j < spaces.length; j += 1) {
      const dx = Math.abs(spaces[i].x - spaces[j].x);
      const dy = Math.abs(spaces[i].y - spaces[j].y);
      if (dx < NEAR && dy < NEAR && (dx || dy)) {
        if (dx >= dy) across = Math.max(across, 1 / dx);
        else down = Math.max(down, 1 / dy);
      }
    }
  }
  return { across, down };
}

/**
 * Every space with its centre and size in the drawing, and the size of the whole.
 * @param {string} shape
 * @param {Pick<Space, "zone" | "x" | "y">[]} spaces
 * @returns {Plan}
 */
export function arrange(shape, spaces) {
  const m = measure(shape, spaces);
  const left = Math.min(...spaces.map((space) => space.x));
  const top = Math.min(...spaces.map((space) => space.y));
  const width = m.wide * m.unitX;
  const height = m.high * m.unitY;
  const margin = 6;
  const places = new Map(
    spaces.map((one) => [
      one.zone,
      {
        x: margin + width / 2 + (one.x - left) * m.unitX,
        y: margin + height / 2 + (one.y - top) * m.unitY,
      },
    ]),
  );
  const far = (/** @type {"x" | "y"} */ axis) => Math.max(...[...places.values()].map((one) => one[axis]));
  return {
    kind: m.kind,
    width,
    height,
    places,
    fullWidth: far("x") + width / 2 + margin,
    fullHeight: far("y") + height / 2 + margin,
  };
}

/**
 * The outline of a space around (0, 0).
 * @param {Plan} plan
 */
export function outline({ kind, width, height }) {
  const w = width / 2;
  const y = height / 2;
  if (kind === "hex") return `M${-w} 0L${-w / 2} ${-y}H${w / 2}L${w} 0L${w / 2} ${y}H${-w / 2}Z`;
  const g = kind === "card" ? 0 : 1.5;
  return `M${-w + g} ${-y + g}H${w - g}V${y - g}H${-w + g}Z`;
}

/**
 * @typedef {object} Side a side of a space, from its middle
 * @property {string} zone the space beyond it
 * @property {[number, number]} from
 * @property {[number, number]} till
 * @property {[number, number]} mid
 */

/** @type {WeakMap<Plan, Map<string, Side[]>>} */
const KNOWN = new WeakMap();

/**
 * The spaces that share a side with one, each with that side.
 * @param {Plan} plan
 * @param {string} zone
 */
export function nearby(plan, zone) {
  let known = KNOWN.get(plan);
  if (!known) KNOWN.set(plan, (known = new Map([...plan.places.keys()].map((one) => [one, sharing(plan, one)]))));
  return known.get(zone) ?? [];
}

/**
 * @param {Plan} plan
 * @param {string} zone
 */
function sharing(plan, zone) {
  const here = /** @type {{ x: number, y: number }} */ (plan.places.get(zone));
  /** @type {Side[]} */
  const found = [];
  for (const [other, { x, y }] of plan.places) {
    const side = other === zone ? null : shared(plan, x - here.x, y - here.y);
    if (side) found.push({ zone: other, ...side });
  }
  return found;
}

/**
 * The side between a space and another so far away; null where they do not touch.
 * @param {Plan} plan
 * @param {number} dx
 * @param {number} dy
 */
function shared(plan, dx, dy) {
  const { width, height } = plan;
  if (plan.kind === "hex")
    return Math.abs(Math.hypot(dx, dy) - height) < 3
      ? sideOf(plan, Math.round(Math.atan2(dx, -dy) / (Math.PI / 3)))
      : null;
  const [wide, high] = [width - Math.abs(dx), height - Math.abs(dy)];
  if (Math.abs(wide) < width * 0.15 && high > 8) {
    const [top, foot] = [Math.max(0, dy) - height / 2, Math.min(0, dy) + height / 2];
    return between([dx / 2, top], [dx / 2, foot]);
  }
  if (Math.abs(high) < height * 0.15 && wide > 8) {
    const [left, right] = [Math.max(0, dx) - width / 2, Math.min(0, dx) + width / 2];
    return between([left, dy / 2], [right, dy / 2]);
  }
  return null;
}

/**
 * A side by its number, clockwise from the top.
 * @param {Plan} plan
 * @param {number} number
 */
function sideOf({ kind, width, height }, number) {
  const [w, y] = [width / 2, height / 2];
  /** @type {[number, number][]} */
  const corners =
    kind === "hex"
      ? [[-w / 2, -y], [w / 2, -y], [w, 0], [w / 2, y], [-w / 2, y], [-w, 0]] // prettier-ignore
      : [[-w, -y], [w, -y], [w, y], [-w, y]]; // prettier-ignore
  const i = ((number % corners.length) + corners.length) % corners.length;
  return between(corners[i], corners[(i + 1) % corners.length]);
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} till
 * @returns {Omit<Side, "zone">}
 */
const between = (from, till) => ({ from, till, mid: [(from[0] + till[0]) / 2, (from[1] + till[1]) / 2] });

/**
 * Where the side to a neighbour is, or a side by its number; null where there is neither.
 * @param {Plan} plan
 * @param {string} zone
 * @param {string} to
 * @param {number} side
 */
export function cornersAt(plan, zone, to, side) {
  const found = nearby(plan, zone).find((one) => one.zone === to);
  if (found || (!to && side < 0)) return found ?? null;
  const [here, there] = [plan.places.get(zone), plan.places.get(to)];
  if (!to || !here || !there) return to ? null : sideOf(plan, side);
  /** @type {[number, number]} */
  const half = [(there.x - here.x) / 2, (there.y - here.y) / 2];
  return between(half, half);
}

/**
 * Whether a place, seen from the middle of a space, is inside of it and so far from its border.
 * @param {Plan} plan
 * @returns {(x: number, y: number, margin?: number) => boolean}
 */
export const insideOf =
  ({ kind, width, height }) =>
  (x, y, margin = 0) =>
    Math.abs(y) <= height / 2 - margin &&
    Math.abs(x) <=
      (kind === "hex" ? width / 2 - Math.abs(y) * (width / 2 / height) - margin * 1.15 : width / 2 - margin);

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The space that an arrow key leads to: near, and rather straight than aside.
 * @param {Plan["places"]} places
 * @param {string} from
 * @param {string} key
 */
export function next(places, from, key) {
  const arrow = ARROWS[key];
  const here = places.get(from);
  if (!arrow || !here) return undefined;
  /** @type {string | undefined} */
  let best;
  let least = Infinity;
  // Of two that are as near, the upper and then the left one, in whatever order they are given.
  const inOrder = [...places].sort(([, a], [, b]) => a.y - b.y || a.x - b.x);
  for (const [zone, place] of inOrder) {
    const dx = place.x - here.x;
    const dy = place.y - here.y;
    const along = dx * arrow[0] + dy * arrow[1];
    const aside = Math.abs(dx * arrow[1] + dy * arrow[0]);
    if (zone === from || along < 1 || aside > along * 2) continue;
    const cost = along + aside * 1.5;
    if (cost < least - 0.5) [best, least] = [zone, cost];
  }
  return best;
}

/**
 * The outline of a counter in a w by h box: each seat has a shape of its own.
 * @param {number} rank
 * @param {number} w
 * @param {number} h
 */
export function counterShape(rank, w, h) {
  const c = Math.min(h / 2, 9);
  switch (rank) {
    case -1:
      return `M0 0H${w}V${h}H0Z`;
    case 0:
      return `M3 0H${w - 3}Q${w} 0 ${w} 3V${h - 3}Q${w} ${h} ${w - 3} ${h}H3Q0 ${h} 0 ${h - 3}V3Q0 0 3 0Z`;
    case 1:
      return h > 30
        ? `M${c} 0H${w - c}L${w} ${c}V${h - c}L${w - c} ${h}H${c}L0 ${h - c}V${c}Z`
        : `M${c} 0H${w - c}L${w} ${h / 2}L${w - c} ${h}H${c}L0 ${h / 2}Z`;
    case 2:
      return `M${h / 2} 0H${w - h / 2}A${h / 2} ${h / 2} 0 0 1 ${w - h / 2} ${h}H${h / 2}A${h / 2} ${h / 2} 0 0 1 ${h / 2} 0Z`;
    case 3:
      return `M${c} 0H${w}L${w - c} ${h}H0Z`;
    case 4:
      return `M0 0H${w - c}L${w} ${c}V${h}H${c}L0 ${h - c}Z`;
    default:
      return `M0 0H${w}L${w - c} ${h / 2}L${w} ${h}H0L${c} ${h / 2}Z`;
  }
}
