// Scores, tracks, luck and dice over the match. Drawn by uPlot, told by tables as well.

import { get } from "./api.js";
import { h } from "./dom.js";
import { seatName } from "./labels.js";

/** @import { Die, DiceOfLine, LuckPoint, Point } from "./types.d.ts" */

const DASHES = [[], [8, 4], [2, 4], [10, 3, 2, 3], [4, 2], [12, 6]];
const BORDERS = ["solid", "dashed", "dotted", "double", "dashed", "dotted"];
const COLOURS = ["--chart-0", "--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5"];
const MOST = 6;
let library;

/** uPlot, fetched when the first chart is looked at. */
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
  const [{ tracks, labels }, luck, Plot] = await Promise.all([
    get(`matches/${match.id}/scores`),
    get(`matches/${match.id}/dice`),
    uPlot(),
  ]);
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
  const redraw = () => drawTracks(Plot, match, plot, tracks, [...shown], labels);
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
  // The charts want to know how wide they may be, so they are drawn once they stand in the page.
  requestAnimationFrame(() => {
    redraw();
    /**
     * @param {any} Plot
     * @param {import("./match.js").Match} match
     * @param {HTMLElement} box
     * @param {Record<string, LuckPoint[]>} luck
     */
    drawLuck(Plot, match, luckPlot, luck.luck);
  });
  return h(
    "div",
    { class: "stack" },
    h("h2", {}, "Scores and tracks"),
    names.length
      ? [
          plot,
          h("details", {}, h("summary", {}, "Which tracks"), h("div", { class: "checks" }, boxes)),
          /**
           * @param {Record<string, Point[]>} tracks
           * @param {string[]} names
           */
          trackTable(tracks, names, labels),
        ]
      : h("p", {}, "No track has changed yet."),
    h("h2", {}, "Luck"),
    h(
      "p",
      { class: "faint" },
      "Each seat's rolls so far less what was to be expected. High is not better in every game: it only says how they came.",
    ),
    Object.keys(luck.luck).length
      ? luckPlot
      : h("p", {}, "Nothing has been rolled yet, neither with dice nor with cards."),
    /** @param {DiceOfLine} dice */
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
 * @param {any} Plot
 * @param {import("./match.js").Match} match
 * @param {HTMLElement} box
 * @param {Record<string, Point[]>} tracks
 * @param {string[]} names
 * @param {Record<string, string>} labels
 */
function drawTracks(Plot, match, box, tracks, names, labels) {
  const ends = [
    ...new Set([...names.flatMap((one) => tracks[one].map((point) => point.position)), match.position]),
  ].sort((a, b) => a - b);
  const lines = names.map((one) => stepped(ends, tracks[one], (point) => point.value));
  const seats = Object.keys(match.summary.seats);
  draw(
    Plot,
    match,
    box,
    ends,
    lines,
    names.map((name) => labels[name]),
    looks(seats, names),
    {
      stepped: true,
      label: "Tracks over the match",
    },
  );
}

function drawLuck(Plot, match, box, luck) {
  const all = Object.keys(match.summary.seats);
  const seats = [...all.filter((one) => one in luck), ...Object.keys(luck).filter((one) => !all.includes(one))];
  if (!seats.length) return;
  const ends = [...new Set([...seats.flatMap((one) => luck[one].map((point) => point.position)), match.position])].sort(
    (a, b) => a - b,
  );
  draw(
    Plot,
    match,
    box,
    ends,
    seats.map((one) => stepped(ends, luck[one], (point) => Math.round(point.luck * 10) / 10)),
    seats.map((one) => (one ? seatName(one) : "The table")),
    /**
     * @param {string[]} seats
     * @param {string[]} names
     */
    looks(
      all,
      seats.map((one) => `luck/${one}`),
    ),
    { stepped: false, label: "Luck of each seat over the match" },
  );
}

/** How each line looks: its seat's colour, the same in every chart and as on the board; a dash for each kind of line. */
function looks(seats, names) {
  const kinds = [...new Set(names.map(front))];
  return names.map((name) => {
    const rank = seats.indexOf(name.slice(name.lastIndexOf("/") + 1));
    const dash = (kinds.length > 1 ? kinds.indexOf(front(name)) : rank < 0 ? seats.length : rank) % MOST;
    return { colour: rank < 0 ? "--ink" : COLOURS[rank % MOST], dash: DASHES[dash], border: BORDERS[dash] };
  });
}

/** A value for each position: that of the last point before it. */
function stepped(ends, points, value) {
  let i = 0;
  let last = null;
  return ends.map((end) => {
    while (i < points.length && points[i].position <= end) last = value(points[i++]);
    return last;
  });
}

function draw(Plot, match, box, ends, lines, names, looked, { stepped: isStepped, label }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--ink"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line") },
  };
  box.replaceChildren();
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", `${label}: ${names.join(", ")}. The figures stand in the table below.`);
  const plot = new Plot(
    {
      width: Math.max(240, box.clientWidth),
      height: 230,
      scales: { x: { time: false } },
      cursor: { drag: { x: false, y: false } },
      legend: { markers: { width: 3, dash: (_, i) => looked[i - 1]?.border } },
      axes: [{ ...axis, values: (_, ticks) => ticks.map((one) => `#${one}`) }, axis],
      series: [
        { label: "position", value: (_, one) => (one === null ? "–" : `#${one}`) },
        ...names.map((name, i) => ({
          label: name,
          stroke: colour(looked[i].colour),
          width: 2.5,
          dash: looked[i].dash,
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

function diceTable(dice) {
  const rows = [
    ["All", dice.all],
    ...Object.entries(dice.seats).map(([seat, own]) => [seat ? seatName(seat) : "The table", own]),
  ];
  return h(
    "details",
    {},
    h("summary", {}, "Rolls against what was to be expected"),
    rows.map(([who, own]) =>
      own.map((die) =>
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
