// The tab for time: how every clock stands, vacations, pauses, grace, what the director decides, and who stands in.

import { freshId, get, post, reason } from "./api.js";
import { invite } from "./about.js";
import { spanText } from "./clocks.js";
import { carryOut } from "./directing.js";
import { dialog, h, put } from "./dom.js";
import { deadlineText, seatName } from "./labels.js";
import { quantity } from "./spans.js";

/** @import { Children, Seat, SeatDeadline } from "./types.d.ts" */
/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./clocks.js").Clocks} Clocks */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** @param {Match} match */
export async function clockPanel(match) {
  const clocks = await match.showClocks();
  if (!clocks?.state?.deadlines) return h("p", {}, clocks?.state?.sentences.join(" ") || "No clock was agreed on.");
  return new ClockPanel(match, clocks).frame;
}

/** A part that is drawn again only when what it shows has changed, so that nobody's typing is lost. */
class Part {
  constructor() {
    this.frame = h("section", { class: "stack" });
    this.key = "";
  }

  /**
   * @param {unknown} state
   * @param {() => Children} make
   */
  show(state, make) {
    const key = JSON.stringify(state);
    if (key === this.key) return;
    this.key = key;
    put(this.frame, make());
    this.frame.hidden = !this.frame.childElementCount;
  }
}

