// The review of a match: how the chances went, where they turned, and what other orders would have brought.

import { get, post, reason } from "./api.js";
import { turns } from "./charts.js";
import { h, notice, put, say } from "./dom.js";
import { seatName } from "./labels.js";
import { draw, lineStyles, uPlot } from "./plots.js";

/** @import { Chance, Chart, ComparedOrders, LineStyle, OrdersAnswer, RankedOrder, Review, ReviewAnswer, ReviewMoment, TurningPoint } from "./types.d.ts" */
/** @typedef {import("./match.js").Match} Match */

const LOOK_MS = 1500;
const BUSY = ["waiting", "working"];
/** @type {Record<string, string>} */
const SENTENCES = {
  none:
    "From moments of this match bots play on, many times: so it shows who was likely to win, and where that turned. " +
    "It takes some minutes, and goes on when you leave.",
  stopped: "It was stopped before it was whole.",
  failed: "It cannot be reviewed:",
};
/** @type {Promise<unknown> | undefined} */
let style;

/** @param {Match} match */
export async function review(match) {
  style ??= new Promise((done) => {
    document.head.append(
      h("link", { rel: "stylesheet", href: "/page/review.css", onload: () => done(null), onerror: () => done(null) }),
    );
  });
  const [answer] = await Promise.all([get(`matches/${match.id}/review`, { as: match.role }), style]);
  const view = new ReviewView(match);
  await view.show(answer);
  return view.frame;
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;
/** @param {Chance} chance */
const inWords = (chance) =>
  chance.low === chance.high
    ? percent(chance.share)
    : `${percent(chance.share)} (${percent(chance.low)} to ${percent(chance.high)})`;

class ReviewView {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.state = h("div", { class: "stack review-state" });
    this.found = h("div", { class: "stack" });
    this.frame = h("div", { class: "stack review" }, h("h2", {}, "How the chances went"), this.state, this.found);
    this.drawn = "";
  }

  /** @param {ReviewAnswer} answer */
  async show(answer) {
    this.showState(answer);
    const drawn = JSON.stringify(answer.review);
    if (answer.review && drawn !== this.drawn) await this.showFound(answer.review);
    this.drawn = drawn;
    if (BUSY.includes(answer.state)) setTimeout(() => this.look(answer.state), LOOK_MS);
  }

  /**
   * Look how far it is, as long as somebody looks at the tab.
   * @param {string} before
   */
  async look(before) {
    if (!this.frame.isConnected) return;
    try {
      const answer = await get(`matches/${this.match.id}/review`, { as: this.match.role });
      if (before !== answer.state && !BUSY.includes(answer.state)) say(`The review is ${answer.state}.`);
      await this.show(answer);
    } catch (error) {
      notice("review", `How far the review is could not be read: ${reason(error)}`, "bad");
    }
  }

  /** @param {ReviewAnswer} answer */
  showState({ state, step, steps, thorough, why }) {
    const ask = (/** @type {string} */ words, /** @type {boolean} */ isThorough) =>
      h(
        "button",
        {
          type: "button",
          class: state === "none" ? "primary" : "",
          dataset: { key: `review-${isThorough ? "closely" : "now"}` },
          onclick: () => this.send("review", { thorough: isThorough }),
        },
        words,
      );
    if (BUSY.includes(state)) {
      const words = state === "waiting" ? "It begins in a moment." : `Step ${step} of about ${steps}.`;
      const stop = () => this.send("review/stop", {});
      put(
        this.state,
        h("p", {}, `The match is being played on from its moments, many times. ${words} You may leave meanwhile.`),
        h("progress", { max: steps, value: Math.min(step, steps), "aria-label": "How far the review is" }),
        h("button", { type: "button", dataset: { key: "review-stop" }, onclick: stop }, "Stop with what there is"),
      );
    } else if (state === "done") {
      put(this.state, thorough ? null : ask("Look more closely (takes longer)", true));
    } else {
      const words = state === "stopped" ? "Review it from the beginning" : "Review this match";
      put(
        this.state,
        h("p", {}, SENTENCES[state], why ? ` ${why}.` : null),
        state === "failed" ? null : ask(words, thorough),
      );
    }
  }

  /**
   * @param {"review" | "review/stop"} path
   * @param {object} data
   */
  async send(path, data) {
    try {
      const seat = this.match.seat ?? "";
      await this.show(await post(`matches/${this.match.id}/${path}`, { seat, ...data }));
    } catch (error) {
      notice("review", `Not done: ${reason(error)}`, "bad");
    }
  }

  /** @param {Review} found */
  async showFound(found) {
    const [{ entries }, Plot] = await Promise.all([get(`matches/${this.match.id}/timeline`), uPlot()]);
    const plot = h("div", { class: "plot" });
    const seats = Object.keys(found.curve.at(-1)?.seats ?? {});
    put(
      this.found,
      plot,
      figures(found.curve, seats),
      h("h2", {}, "Turning points"),
      found.turns.length
        ? h(
            "ol",
            { class: "turning" },
            found.turns.map((turn, i) => this.turn(turn, i)),
          )
        : none(found),
      h("p", { class: "faint" }, found.basis),
      h("p", { class: "faint" }, `${found.rollouts} games were played for it, under rules ${found.version}.`),
    );
    requestAnimationFrame(() => {
      const styles = lineStyles(
        seats,
        seats.map((seat) => `chance/${seat}`),
      );
      draw(
        Plot,
        (at) => this.match.goTo(at),
        plot,
        found.curve.map(({ position }) => position),
        seats.map((seat) => found.curve.map((moment) => 100 * moment.seats[seat].share)),
        seats.map(seatName),
        styles,
        {
          stepped: false,
          label: "Chance of every seat to win over the match",
          unit: "chance to win in %",
          turnAt: turns(entries),
          range: [0, 100],
          under: (chart) => seats.forEach((seat, i) => ranges(chart, found.curve, seat, styles[i])),
          over: (chart) => found.turns.forEach((turn, i) => mark(chart, turn, i + 1)),
        },
      );
    });
  }

  /**
   * @param {TurningPoint} turn
   * @param {number} i
   */
  turn(turn, i) {
    const { match } = this;
    const orders = h("div", { class: "stack", "aria-live": "polite" });
    const number = `turning point ${i + 1}`;
    const go = (/** @type {number} */ at) => () => match.goTo(at);
    return h(
      "li",
      {},
      h("p", {}, h("strong", {}, turn.says)),
      h("p", { class: "faint" }, `Before: ${inWords(turn.before)}. After: ${inWords(turn.after)}.`),
      parts(turn),
      h(
        "ul",
        {},
        turn.texts.map((text) => h("li", {}, text)),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", "aria-label": `Show the table before ${number}`, onclick: go(turn.branch_at) },
          "Before",
        ),
        h(
          "button",
          { type: "button", "aria-label": `Show the table after ${number}`, onclick: go(turn.position) },
          "After",
        ),
        h(
          "button",
          { type: "button", "aria-label": `Try another order at ${number}`, onclick: () => this.branch(turn, i + 1) },
          "Try another order",
        ),
        h(
          "button",
          {
            type: "button",
            "aria-label": `Compare the orders at ${number}`,
            onclick: () => this.compare(turn, orders),
          },
          "Compare the orders",
        ),
      ),
      orders,
    );
  }

  /**
   * A branch where the order of a turning point was given, played by who looks, in the seat that gave it if possible.
   * @param {TurningPoint} turn
   * @param {number} number
   */
  async branch(turn, number) {
    const { match } = this;
    const seat = match.summary.open ? turn.by || match.role : (match.seat ?? "");
    const { open } = await import("./branches.js");
    await open(match, {
      at: turn.branch_at,
      seat: seat in match.summary.seats ? seat : "",
      name: `Turning point ${number}`,
    });
  }

  /**
   * @param {TurningPoint} turn
   * @param {HTMLElement} box
   */
  async compare(turn, box) {
    const seat = this.match.summary.open ? turn.by : (this.match.seat ?? "");
    try {
      await this.showOrders(
        await post(`matches/${this.match.id}/review/orders`, { at: turn.branch_at, seat }),
        seat,
        box,
      );
    } catch (error) {
      put(box, h("p", {}, `They cannot be compared: ${reason(error)}`));
    }
  }

  /**
   * @param {OrdersAnswer} answer
   * @param {string} seat
   * @param {HTMLElement} box
   */
  async showOrders(answer, seat, box) {
    const { state, step, steps, why, at, orders } = answer;
    if (orders) put(box, orderTable(orders, BUSY.includes(state)));
    else put(box, h("p", {}, why || (state === "waiting" ? "It begins in a moment." : "Trying the orders …")));
    if (!BUSY.includes(state)) return;
    if (orders) box.append(h("progress", { max: steps, value: step, "aria-label": "How far the comparison is" }));
    setTimeout(async () => {
      if (!box.isConnected) return;
      const next = await get(`matches/${this.match.id}/review/orders`, { at, as: seat }).catch(() => answer);
      await this.showOrders(next, seat, box);
    }, LOOK_MS);
  }
}

