// The live feed of a match: entries in order, none missed and none twice, whatever the network does.

import { checkHealth } from "./health.js";
import { feedUrl, get } from "./api.js";

/** @import { Entry } from "./types.d.ts" */

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 20_000;
/** Until then a page that nobody looks at keeps its feed; then it asks from time to time. */
export const UNSEEN = { afterMs: 120_000, everyMs: 20_000 };
/** The service says every 15 seconds that it is there. */
export const SILENT = { afterMs: 40_000 };

/** Follows a match as a role from a position on. `onEntry` gets each entry once, in order. */
export class Feed {
  /**
   * While the page is not looked at, `onNews` gets only the position that the record has reached.
   * @param {string} match
   * @param {string} role
   * @param {number} after
   * @param {{
   *   onEntry: (entry: Entry) => void,
   *   onNews: (position: number) => void,
   *   onKeeper: () => void,
   *   onState: (state: "live" | "away") => void,
   * }} listeners
   */
  constructor(match, role, after, { onEntry, onNews, onKeeper, onState }) {
    this.match = match;
    this.role = role;
    this.at = after;
    this.onEntry = onEntry;
    this.onNews = onNews;
    this.onKeeper = onKeeper;
    this.onState = onState;
    this.wait = FIRST_WAIT_MS;
    this.rests = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.silent = undefined;
    /** @type {number | undefined} */
    this.unseen = undefined;
    this.source = this.connect();
    this.seen = () => this.looked();
    this.cut = () => this.lost();
    this.back = () => this.again();
    document.addEventListener("visibilitychange", this.seen);
    window.addEventListener("offline", this.cut);
    window.addEventListener("online", this.back);
  }

  /** A browser has few connections to one service: a page that nobody looks at gives its own back. */
  looked() {
    clearTimeout(this.unseen);
    if (document.hidden) this.unseen = setTimeout(() => this.rest(), UNSEEN.afterMs);
    else if (this.rests) this.again();
  }

  rest() {
    this.stop();
    this.rests = true;
    this.timer = setTimeout(() => this.poll(), UNSEEN.everyMs);
  }

  /** Nobody looks, but the title of the tab still turns to "your turn". */
  async poll() {
    try {
      const { position, waits } = await get(`matches/${this.match}`);
      if (!this.rests) return;
      this.onState("live");
      if (position > this.at) this.onNews(position);
      if (waits) this.onKeeper();
    } catch {
      if (this.rests) this.onState("away");
    }
    if (this.rests) this.timer = setTimeout(() => this.poll(), UNSEEN.everyMs);
  }

  /** Something was heard; when nothing is for long, the connection is dead though nobody said so. */
  heard() {
    clearTimeout(this.silent);
    this.silent = setTimeout(() => this.lost(), SILENT.afterMs);
  }

  lost() {
    if (this.rests) return;
    this.stop();
    this.onState("away");
    // Opened again by us rather than by the browser, which gives up after some errors.
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  again() {
    this.stop();
    this.open();
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.silent);
    this.source.close();
  }

  open() {
    this.source = this.connect();
  }

  connect() {
    this.rests = false;
    this.heard();
    const source = new EventSource(feedUrl(this.match, { as: this.role, after: this.at, lean: false }));
    source.addEventListener("open", () => {
      this.wait = FIRST_WAIT_MS;
      this.heard();
      this.onState("live");
    });
    source.addEventListener("entry", (event) => {
      this.heard();
      const entry = JSON.parse(event.data);
      if (entry.position <= this.at) return;
      this.at = entry.position;
      this.onEntry(entry);
    });
    // The service says where news comes from, at first and whenever that changes.
    source.addEventListener("source", () => checkHealth());
    // A keeper of the dice is away, or has answered: what waits for it is read with the table.
    source.addEventListener("keeper", () => {
      this.heard();
      this.onKeeper();
      this.onNews(this.at);
    });
    source.addEventListener("beat", () => this.heard());
    source.addEventListener("error", () => this.lost());
    return source;
  }

  close() {
    document.removeEventListener("visibilitychange", this.seen);
    window.removeEventListener("offline", this.cut);
    window.removeEventListener("online", this.back);
    clearTimeout(this.unseen);
    this.rests = false;
    this.stop();
  }
}
