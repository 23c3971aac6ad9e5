// The live feed of a match: entries in order, none missed and none twice, whatever the network does.

import { checkHealth } from "./health.js";
import { feedUrl } from "./api.js";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 20_000;
const UNSEEN_MS = 120_000;

/** Follows a match as a role from a position on. `onEntry` gets each entry once, in order. */
export class Feed {
  constructor(match, role, after, { onEntry, onState }) {
    Object.assign(this, { match, role, at: after, onEntry, onState, wait: FIRST_WAIT_MS });
    this.open();
    document.addEventListener("visibilitychange", this.seen = () => this.looked());
  }

  /** A browser has few connections to one service: a page that nobody looks at gives its own back. */
  looked() {
    clearTimeout(this.unseen);
    if (document.hidden) this.unseen = setTimeout(() => this.rest(), UNSEEN_MS);
    else if (this.rests) this.open();
  }

  rest() {
    clearTimeout(this.timer);
    this.source.close();
    this.rests = true;
  }

  open() {
    this.rests = false;
    this.source = new EventSource(feedUrl(this.match, { as: this.role, after: this.at, lean: true }));
    this.source.addEventListener("open", () => {
      this.wait = FIRST_WAIT_MS;
      this.onState("live");
    });
    this.source.addEventListener("entry", (event) => {
      const entry = JSON.parse(event.data);
      if (entry.position <= this.at) return;
      this.at = entry.position;
      this.onEntry(entry);
    });
    // The service says where news comes from, at first and whenever that changes.
    this.source.addEventListener("source", () => checkHealth());
    this.source.addEventListener("error", () => {
      this.source.close();
      this.onState("away");
      // Opened anew rather than left to the browser, which gives up after some errors.
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    });
  }

  close() {
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.unseen);
    this.rest();
  }
}