/** @param {Review} found */
const none = ({ whole }) =>
  h("p", {}, whole ? "No single order changed the chances more than chance." : "They are looked for after the curve.");

/**
 * How much of a change was luck and how much decision, as bars from the middle, and in words.
 * @param {TurningPoint} turn
 */
function parts({ luck, decision }) {
  if (luck === null || decision === null) return null;
  /** @type {[string, number][]} */
  const both = [
    ["Dice and cards", luck],
    ["The order", decision],
  ];
  return h(
    "dl",
    { class: "parts" },
    both.map(([name, value]) => [
      h("dt", {}, name),
      h(
        "dd",
        {},
        h("meter", { min: 0, max: 1, value: Math.abs(value), "aria-hidden": "true" }),
        ` ${value < 0 ? "−" : "+"}${Math.round(100 * Math.abs(value))} points`,
      ),
    ]),
  );
}

/**
 * The range of a seat's chances, as a band under its line.
 * @param {Chart} chart
 * @param {ReviewMoment[]} curve
 * @param {string} seat
 * @param {LineStyle} style
 */
function ranges({ ctx, valToPos }, curve, seat, { colour }) {
  const at = (/** @type {ReviewMoment} */ { position }) => valToPos(position, "x", true);
  ctx.save();
  ctx.globalAlpha = 0.15;
  ctx.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(colour).trim();
  ctx.beginPath();
  for (const moment of curve) ctx.lineTo(at(moment), valToPos(100 * moment.seats[seat].high, "y", true));
  for (const moment of curve.toReversed()) ctx.lineTo(at(moment), valToPos(100 * moment.seats[seat].low, "y", true));
  ctx.fill();
  ctx.restore();
}

