// A seat that keeps a part of the dice itself: a seed in this browser, which answers each place once.

import { get, post, reason } from "./api.js";
import { notice } from "./dom.js";
import { bytesOf, hex } from "./signing.js";
import { keep, keepOnce, kept, keptFrom, keptOr } from "./vault.js";

/** @import { KeeperLine, ShareAsked } from "./types.d.ts" */

const PLACE_DIGITS = 8;

export class SeatKeeper {
  /** @type {Promise<void> | undefined} */
  answering;
  /** Whether any seat here has a keeper of its own. */
  isKeeping = false;

  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
  }

  /**
   * Make a seed for a seat, once, and give what the seat commits to with it.
   * @param {string} seat
   */
  async commitment(seat) {
    const name = `seat-${seat}`;
    const place = `${this.match.id}/${name}`;
    const seed = await keptOr("seeds", place, hex(crypto.getRandomValues(new Uint8Array(32))));
    await keepOnce("answers", `${place}/`, { ...this.line(0, "", ""), what: "commit" }).catch(() => undefined);
    return this.committed(name, seed);
  }

  /**
   * What a keeper commits to with a seed.
   * @param {string} keeper
   * @param {string} seed
   */
  async committed(keeper, seed) {
    const begun = new TextEncoder().encode(`wardiary keeper 2\0${this.match.id}\0${keeper}\0`);
    return hex(await crypto.subtle.digest("SHA-256", new Uint8Array([...begun, ...bytesOf(seed)])));
  }

  /** Answer what the seats here are asked, one call at a time; at the end tell the seeds. */
  async look() {
    this.answering ??= this.answer()
      .catch((error) => notice("keeping", `No share of the dice was given: ${reason(error)}`, "bad"))
      .finally(() => {
        this.answering = undefined;
      });
    await this.answering;
  }

  async answer() {
    for (const seat of this.match.seatsHeld) {
      const { keepers, asked, over } = await get(`matches/${this.match.id}/keeper`, { seat });
      this.isKeeping ||= Object.keys(keepers).length > 0;
      for (const one of asked) if (await this.isOurs(one.keeper, keepers)) await this.share(seat, one);
      if (over) for (const name of Object.keys(keepers)) await this.tell(seat, name);
    }
  }

  /**
   * Whether the record names what this browser has committed to, so that its share is drawn from.
   * @param {string} keeper
   * @param {Record<string, string>} keepers
   */
  async isOurs(keeper, keepers) {
    const seed = await kept("seeds", `${this.match.id}/${keeper}`);
    if (!seed || keepers[keeper] === (await this.committed(keeper, seed))) return true;
    notice(
      "keeping",
      "The record names another seed for this browser than the one it keeps: it gives no share. Audit the record.",
      "bad",
    );
    return false;
  }

  /**
   * The share for a request, if its place is the next one and was not answered for another order.
   * @param {string} seat
   * @param {ShareAsked} asked
   */
  async share(seat, { keeper, place, request }) {
    const own = `${this.match.id}/${keeper}`;
    const seed = await kept("seeds", own);
    if (!seed) {
      notice(
        "keeping",
        "This browser was to keep a part of the dice, and has lost it: all seats must agree to another keeper.",
        "bad",
      );
      return;
    }
    const why = await this.whyRefused(own, place, request);
    if (why) {
      await keep("answers", `${own}/refused/${Date.now()}`, this.line(place, request, why));
      notice(
        "keeping",
        `Somebody asks for dice that this browser must not give: ${why}. Save its log, under Proof.`,
        "bad",
      );
      return;
    }
    const text = new TextEncoder().encode(`wardiary kept 2\0${this.match.id}`);
    const number = bytesOf(place.toString(16).padStart(16, "0"));
    const key = await crypto.subtle.importKey("raw", bytesOf(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const share = hex(await crypto.subtle.sign("HMAC", key, new Uint8Array([...text, ...number, ...bytesOf(request)])));
    await post(`matches/${this.match.id}/keeper/share`, { seat, keeper, place, request, share });
  }

  /**
   * Note that a place is answered, and say why it cannot be: of all tabs that are asked one decides.
   * @param {string} own
   * @param {number} place
   * @param {string} request
   */
  async whyRefused(own, place, request) {
    if (await kept("answers", `${own}/opened`)) return "its seed for this match is open";
    const at = (/** @type {number} */ number) => `${own}/share/${String(number).padStart(PLACE_DIGITS, "0")}`;
    const before = await keptFrom("answers", `${own}/share/`);
    const isKnown = before.some((line) => line.place === place);
    if (!isKnown && before.length && !before.some((line) => line.place === place - 1))
      return `the next place is ${Math.max(...before.map((line) => line.place)) + 1}, not ${place}`;
    await keepOnce("answers", at(place), this.line(place, request, "")).catch(() => undefined);
    const answered = await kept("answers", at(place));
    return answered.request === request ? "" : `place ${place} was answered for another order already`;
  }

  /**
   * @param {number} place
   * @param {string} request
   * @param {string} why
   * @returns {KeeperLine}
   */
  line(place, request, why) {
    return { what: "share", place, request, answered: !why, why, time: Date.now() };
  }

  /**
   * The match is over: tell the seed, and answer nothing more.
   * @param {string} seat
   * @param {string} keeper
   */
  async tell(seat, keeper) {
    const own = `${this.match.id}/${keeper}`;
    const seed = await kept("seeds", own);
    if (!seed) return;
    if (!this.match.isOver && !(await get(`matches/${this.match.id}`)).over) {
      notice("keeping", "Somebody asks for the seed of this browser before the match is over: it is not told.", "bad");
      return;
    }
    await keep("answers", `${own}/opened`, { ...this.line(0, "", ""), what: "open" });
    await post(`matches/${this.match.id}/keeper/seed`, { seat, keeper, seed });
  }

  /**
   * The log of a seat's keeper as a file for `wardiary audit --keeper-log`.
   * @param {string} seat
   */
  async text(seat) {
    const keeper = `seat-${seat}`;
    const lines = await keptFrom("answers", `${this.match.id}/${keeper}/`);
    const asked = lines.sort((a, b) => a.time - b.time);
    return `${JSON.stringify({ keeper, match: this.match.id, asked })}\n`;
  }
}
