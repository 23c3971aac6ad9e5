// Scores, tracks, luck and dice over the match, drawn by uPlot and as tables.

import { get } from "./api.js";
import { h } from "./dom.js";
import { seatName } from "./labels.js";

/** @import { ChartLibrary, DiceOfLine, Die, LineStyle, LuckPoint, Moment, Point } from "./types.d.ts" */

const DASHES = [[], [8, 4], [2, 4], [10, 3, 2, 3], [4, 2], [12, 6]];
const BORDERS = ["solid", "dashed", "dotted", "double", "dashed", "dotted"];
const COLOURS = ["--chart-0", "--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5"];
const MOST = 6;
/** @type {Promise<ChartLibrary> | undefined} */
let library;

/** uPlot, fetched when the first chart is shown. */
function uPlot() {
  library ??= new Promise((done, failed) => {
    document.head.append(
      h("link", { rel: "stylesheet", href: "/page/uplot-1.6.32.css" }),
      h("script", { src: "/page/uplot-1.6.32.js", onload: () => done(Reflect.get(window, "uPlot")), onerror: failed }),
    );
  });
  return library;
}

/** @param {import("./match.js").Match} match */
export async function charts(match) {
  const [{ tracks, labels }, luck, { entries }, Plot] = await Promise.all([
    get(`matches/${match.id}/scores`),
    get(`matches/${match.id}/dice`),
    get(`matches/${match.id}/timeline`),
    uPlot(),
  ]);
  const turnAt = turns(entries);
  const seats = Object.keys(match.summary.seats);
  const moved = new Set(
    Object.keys(tracks)
      .filter((one) => tracks[one].length > 1)
      .map(front),
  );
  const names = Object.keys(tracks).filter((one) => moved.has(front(one)));
  const wanted = names.filter(
    (one) => seats.some((seat) => one.endsWith(`/${seat}`)) || /(^vp|point|score|morale|time)/.test(one),
  );
  const shown = new Set((wanted.length ? wanted : names).slice(0, MOST));
  const plot = h("div", { class: "plot" });
  const redraw = () => drawTracks(Plot, match, plot, tracks, [...shown], labels, turnAt);
  const boxes = names.map((one) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: shown.has(one),
        onchange: (event) => {
          if (event.target.checked) shown.add(one);
          else shown.delete(one);
          redraw();
        },
      }),
      ` ${labels[one]}`,
    ),
  );
  const luckPlot = h("div", { class: "plot" });
  // The charts need to know their width, so they are drawn once they are in the page.
  requestAnimationFrame(() => {
    redraw();
    drawLuck(Plot, match, luckPlot, luck.luck, turnAt);
  });
  return h(
    "div",
    { class: "stack" },
    h("h2", {}, "Scores and tracks"),
    names.length
      ? [
          plot,
          h("details", {}, h("summary", {}, "Which tracks"), h("div", { class: "checks" }, boxes)),
          trackTable(tracks, names, labels),
        ]
      : h("p", {}, "No track has changed yet."),
    h("h2", {}, "Luck"),
    h(
      "p",
      { class: "faint" },
      "Each seat's rolls so far, less the expected results. High is not better in every game: it only says how they fell.",
    ),
    Object.keys(luck.luck).length
      ? luckPlot
      : h("p", {}, "Nothing has been rolled yet, neither with dice nor with cards."),
    diceTable(luck.dice),
    h("p", { class: "faint" }, luck.dice.limits),
  );
}

/**
 * A track without its seat: where one seat's has moved, that of another is worth seeing too.
 * @param {string} name
 */
const front = (name) => name.slice(0, name.lastIndexOf("/")) || name;

/**
 * Draw how tracks changed, a line for each of them.
 * @param {ChartLibrary} Plot
 * @param {import("./match.js").Match} match
 * @param {HTMLElement} box
 * @param {Record<string, Point[]>} tracks
 * @param {string[]} names
 * @param {Record<string, string>} labels
 * @param {(position: number) => string} turnAt
 */
function drawTracks(Plot, match, box, tracks, names, labels, turnAt) {
  const ends = [
    ...new Set([...names.flatMap((name) => tracks[name].map((point) => point.position)), match.position]),
  ].sort((a, b) => a - b);
  const lines = names.map((name) => stepped(ends, tracks[name], (point) => point.value));
  const seats = Object.keys(match.summary.seats);
  draw(
    Plot,
    match,
    box,
    ends,
    lines,
    names.map((name) => labels[name]),
    lineStyles(seats, names),
    {
      stepped: true,
      label: "Tracks over the match",
      unit: "value of the track",
      turnAt,
    },
  );
}

/**
 * Draw the luck of every seat.
 * @param {ChartLibrary} Plot
 * @param {import("./match.js").Match} match
 * @param {HTMLElement} box
 * @param {Record<string, LuckPoint[]>} luck
 * @param {(position: number) => string} turnAt
 */