/**
 * The number of a turning point where it is.
 * @param {Chart} chart
 * @param {TurningPoint} turn
 * @param {number} number
 */
function mark({ ctx, valToPos }, turn, number) {
  const look = getComputedStyle(document.documentElement);
  const size = 9 * devicePixelRatio;
  const [x, y] = [valToPos(turn.position, "x", true), valToPos(100 * turn.after.share, "y", true)];
  ctx.save();
  ctx.fillStyle = look.getPropertyValue("--paper").trim() || "#fff";
  ctx.strokeStyle = look.getPropertyValue("--ink").trim();
  ctx.beginPath();
  ctx.arc(x, y, size, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = ctx.strokeStyle;
  ctx.font = `${1.3 * size}px system-ui`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(number), x, y);
  ctx.restore();
}

/**
 * @param {string} label
 * @param {string[]} head
 * @param {HTMLElement[]} rows
 */
const scrolling = (label, head, rows) =>
  h(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": label },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((one) => h("th", { scope: "col" }, one)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );

/**
 * The curve as a table.
 * @param {ReviewMoment[]} curve
 * @param {string[]} seats
 */
function figures(curve, seats) {
  const rows = curve.map((moment) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, `#${moment.position}`),
      h("td", {}, String(moment.round || moment.turn)),
      seats.map((seat) => h("td", {}, inWords(moment.seats[seat]))),
    ),
  );
  return h(
    "details",
    {},
    h("summary", {}, "The figures as a table"),
    scrolling("Chances", ["#", "Round", ...seats.map(seatName)], rows),
  );
}

/**
 * The orders of a seat, the best first.
 * @param {ComparedOrders} compared
 * @param {boolean} goesOn
 */
function orderTable({ seat, orders, left_out: leftOut, basis }, goesOn) {
  const row = (/** @type {RankedOrder} */ order, /** @type {number} */ i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, order.text),
      h("td", {}, `${percent(order.value)} (${percent(order.low)} to ${percent(order.high)})`),
      h(
        "td",
        {},
        i === 0
          ? "the best"
          : order.tied
            ? "cannot be told from the best"
            : `${Math.round(100 * order.behind)} points behind`,
      ),
    );
  return [
    h("h3", {}, `What ${seatName(seat)} could have done`),
    scrolling("Orders", ["Order", "Wins", "Against the best"], orders.map(row)),
    leftOut ? h("p", { class: "faint" }, `${leftOut} more orders were not tried.`) : null,
    goesOn ? null : h("p", { class: "faint" }, basis),
  ];
}
