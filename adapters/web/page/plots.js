// Lines over a match: what they look like, and how uPlot draws them.

import { h, s } from "./dom.js";
import { counterShape } from "./geometry.js";

/** @import { Chart, ChartLibrary, ChartOptions, LineStyle } from "./types.d.ts" */

const DASHES = [[], [8, 4], [2, 4], [10, 3, 2, 3], [4, 2], [12, 6]];
const BORDERS = ["solid", "dashed", "dotted", "double", "dashed", "dotted"];
const COLOURS = ["--chart-0", "--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5"];
const MOST = 6;
const MARK = { wide: 12, high: 9, apart: 22 };
/** @type {Promise<ChartLibrary> | undefined} */
let library;

/** uPlot, fetched when the first chart is shown. */
export function uPlot() {
  library ??= new Promise((done, failed) => {
    document.head.append(
      h("link", { rel: "stylesheet", href: "/page/uplot-1.6.32.css" }),
      h("script", { src: "/page/uplot-1.6.32.js", onload: () => done(Reflect.get(window, "uPlot")), onerror: failed }),
    );
  });
  return library;
}

/**
 * A track without its seat: where one seat's has moved, that of another is worth seeing too.
 * @param {string} name
 */
export const front = (name) => name.slice(0, name.lastIndexOf("/")) || name;

/**
 * What each line looks like: its seat's colour and shape, the same in every chart and on the board; a dash for each
 * kind of line.
 * @param {string[]} seats
 * @param {string[]} names
 * @returns {LineStyle[]}
 */
export function lineStyles(seats, names) {
  const kinds = [...new Set(names.map(front))];
  return names.map((name) => {
    const rank = seats.indexOf(name.slice(name.lastIndexOf("/") + 1));
    const dash = (kinds.length > 1 ? kinds.indexOf(front(name)) : rank < 0 ? seats.length : rank) % MOST;
    const colour = rank < 0 ? "--ink" : COLOURS[rank % MOST];
    return { colour, dash: DASHES[dash], border: BORDERS[dash], rank: rank < 0 ? -1 : rank % MOST };
  });
}

/**
 * A value for each position: that of the last point before it.
 * @param {number[]} ends
 * @param {{ position: number, value: number }[]} points
 */
export function stepped(ends, points) {
  let i = 0;
  /** @type {number | null} */
  let last = null;
  return ends.map((end) => {
    while (i < points.length && points[i].position <= end) last = points[i++].value;
    return last;
  });
}

/**
 * The range of a chart: from 0 to the highest value, or down to the lowest where that is below 0.
 * @param {number} low
 * @param {number} high
 */
export const fromZero = (low, high) => [Math.min(0, low), Math.max(0, high) || (low < 0 ? 0 : 1)];

/**
 * Draw a chart over the positions `ends`; a click goes to the position there. Lines bear the shape of their seat's
 * counters.
 * @param {ChartLibrary} Plot
 * @param {(position: number) => void} goTo
 * @param {HTMLElement} box
 * @param {number[]} ends
 * @param {(number | null)[][]} lines
 * @param {string[]} names
 * @param {LineStyle[]} styles
 * @param {ChartOptions} options
 */
export function draw(Plot, goTo, box, ends, lines, names, styles, options) {
  const { stepped: isStepped, label, unit, turnAt, range, under, over } = options;
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--ink"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line") },
  };
  box.replaceChildren();
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", `${label}: ${names.join(", ")}. The figures are in the table below.`);
  const plot = new Plot(
    {
      width: Math.max(240, box.clientWidth),
      height: 230,
      // Every chart begins at 0, so that a small change does not look like a large one.
      scales: {
        x: { time: false },
        y: {
          range: (/** @type {unknown} */ _, /** @type {number} */ low, /** @type {number} */ high) =>
            range ?? fromZero(low, high),
        },
      },
      cursor: { drag: { x: false, y: false } },
      hooks: {
        drawClear: under ? [under] : [],
        draw: [(/** @type {Chart} */ chart) => markLines(chart, ends, lines, styles, colour), ...(over ? [over] : [])],
      },
      legend: {
        markers: { width: 3, dash: (/** @type {unknown} */ _, /** @type {number} */ i) => styles[i - 1]?.border },
      },
      axes: [
        {
          ...axis,
          label: "turn",
          labelSize: 20,
          values: (/** @type {unknown} */ _, /** @type {number[]} */ ticks) => ticks.map(turnAt),
        },
        { ...axis, label: unit, labelSize: 20 },
      ],
      series: [
        {
          label: "position",
          value: (/** @type {unknown} */ _, /** @type {number | null} */ at) => (at === null ? "–" : `#${at}`),
        },
        ...names.map((name, i) => ({
          label: name,
          stroke: colour(styles[i].colour),
          width: 2.5,
          dash: styles[i].dash,
          points: { show: false },
          paths: isStepped ? Plot.paths.stepped({ align: 1 }) : undefined,
        })),
      ],
    },
    [ends, ...lines],
    box,
  );
  for (const [i, marker] of [...box.querySelectorAll(".u-series .u-marker")].slice(-names.length).entries())
    marker.after(legendShape(styles[i]));
  plot.over.addEventListener("click", () => {
    const { idx } = plot.cursor;
    if (idx !== null && idx !== undefined) goTo(ends[idx]);
  });
}

/**
 * The shape of a seat's counters beside its name in the legend.
 * @param {LineStyle} style
 */
function legendShape({ colour, rank }) {
  const shape = s(
    "svg",
    { class: "u-shape", viewBox: "-1 -1 18 14", "aria-hidden": "true" },
    s("path", { d: counterShape(rank, 16, 12) }),
  );
  shape.style.fill = `var(${colour})`;
  return shape;
}

/**
 * Draw a seat's shape along its line, where it has room.
 * @param {Chart} chart
 * @param {number[]} ends
 * @param {(number | null)[][]} lines
 * @param {LineStyle[]} styles
 * @param {(name: string) => string} colourOf
 */
function markLines(chart, ends, lines, styles, colourOf) {
  const { ctx } = chart;
  const scale = devicePixelRatio;
  for (const [i, line] of lines.entries()) {
    if (chart.series[i + 1]?.show === false) continue;
    const shape = new Path2D(counterShape(styles[i].rank, MARK.wide, MARK.high));
    ctx.fillStyle = colourOf(styles[i].colour);
    // Lines that run together are told apart by marks that do not stand on each other.
    let next = (chart.bbox.left / scale + MARK.wide + (i * MARK.apart) / lines.length) * scale;
    for (const [at, value] of line.entries()) {
      const x = chart.valToPos(ends[at], "x", true);
      if (value === null || (x < next && at < line.length - 1)) continue;
      ctx.save();
      ctx.translate(x - (MARK.wide / 2) * scale, chart.valToPos(value, "y", true) - (MARK.high / 2) * scale);
      ctx.scale(scale, scale);
      ctx.fill(shape);
      ctx.restore();
      next = x + MARK.apart * scale;
    }
  }
}
