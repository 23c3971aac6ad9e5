// Agreeing on time before a match is opened: which clock, when none runs, and what a missed deadline brings, in plain words.

import { post, reason } from "./api.js";
import { h, put } from "./dom.js";
import { deadlineText, seatName } from "./labels.js";
import { quantity } from "./spans.js";

/** @typedef {Record<string, string>} Settings */

const SETTLE_MS = 300;
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const DAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const KINDS = {
  none: "no limit: the match waits for every answer",
  move: "a time for each answer",
  bank: "a stock of time for the whole match",
  fixed: "fixed times of the day",
};
const LATE = {
  nothing: "Nothing: it is noted, and the seat may still answer",
  pass: "The answer that was left for it is given, or else a pass",
  bot: "A bot plays on until the player is back",
  director: "The director decides",
  forfeit: "The match is lost",
};

/**
 * The form about time; `settings()` is what it says, as settings of the match.
 * @param {() => string[]} seatsNow the seats that the match would have
 */
export function timeForm(seatsNow) {
  const kind = select("clock-kind", Object.entries(KINDS), "none");
  const each = quantity("clock-each", "Each seat has, for each answer", 3, "d");
  const bank = quantity("clock-bank", "Each seat has, for the whole match", 30, "d");
  const plus = quantity("clock-plus", "And for each answer more, 0 for nothing", 12, "h", 0);
  const due = checks("Days on which answers are due", DAYS, DAYS);
  const at = h("input", { id: "clock-at", type: "time", value: "20:00", required: true });
  const least = quantity("clock-least", "Leave at least, 0 for nothing", 12, "h", 0);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((one) => one !== "UTC")];
  const zone = select("clock-zone", zones.map((one) => [one, one]), zones.includes(own) ? own : "UTC"); // prettier-ignore
  const off = checks("Days on which no clock runs", DAYS, []);
  const dates = h("input", { id: "dates-off", placeholder: "2026-12-24, 2026-12-25" });
  const [from, to] = [["quiet-from", ""], ["quiet-to", ""]].map(([id, value]) => h("input", { id, type: "time", value })); // prettier-ignore
  const vacation = h("input", { id: "vacation", type: "number", min: 0, max: 366, value: 21 });
  const late = radios("After a missed deadline", LATE, "nothing");
  const reminders = h("input", { id: "reminders", value: "24h, 2h" });
  const seatZones = h("div", { class: "fields" });
  const parts = {
    move: [each.shown],
    bank: [bank.shown, plus.shown],
    fixed: [due.shown, field("At", at), least.shown],
  };
  const preview = h("div", { class: "agreement stack", role: "status", "aria-label": "What this means" });

  const clock = () => {
    const days = due.chosen();
    const leaves = least.word() ? ` at least ${least.word()}` : "";
    switch (kind.value) {
      case "move":
        return `${each.word()} a move`;
      case "bank":
        return `bank ${bank.word()}${plus.word() ? ` + ${plus.word()} a move` : ""}`;
      case "fixed":
        return `${days.length === DAYS.length ? "daily" : days.join(", ")} ${at.value}${leaves}`;
      default:
        return "none";
    }
  };
  /** @returns {Settings} */
  const settings = () => {
    if (kind.value === "none") return {};
    const zoned = [...seatZones.querySelectorAll("select")].filter((one) => one.value);
    return {
      clock: clock(),
      late: late.chosen(),
      "clock-zone": zone.value,
      "seat-zones": zoned.map((one) => `${one.dataset.seat}=${one.value}`).join(", ") || "none",
      "days-off": [...off.chosen(), dates.value.trim()].filter(Boolean).join(", ") || "none",
      "quiet-hours": from.value && to.value ? `${from.value}-${to.value}` : "none",
      vacation: Number(vacation.value) ? `${Number(vacation.value)}d` : "none",
      reminders: reminders.value.trim() || "none",
    };
  };
  /** Seats of other zones; those of a seating that is chosen later are filled in then. */
  const fillZones = () => {
    const seats = seatsNow();
    if (seats.join() === [...seatZones.querySelectorAll("select")].map((one) => one.dataset.seat).join()) return;
    put(
      seatZones,
      seats.map((seat) => {
        const choice = select(`zone-${seat}`, [["", "as the match"], ...zones.map((one) => [one, one])], "");
        choice.dataset.seat = seat;
        return field(`Zone of ${seatName(seat)}`, choice);
      }),
    );
  };
  const common = h(
    "div",
    { class: "stack" },
    late.shown,
    h(
      "div",
      { class: "fields" },
      field("Time zone of the match", zone),
      field("Vacation of each seat a year, in days", vacation),
      field("Reminders before a deadline", reminders),
    ),
    off.shown,
    h(
      "div",
      { class: "fields" },
      field("And on these dates", dates),
      field("No clock runs from", from),
      field("until", to),
    ),
    h("details", {}, h("summary", {}, "Seats in other time zones"), seatZones),
  );
  const byKind = h("div", { class: "fields" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  let asked = 0;
  const tell = async () => {
    const number = (asked += 1);
    /** @type {(string | HTMLElement)[]} */
    let words;
    try {
      const { sentences, example } = await post("agreements", { settings: settings(), seats: seatsNow() });
      words = [sentences.join(" "), example ? `A question that is asked now would have to be answered by ${deadlineText(example)}.` : ""]; // prettier-ignore
    } catch (error) {
      words = [h("strong", {}, `This cannot be agreed on: ${reason(error)}`)];
    }
    if (number === asked) put(preview, words.filter(Boolean).map((one) => h("p", {}, one))); // prettier-ignore
  };
  const changed = () => {
    clearTimeout(settling);
    settling = setTimeout(tell, SETTLE_MS);
  };
  const draw = () => {
    put(byKind, parts[/** @type {keyof typeof parts} */ (kind.value)] ?? []);
    common.hidden = kind.value === "none";
    fillZones();
  };
  const shown = h(
    "div",
    { class: "stack", oninput: changed, onchange: changed },
    field("How long has a seat to answer?", kind),
    byKind,
    common,
    preview,
  );
  kind.addEventListener("change", draw);
  draw();
  tell();
  /** The seats are other ones now. */
  const seated = () => {
    fillZones();
    changed();
  };
  return { shown, settings, seated };
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
const field = (label, control) => h("div", { class: "field" }, h("label", { for: control.id }, label), control);

/**
 * @param {string} id
 * @param {string[][]} options values with their words
 * @param {string} usual
 */
const select = (id, options, usual) =>
  h(
    "select",
    { id },
    options.map(([value, words]) => h("option", { value, selected: value === usual }, words)),
  );

/**
 * @param {string} legend
 * @param {string[]} values
 * @param {string[]} usual
 */
function checks(legend, values, usual) {
  const boxes = values.map((value) => h("input", { type: "checkbox", value, checked: usual.includes(value) }));
  return {
    shown: h(
      "fieldset",
      {},
      h("legend", {}, legend),
      h("div", { class: "checks" }, boxes.map((box, i) => h("label", { class: "check" }, box, ` ${DAY_NAMES[i]}`))), // prettier-ignore
    ),
    chosen: () => boxes.filter((box) => box.checked).map((box) => box.value),
  };
}

/**
 * @param {string} legend
 * @param {Record<string, string>} options
 * @param {string} usual
 */
function radios(legend, options, usual) {
  const boxes = Object.keys(options).map((value) =>
    h("input", { type: "radio", name: "late", value, checked: value === usual }),
  );
  return {
    shown: h(
      "fieldset",
      {},
      h("legend", {}, legend),
      h("div", { class: "stack" }, boxes.map((box) => h("label", { class: "check" }, box, ` ${options[box.value]}`))), // prettier-ignore
    ),
    chosen: () => boxes.find((box) => box.checked)?.value ?? usual,
  };
}
