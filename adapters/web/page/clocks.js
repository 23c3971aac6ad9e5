// The clocks of a match: by when whom is waited for, what others wish about time, and what the tab for time draws on.

import { get, reason } from "./api.js";
import { h, notice, put } from "./dom.js";
import { deadlineText, seatName } from "./labels.js";

/** @import { Seat, SeatDeadline, TimeState } from "./types.d.ts" */
/** @typedef {import("./match.js").Match} Match */

const TICK_MS = 15_000;
const MINUTE = 60_000;
const UNITS = [
  { word: "d", size: 24 * 60 * MINUTE },
  { word: "h", size: 60 * MINUTE },
  { word: "min", size: MINUTE },
];

/**
 * A span of time in its two largest units: "2 d 3 h".
 * @param {number} ms
 */
export function spanText(ms) {
  const parts = [];
  let rest = Math.max(0, ms);
  for (const { word, size } of UNITS) {
    const number = Math.floor(rest / size);
    rest -= number * size;
    if (number) parts.push(`${number} ${word}`);
  }
  return parts.slice(0, 2).join(" ") || "less than a minute";
}

export class Clocks {
  /** @type {TimeState | undefined} */
  state;
  /** The position that the clocks were read at. */
  position = 0;
  /** What the service's clock is ahead of the browser's (ms). */
  ahead = 0;
  /** @type {() => void} Draws the tab for time, while it is open. */
  panel = () => {};

  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.sign = h("span", { class: "row deadlines" });
    setInterval(() => this.draw(), TICK_MS);
  }

  /** The present, by the service's clock (ms). */
  get now() {
    return Date.now() + this.ahead;
  }
  get wishes() {
    return this.state?.wishes ?? { pause: [], persons: [], grantors: {}, grants: [] };
  }
  /** Whether the seats have paused the match together. */
  get isPausedTogether() {
    return this.match.summary.paused && this.wishes.pause.length > 0;
  }

  /** Read the clocks, where the table has changed since they were read. */
  async look() {
    const { position } = this.match;
    if (this.position !== position) {
      this.position = position;
      try {
        this.state = await get(`matches/${this.match.id}/deadlines`);
        this.ahead = this.state.now - Date.now();
      } catch (error) {
        this.position = 0;
        notice("clocks", `The clocks could not be read: ${reason(error)}`, "bad");
        return;
      }
      notice("clocks", "");
    }
    this.draw();
  }

  draw() {
    put(this.sign, this.match.isLive ? this.signs() : null);
    this.tellWishes();
    this.panel();
  }

  /** The clock of the seat that is looked at, all that are late, or else the first deadline of the others. */
  signs() {
    const seats = Object.entries(this.state?.deadlines?.seats ?? {}).filter(([, one]) => one.deadline);
    const first = seats.toSorted(([, a], [, b]) => a.deadline - b.deadline)[0];
    const shown = seats.filter(([seat, one]) => seat === this.match.seat || this.isLate(one));
    return (shown.length ? shown : first ? [first] : []).map(([seat, one]) => this.signOf(seat, one));
  }

  /** @param {SeatDeadline} one */
  isLate(one) {
    return one.deadline > 0 && one.deadline < this.now;
  }

  /**
   * @param {Seat} seat
   * @param {SeatDeadline} one
   */
  signOf(seat, one) {
    const isLate = this.isLate(one);
    const own = seat === this.match.seat;
    const when = deadlineText(one.deadline);
    const words = isLate
      ? `${own ? "You are" : `${seatName(seat)} is`} late: was due ${when}`
      : `${own ? "" : `${seatName(seat)}: `}until ${when}, in ${spanText(one.deadline - this.now)}`;
    return h(
      "time",
      { class: `tag ${isLate ? "due" : ""}`, datetime: new Date(one.deadline).toISOString() },
      own && !isLate ? words.replace(/^u/, "U") : words,
    );
  }

  /** Wishes for a pause, or to go on, are told to those who have not agreed yet. */
  tellWishes() {
    const { seat, summary } = this.match;
    const { pause, persons } = this.wishes;
    const isAsked = seat !== undefined && persons.includes(seat) && !summary.over && this.match.isLive;
    const others = persons.filter((one) => one !== seat && pause.includes(one) !== summary.paused);
    const mine = isAsked && pause.includes(seat) === summary.paused;
    if (!mine || !others.length || (summary.paused && !this.isPausedTogether)) return notice("pause", "");
    const who = others.map(seatName).join(" and ");
    const button = (/** @type {string} */ words, /** @type {string} */ verb) =>
      h("button", { type: "button", class: "primary", onclick: () => this.give({ do: verb }) }, words);
    if (summary.paused) return notice("pause", `${who} would like to go on.`, "ask", button("Go on", "resume"));
    return notice(
      "pause",
      `${who} would like a pause, in which no seat acts and no clock runs.`,
      "ask",
      button("Agree", "pause"),
    );
  }

  /**
   * Say something about time for the seat; what is refused is told in a notice.
   * @param {Record<string, any>} order
   */
  async give(order) {
    try {
      await this.match.proving.give(order);
      notice("time", "");
    } catch (error) {
      notice("time", `Not done: ${reason(error)}`, "bad");
    }
  }
}