class ClockPanel {
  /**
   * @param {Match} match
   * @param {Clocks} clocks
   */
  constructor(match, clocks) {
    this.match = match;
    this.clocks = clocks;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    this.seats = h("tbody", {});
    this.vacation = new Part();
    this.pause = new Part();
    this.grace = new Part();
    this.director = new Part();
    this.said = h("p", { role: "status" });
    this.frame = h(
      "div",
      { class: "stack clock-panel" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Seat", "Clock", "Vacation"].map((one) => h("th", { scope: "col" }, one)),
          ),
        ),
        this.seats,
      ),
      h("p", { class: "faint" }, `Times are shown as clocks in your zone show them, ${timeZone}.`),
      this.said,
      [this.vacation, this.pause, this.grace, this.director].map(({ frame }) => frame),
      this.inName(),
      h(
        "details",
        {},
        h("summary", {}, "What was agreed on"),
        h(
          "ul",
          {},
          (clocks.state?.sentences ?? []).map((one) => h("li", {}, one)),
        ),
      ),
    );
    this.draw();
    clocks.panel = () => this.frame.isConnected && this.draw();
  }

  /** The clock of each seat by its name. */
  get stands() {
    return this.clocks.state?.deadlines?.seats ?? {};
  }
  get isDirector() {
    return this.match.summary.yours.includes("director");
  }

  draw() {
    const { match, clocks } = this;
    const { summary, seat } = match;
    const { wishes } = clocks;
    const budget = clocks.state?.budget ?? 0;
    put(
      this.seats,
      Object.entries(this.stands).map(([one, stands]) => this.row(one, stands, budget)),
    );
    const own = seat && !summary.over ? this.stands[seat] : undefined;
    this.vacation.show([seat, own?.back, own?.vacation, summary.paused, budget], () =>
      own && budget ? this.vacationForm(own, budget) : null,
    );
    this.pause.show([seat, wishes.pause, wishes.persons, summary.paused, summary.over], () => this.pauseForm());
    this.grace.show([seat, wishes.grantors, wishes.grants, this.lateSeats(), summary.over], () => this.graceForms());
    this.director.show(
      [summary.yours, this.lateSeats(), Object.keys(wishes.grantors), summary.seats, summary.over],
      () => (this.isDirector && !summary.over ? this.directorForms() : null),
    );
  }

  lateSeats() {
    return Object.entries(this.stands).filter(([, one]) => this.clocks.isLate(one)).map(([seat]) => seat); // prettier-ignore
  }

  /**
   * @param {Seat} seat
   * @param {SeatDeadline} one
   * @param {number} budget
   */
  row(seat, one, budget) {
    const isLate = this.clocks.isLate(one);
    const isOwn = seat === this.match.seat;
    const left = budget ? `${spanText(one.vacation)} of ${spanText(budget)} left` : "none";
    return h(
      "tr",
      { dataset: { seat } },
      h("th", { scope: "row" }, seatName(seat), isOwn ? " (you)" : ""),
      h("td", {}, isLate ? h("strong", { class: "tag due" }, "late") : "", isLate ? " " : "", this.standsText(one)),
      h("td", {}, left),
    );
  }

  /** @param {SeatDeadline} one */
  standsText(one) {
    const left = spanText(one.left);
    switch (one.state) {
      case "over":
        return `the match is over; ${left} were left`;
      case "paused":
        return `paused, with ${left} left`;
      case "vacation":
        return `on vacation until ${deadlineText(one.back)}${one.deadline ? `, then until ${deadlineText(one.deadline)}` : ""}`;
      case "stands":
        return one.left ? `stands, with ${left} left` : "stands";
      default:
        if (this.clocks.isLate(one))
          return `was due ${deadlineText(one.deadline)}${one.missed ? ", which is noted" : ""}`;
        return `answer by ${deadlineText(one.deadline)}, in ${spanText(one.deadline - this.clocks.now)}`;
    }
  }

  /**
   * Say something about time for the seat, and what became of it.
   * @param {Record<string, any>} order
   * @param {string} done
   */
  give(order, done) {
    return carryOut(this.said, this.match, () => this.match.proving.give(order), done);
  }

  // Vacation

  /**
   * @param {SeatDeadline} own
   * @param {number} budget
   */
  vacationForm(own, budget) {
    const title = h("h2", {}, "Vacation");
    const rest = `You have ${spanText(own.vacation)} of vacation left this year, of ${spanText(budget)}.`;
    if (own.back)
      return [
        title,
        h("p", {}, `You are on vacation until ${deadlineText(own.back)}; your clock stands. ${rest}`),
        this.button("Come back now", () => this.give({ do: "end-vacation" }, "You are back.")),
      ];
    if (own.vacation < HOUR) return [title, h("p", {}, rest)];
    const { now } = this.clocks;
    const until = h("input", {
      id: "vacation-until",
      type: "datetime-local",
      required: true,
      min: forInput(now + HOUR),
      value: forInput(now + Math.min(WEEK, own.vacation)),
    });
    const preview = h("p", { class: "faint", role: "status" });
    const length = () => Math.ceil((new Date(until.value).getTime() - this.clocks.now) / MINUTE) * MINUTE;
    const tell = () => {
      const ms = length();
      put(
        preview,
        ms >= HOUR
          ? `Your clock stands for ${spanText(ms)}; ${ms > own.vacation ? "that is more than you have left this year" : `${spanText(own.vacation - ms)} would be left`}.`
          : "A vacation is an hour at least.",
      );
    };
    until.addEventListener("input", tell);
    tell();
    return h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          this.give({ do: "vacation", length: spanWord(length()) }, "You are on vacation; your clock stands.");
        },
      },
      title,
      h("p", {}, `${rest} Only your own clock stands; you can come back at any time, and what is left is kept.`),
      field("Until, in your zone", until),
      preview,
      h("button", { type: "submit" }, "Go on vacation"),
    );
  }

  // Pauses

  /** @returns {Children} */
  pauseForm() {
    const { match, clocks } = this;
    const { pause, persons } = clocks.wishes;
    const { seat } = match;
    const { paused, over } = match.summary;
    if (over || !seat || !persons.includes(seat)) return null;
    const title = h("h2", {}, "Pause");
    const wants = pause.includes(seat);
    const names = (/** @type {Seat[]} */ seats) => seats.map(seatName).join(" and ");
    const give = (/** @type {string} */ words, /** @type {string} */ verb, /** @type {string} */ done, kind = "") =>
      this.button(words, () => this.give({ do: verb }, done), kind);
    if (paused && !clocks.isPausedTogether)
      return [title, h("p", {}, "The director or the host has paused the match; only they resume it.")];
    if (paused)
      return [
        title,
        h("p", {}, `The match is paused. It goes on when everybody wants that; waiting for ${names(pause)}.`),
        wants ? give("Go on", "resume", "You would like to go on.", "primary") : h("p", {}, "You would like to go on."),
      ];
    const missing = persons.filter((one) => !pause.includes(one));
    const others = pause.filter((one) => one !== seat);
    return [
      title,
      h("p", {}, "In a pause no seat acts and no clock runs. It begins when every person at the table wants it."),
      others.length ? h("p", {}, h("strong", {}, `${names(others)} would like a pause.`)) : null,
      wants
        ? [
            h("p", {}, `You would like a pause; waiting for ${names(missing)}.`),
            give("Take the wish back", "resume", "You do not wish for a pause any more."),
          ]
        : give(
            others.length ? "Agree to the pause" : "Ask for a pause",
            "pause",
            "You would like a pause.",
            others.length ? "primary" : "",
          ),
    ];
  }

  // Grace

  /** @returns {Children} */
  graceForms() {
    const { match, clocks } = this;
    const { grantors, grants } = clocks.wishes;
    const { seat } = match;
    if (match.summary.over || !seat) return null;
    const others = Object.entries(grantors).filter(([, by]) => by.includes(seat));
    if (!others.length) return null;
    return [
      h("h2", {}, "More time for an opponent"),
      others.map(([one, by]) => [
        grants
          .filter((wish) => wish.seat === one)
          .map((wish) =>
            h(
              "p",
              { class: "row" },
              `${wish.by.map(seatName).join(" and ")} would give ${seatName(one)} ${spanText(wish.length)} more.`,
              wish.by.includes(seat)
                ? null
                : this.button("Give the same", () => this.grant(one, wish.length, seat), "primary"),
            ),
          ),
        this.grantForm(one, seat, by.length > 1 ? "It counts once all opponents give the same." : ""),
      ]),
    ];
  }

  /**
   * @param {Seat} to
   * @param {string} as who grants it: a seat, or the director
   * @param {string} more
   */
  grantForm(to, as, more = "") {
    const span = quantity(`grant-${as}-${to}`, `More time for ${seatName(to)}`, 1, "d");
    const isLate = this.lateSeats().includes(to);
    return h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          this.grant(to, span.ms(), as);
        },
      },
      span.shown,
      isLate || more ? h("p", { class: "faint" }, isLate ? `${seatName(to)} is late. ` : "", more) : null,
      h("button", { type: "submit" }, `Give ${seatName(to)} more time`),
    );
  }

  /**
   * @param {Seat} to
   * @param {number} ms
   * @param {string} as
   */
  grant(to, ms, as) {
    const command = { do: "grant-time", seat: to, length: spanWord(ms) };
    const done = `${spanText(ms)} more for ${seatName(to)}: see the log.`;
    if (as !== "director") return this.give(command, done);
    const act = () => post(`matches/${this.match.id}/commands`, { id: freshId(), command, seat: as });
    return carryOut(this.said, this.match, act, done);
  }

  // The director

  directorForms() {
    const { match, clocks } = this;
    const { summary } = match;
    const late = this.lateSeats();
    const canLose = ["director", "forfeit"].includes(clocks.state?.deadlines?.late ?? "");
    return [
      h("h2", {}, "Director"),
      late.map((seat) =>
        h(
          "div",
          { class: "row" },
          h("strong", {}, `${seatName(seat)} is late.`),
          this.button("A bot plays on", () => this.decide(seat, "bot")),
          canLose ? this.button(`${seatName(seat)} loses …`, () => this.askForfeit(seat), "danger") : null,
        ),
      ),
      Object.keys(clocks.wishes.grantors)
        .filter((seat) => !summary.yours.includes(seat))
        .map((seat) => this.grantForm(seat, "director")),
      h("h3", {}, "Another player for a seat"),
      h(
        "p",
        { class: "faint" },
        "Keys, links and mails of the player before open nothing from then on, and answers left for the seat are gone.",
      ),
      h(
        "div",
        { class: "row" },
        Object.entries(summary.seats)
          .filter(([seat, who]) => !summary.yours.includes(seat) && !who.startsWith("resigned"))
          .map(([seat]) => this.button(`Invite somebody for ${seatName(seat)}`, () => invite(match, seat))),
      ),
    ];
  }

  /**
   * @param {Seat} seat
   * @param {"bot" | "forfeit"} brings
   */
  decide(seat, brings) {
    const act = () => post(`matches/${this.match.id}/deadlines/decision`, { seat, brings });
    return carryOut(this.said, this.match, act, brings === "bot" ? "A bot plays on." : "The match is decided.");
  }

  /** @param {Seat} seat */
  askForfeit(seat) {
    const box = dialog(
      `${seatName(seat)} loses by its deadline`,
      h("p", {}, "This is recorded as your decision. Where no other side is left, it ends the match."),
      this.button(
        `Decide that ${seatName(seat)} loses`,
        () => {
          box.close();
          this.decide(seat, "forfeit");
        },
        "danger",
      ),
    );
  }

  // The seat's own log

  inName() {
    const { match } = this;
    const { seat } = match;
    if (!seat) return null;
    const list = h("ol", { class: "log", tabindex: 0, "aria-label": "Done in your name" });
    const read = async () => {
      put(list, h("li", {}, "Loading …"));
      try {
        const { done } = await get(`matches/${match.id}/in-name`, { seat });
        put(
          list,
          done.length
            ? done.map((one) =>
                h(
                  "li",
                  {},
                  h("span", { class: "faint" }, `#${one.position}, ${deadlineText(one.time)} `),
                  `${one.undone ? "(undone) " : ""}${one.text}, ${one.by}`,
                ),
              )
            : h("li", {}, "Nothing: you have said everything yourself."),
        );
      } catch (error) {
        put(list, h("li", {}, `This cannot be shown: ${reason(error)}`));
      }
    };
    const box = h("details", { class: "in-name" }, h("summary", {}, "What was done in your name"), list);
    box.addEventListener("toggle", () => box.open && read());
    return box;
  }

  /**
   * @param {string} words
   * @param {() => unknown} onclick
   */
  button(words, onclick, kind = "") {
    return h("button", { type: "button", class: kind, onclick }, words);
  }
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
const field = (label, control) => h("div", { class: "field" }, h("label", { for: control.id }, label), control);

/**
 * An instant as fields for a date and a time hold it.
 * @param {number} ms
 */
function forInput(ms) {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE);
  return local.toISOString().slice(0, 16);
}

/**
 * A span as it is typed in a command: "1d2h".
 * @param {number} ms
 */
function spanWord(ms) {
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  return `${days ? `${days}d` : ""}${hours ? `${hours}h` : ""}${minutes ? `${minutes}min` : ""}` || "0h";
}