function drawLuck(Plot, match, box, luck, turnAt) {
  const all = Object.keys(match.summary.seats);
  const seats = [...all.filter((one) => one in luck), ...Object.keys(luck).filter((one) => !all.includes(one))];
  if (!seats.length) return;
  const ends = [
    ...new Set([...seats.flatMap((seat) => luck[seat].map((point) => point.position)), match.position]),
  ].sort((a, b) => a - b);
  draw(
    Plot,
    match,
    box,
    ends,
    seats.map((seat) => stepped(ends, luck[seat], (point) => Math.round(point.luck * 10) / 10)),
    seats.map((one) => (one ? seatName(one) : "The table")),
    lineStyles(
      all,
      seats.map((seat) => `luck/${seat}`),
    ),
    { stepped: false, label: "Luck of each seat over the match", unit: "rolled above expectation", turnAt },
  );
}

/**
 * What each line looks like: its seat's colour, the same in every chart and on the board; a dash for each kind of line.
 * @param {string[]} seats
 * @param {string[]} names
 * @returns {LineStyle[]}
 */
function lineStyles(seats, names) {
  const kinds = [...new Set(names.map(front))];
  return names.map((name) => {
    const rank = seats.indexOf(name.slice(name.lastIndexOf("/") + 1));
    const dash = (kinds.length > 1 ? kinds.indexOf(front(name)) : rank < 0 ? seats.length : rank) % MOST;
    return { colour: rank < 0 ? "--ink" : COLOURS[rank % MOST], dash: DASHES[dash], border: BORDERS[dash] };
  });
}

/**
 * A value for each position: that of the last point before it.
 * @template {{ position: number }} Kind
 * @param {number[]} ends
 * @param {Kind[]} points
 * @param {(point: Kind) => number} value
 */
function stepped(ends, points, value) {
  let i = 0;
  /** @type {number | null} */
  let last = null;
  return ends.map((end) => {
    while (i < points.length && points[i].position <= end) last = value(points[i++]);
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
 * The turn that a position belongs to, as a short word for an axis.
 * @param {Moment[]} entries
 */
function turns(entries) {
  return (/** @type {number} */ position) => {
    const entry = entries.find(([end]) => end >= position) ?? entries.at(-1);
    if (!entry) return "";
    const [, , , round, turn] = entry;
    return turn ? String(turn) : round ? `round ${round}` : "";
  };
}

/**
 * Draw a chart over the positions `ends`; a click goes to the position there.
 * @param {ChartLibrary} Plot
 * @param {import("./match.js").Match} match
 * @param {HTMLElement} box
 * @param {number[]} ends
 * @param {(number | null)[][]} lines
 * @param {string[]} names
 * @param {LineStyle[]} styles
 * @param {{ stepped: boolean, label: string, unit: string, turnAt: (position: number) => string }} options
 */
function draw(Plot, match, box, ends, lines, names, styles, { stepped: isStepped, label, unit, turnAt }) {
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
            fromZero(low, high),
        },
      },
      cursor: { drag: { x: false, y: false } },
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
          points: { show: ends.length < 40 },
          paths: isStepped ? Plot.paths.stepped({ align: 1 }) : undefined,
        })),
      ],
    },
    [ends, ...lines],
    box,
  );
  plot.over.addEventListener("click", () => {
    const { idx } = plot.cursor;
    if (idx !== null && idx !== undefined) match.goTo(ends[idx]);
  });
}

/**
 * The changes of tracks as a table.
 * @param {Record<string, Point[]>} tracks
 * @param {string[]} names
 * @param {Record<string, string>} labels
 */
function trackTable(tracks, names, labels) {
  return h(
    "details",
    {},
    h("summary", {}, "The figures as a table"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "Figures" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Track", "#", "Round", "Turn", "Value"].map((one) => h("th", { scope: "col" }, one)),
          ),
        ),
        h(
          "tbody",
          {},
          names.flatMap((one) =>
            tracks[one].map((point, i) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, i ? "" : labels[one]),
                [point.position, point.round, point.turn, point.value].map((cell) => h("td", {}, String(cell))),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * The dice of all seats and of each, with their tests.
 * @param {DiceOfLine} dice
 */
function diceTable(dice) {
  /** @type {[string, Die[]][]} */
  const rows = [
    ["All", dice.all],
    .../** @type {[string, Die[]][]} */ (
      Object.entries(dice.seats).map(([seat, diceOfSeat]) => [seat ? seatName(seat) : "The table", diceOfSeat])
    ),
  ];
  return h(
    "details",
    {},
    h("summary", {}, "Rolls against the expected results"),
    rows.map(([who, diceOfSeat]) =>
      diceOfSeat.map((die) =>
        h(
          "p",
          {},
          h("strong", {}, `${who}: `),
          die.text,
          h(
            "span",
            { class: "faces" },
            Object.entries(die.counts).map(([face, n]) => h("span", { class: "badge" }, `${face}: ${n}`)),
          ),
        ),
      ),
    ),
  );
}
