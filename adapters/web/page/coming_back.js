// What this browser remembers between visits: one's name, how far each match was seen; and telling that it is one's turn.

import { get } from "./api.js";
import { h } from "./dom.js";
import { seatName } from "./labels.js";

/** @import { Summary } from "./types.d.ts" */

const NAME = "wardiary-name";
const SEEN = "wardiary-seen";
const MOST_KEPT = 200;

/**
 * What is kept under a name; "" also while the page is left, when the browser refuses to say.
 * @param {string} key
 */
function kept(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function keep(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing shows the page all the same.
  }
}

/** What one wants to be called; it is sent with matches that are opened and seats that are taken. */
export const myName = () => kept(NAME);

/** @param {string} name */
export const setMyName = (name) => keep(NAME, name);

/** @returns {Record<string, number>} */
function allSeen() {
  try {
    return JSON.parse(kept(SEEN) || "{}");
  } catch {
    return {};
  }
}

/**
 * Up to which position a match was seen here, as a role; 0 for never.
 * @param {string} match
 * @param {string} role
 */
export const seen = (match, role) => allSeen()[`${match} ${role}`] ?? 0;

/**
 * @param {string} match
 * @param {string} role
 * @param {number} position
 */
export function setSeen(match, role, position) {
  const { [`${match} ${role}`]: before = 0, ...others } = allSeen();
  const latest = [...Object.entries(others).slice(1 - MOST_KEPT), [`${match} ${role}`, Math.max(before, position)]];
  keep(SEEN, JSON.stringify(Object.fromEntries(latest)));
}

/**
 * The seats of a match that the caller holds.
 * @param {Summary} match
 */
export const seatsOf = (match) => match.yours.filter((one) => one in match.seats);

/**
 * What the caller is to do in a match; "" when nothing is.
 * @param {Summary} match
 */
export function dueText(match) {
  const mine = seatsOf(match);
  if (match.over) return "";
  const { rewind } = match;
  if (rewind && mine.some((seat) => rewind.waiting.includes(seat)))
    return `${seatName(rewind.asked)} asks you to go back`;
  return match.waiting_for.some((one) => mine.includes(one)) ? "your turn" : "";
}

/**
 * What a match is called: its own name, else its scenario.
 * @param {Summary} match
 */
export const nameOf = (match) => match.name || match.scenario_title || match.title;

const ELSEWHERE_MS = 60_000;

/** How many other matches wait for the viewer, asked for from time to time. */
export class Elsewhere {
  due = 0;

  /**
   * @param {string} match the one that is open
   * @param {() => void} onChange
   */
  constructor(match, onChange) {
    this.match = match;
    this.onChange = onChange;
    setTimeout(() => this.look(), 3000);
    setInterval(() => this.look(), ELSEWHERE_MS);
  }

  async look() {
    try {
      const { matches } = await get("matches");
      const due = matches.filter((one) => one.match !== this.match && dueText(one)).length;
      if (due !== this.due) {
        this.due = due;
        this.onChange();
      }
    } catch {
      // It is asked again.
    }
  }
}

const canNotify = () => "Notification" in window;

/**
 * Tell on the desktop that it is one's turn, if that is allowed and the page is not looked at.
 * @param {string} title
 * @param {string} body
 * @param {string} match
 */
export function notify(title, body, match) {
  if (!canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  const note = new Notification(title, { body, tag: match, icon: "/page/icon.svg" });
  note.onclick = () => {
    window.focus();
    if (!location.pathname.endsWith(match)) location.assign(`/m/${match}`);
    note.close();
  };
}

/** A button that asks whether notifications may be shown; null where that is settled or impossible. */
export function notifyButton() {
  if (!canNotify() || Notification.permission !== "default") return null;
  const button = h("button", { type: "button" }, "Notify me when it is my turn");
  button.addEventListener("click", async () => {
    await Notification.requestPermission();
    button.remove();
  });
  return button;
}

/**
 * How long ago something was, in words.
 * @param {number} ms when it was
 * @param {number} [now]
 */
export function ago(ms, now = Date.now()) {
  const minutes = Math.max(0, Math.round((now - ms) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return `${hours} h ago`;
  return `${Math.round(hours / 24)} days ago`;
}
