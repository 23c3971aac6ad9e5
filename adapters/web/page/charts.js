// Winning, losses, luck, tracks and dice over the match, drawn by uPlot and as tables.

import { get } from "./api.js";
import { h } from "./dom.js";
import { seatName } from "./labels.js";
import { draw, front, lineStyles, stepped, uPlot } from "./plots.js";

/** @import { ChartLibrary, DiceOfLine, Die, LuckPoint, Moment, Point } from "./types.d.ts" */

/** @typedef {{ position: number, value: number, round?: number, turn?: number }} Value */

const MOST = 6;
const MORE_LUCK =
  "Each seat's rolls so far, less the expected results. High is not better in every game: it only says how they fell.";

/** @param {import("./match.js").Match} match */
export async function charts(match) {
  const [{ tracks, labels, standings }, luck, { entries }, Plot] = await Promise.all([
    get(`matches/${match.id}/scores`),
    get(`matches/${match.id}/dice`),
    get(`matches/${match.id}/timeline`),
    uPlot(),
  ]);
  const look = { Plot, match, turnAt: turns(entries) };
  /** @type {Record<string, Value[]>} */
  const rolled = Object.fromEntries(
    Object.entries(/** @type {Record<string, LuckPoint[]>} */ (luck.luck)).map(([seat, points]) => [
      seat,
      points.map((point) => ({ position: point.position, value: Math.round(point.luck * 10) / 10 })),
    ]),
  );
  return h(
    "div",
    { class: "stack" },
    ofSeats(look, "Winning", standings.points, standings.title || "points", {
      axis: "points",
      none: "This game counts nothing towards winning before its end.",
    }),
    ofSeats(look, "Losses", standings.losses, "pieces lost", {
      none: "This game does not count what a seat has lost.",
    }),
    ofSeats(look, "Luck", rolled, "rolled above expectation", {
      none: "Nothing has been rolled yet, neither with dice nor with cards.",
      more: MORE_LUCK,
      isSmooth: true,
    }),
    diceTable(luck.dice),
    h("p", { class: "faint" }, luck.dice.limits),
    ofTracks(look, tracks, labels),
  );
}

/** @typedef {{ Plot: ChartLibrary, match: import("./match.js").Match, turnAt: (position: number) => string }} Look */

/**
 * A chart with a line for each seat: its heading says what it shows, and its figures are below as a table.
 * @param {Look} look
 * @param {string} heading
 * @param {Record<string, Value[]>} points
 * @param {string} unit
 * @param {{ none: string, axis?: string, more?: string, isSmooth?: boolean }} words
 */
function ofSeats(look, heading, points, unit, { none, axis = unit, more = "", isSmooth = false }) {
  const all = Object.keys(look.match.summary.seats);
  const seats = [...all.filter((one) => one in points), ...Object.keys(points).filter((one) => !all.includes(one))];
  if (!seats.length) return [h("h2", {}, heading), h("p", {}, none)];
  const names = seats.map((one) => (one ? seatName(one) : "The table"));
  const plot = h("div", { class: "plot" });
  // A chart needs to know its width, so it is drawn once it is in the page.
  requestAnimationFrame(() =>
    drawLines(
      look,
      plot,
      seats.map((one) => points[one]),
      names,
      seats,
      {
        stepped: !isSmooth,
        label: `${heading}: ${unit}`,
        unit: axis,
      },
    ),
  );
  return [
    h("h2", {}, `${heading}: ${unit}`),
    more ? h("p", { class: "faint" }, more) : null,
    plot,
    figures(
      look,
      "Seat",
      seats.map((one, i) => [names[i], points[one]]),
    ),
  ];
}

/**
 * How tracks changed, those that are chosen.
 * @param {Look} look
 * @param {Record<string, Point[]>} tracks
 * @param {Record<string, string>} labels
 */
