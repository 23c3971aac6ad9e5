// The live feed of a match: entries in order, none missed and none twice, whatever the network does.

import { feedUrl, get } from "./api.js";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 20_000;

/** Follows a match as a role from a position on. `onEntry` gets each entry once, in order. */
export class Feed {
  constructor(match, role, after, { onEntry, onState }) {
    Object.assign(this, { match, role, at: after, onEntry, onState, wait: FIRST_WAIT_MS });
    this.open();
  }

  open() {
    this.source = new EventSource(feedUrl(this.match, { as: this.role, after: this.at }));
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
    this.source.addEventListener("error", () => {
      this.source.close();
      this.onState("away");
      // Opened anew rather than left to the browser, which gives up after some errors.
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    });
  }

  close() {
    clearTimeout(this.timer);
    this.source.close();
  }
}

/** Whether the service says that it can work; its parts by name. */
export async function readiness() {
  try {
    return await get("/readyz");
  } catch (error) {
    return error.body ?? { ready: false };
  }
}