function ofTracks(look, tracks, labels) {
  const seats = Object.keys(look.match.summary.seats);
  const moved = new Set(
    Object.keys(tracks)
      .filter((one) => tracks[one].length > 1)
      .map(front),
  );
  const names = Object.keys(tracks).filter((one) => moved.has(front(one)));
  const heading = h("h2", {}, "Tracks");
  if (!names.length) return [heading, h("p", {}, "No track has changed yet.")];
  const wanted = names.filter(
    (one) => seats.some((seat) => one.endsWith(`/${seat}`)) || /(^vp|point|score|morale|time)/.test(one),
  );
  const shown = new Set((wanted.length ? wanted : names).slice(0, MOST));
  const plot = h("div", { class: "plot" });
  const redraw = () => {
    const chosen = names.filter((one) => shown.has(one));
    drawLines(
      look,
      plot,
      chosen.map((one) => tracks[one]),
      chosen.map((one) => labels[one]),
      chosen,
      {
        stepped: true,
        label: "Tracks over the match",
        unit: "value of the track",
      },
    );
  };
  requestAnimationFrame(redraw);
  const boxes = names.map((one) => choice(labels[one], one, shown, redraw));
  return [
    heading,
    plot,
    h("details", {}, h("summary", {}, "Which tracks"), h("div", { class: "checks" }, boxes)),
    figures(
      look,
      "Track",
      names.map((one) => [labels[one], tracks[one]]),
    ),
  ];
}

/**
 * A box by which a track is shown or left out.
 * @param {string} label
 * @param {string} name
 * @param {Set<string>} shown
 * @param {() => void} redraw
 */
function choice(label, name, shown, redraw) {
  const box = h("input", {
    type: "checkbox",
    checked: shown.has(name),
    onchange: (event) => {
      if (event.target.checked) shown.add(name);
      else shown.delete(name);
      redraw();
    },
  });
  return h("label", { class: "check" }, box, ` ${label}`);
}

/**
 * Draw lines over all positions at which one of them changes, and the head.
 * @param {Look} look
 * @param {HTMLElement} box
 * @param {Value[][]} lines
 * @param {string[]} names
 * @param {string[]} keys a seat, or a track that ends in its seat
 * @param {{ stepped: boolean, label: string, unit: string }} options
 */
function drawLines({ Plot, match, turnAt }, box, lines, names, keys, options) {
  const ends = [...new Set([...lines.flat().map((point) => point.position), match.position])].sort((a, b) => a - b);
  const styles = lineStyles(Object.keys(match.summary.seats), keys);
  const goTo = (/** @type {number} */ position) => match.goTo(position);
  draw(
    Plot,
    goTo,
    box,
    ends,
    lines.map((line) => stepped(ends, line)),
    names,
    styles,
    { ...options, turnAt },
  );
}

/**
 * The turn that a position belongs to, as a short word for an axis; with its round where there are several.
 * @param {Moment[]} entries
 */
export function turns(entries) {
  const hasRounds = entries.some(([, , , round]) => round > 1);
  return (/** @type {number} */ position) => {
    const entry = entries.find(([end]) => end >= position) ?? entries.at(-1);
    if (!entry) return "";
    const [, , , round, turn] = entry;
    if (!turn) return round ? `round ${round}` : "";
    return hasRounds ? `${round}.${turn}` : String(turn);
  };
}

/**
 * Figures as a table: only where one changed.
 * @param {Look} look
 * @param {string} what
 * @param {[string, Value[]][]} rows
 */
function figures({ turnAt }, what, rows) {
  const titles = [what, "#", "Turn", "Value"].map((one) => h("th", { scope: "col" }, one));
  const lines = rows.flatMap(([name, points]) =>
    points
      .filter((point, i) => !i || points[i - 1].value !== point.value)
      .map((point, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, i ? "" : name),
          [point.position, turnAt(point.position), point.value].map((cell) => h("td", {}, String(cell))),
        ),
      ),
  );
  return h(
    "details",
    {},
    h("summary", {}, "The figures as a table"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "Figures" },
      h("table", {}, h("thead", {}, h("tr", {}, titles)), h("tbody", {}, lines)),
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
