// Heads that this browser has seen: noted here, countersigned for the seat, held against the record, saved.

import { get, post, reason, statusOf } from "./api.js";
import { notice } from "./dom.js";
import { keep, kept } from "./vault.js";
import { signHead } from "./signing.js";

/** @import { NotedHead } from "./types.d.ts" */

const AFTER_MS = 2500;
const MOST = 500;

export class Heads {
  /** @type {NotedHead[]} */
  noted = [];
  /** @type {number | undefined} */
  timer;

  /** @param {import("./proving.js").Proving} proving */
  constructor(proving) {
    this.proving = proving;
    this.id = proving.match.id;
  }

  /** The last one that was noted here. */
  get last() {
    return this.noted.at(-1);
  }

  /** Take up what was noted before, and see whether the record still holds it. */
  async begin() {
    this.noted = (await kept("heads", this.id)) ?? [];
    if (this.last) await this.countersign(this.last).catch(() => {});
  }

  /** Note the head in a while, once for a burst of entries. */
  soon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.note().catch(() => {});
    }, AFTER_MS);
  }

  /** Note the present head, and countersign it. */
  async note() {
    const { last } = this;
    const { position, head, noted } = await get(`matches/${this.id}/head`, last ? { at: last.position } : {});
    if (last && noted !== last.head) return this.tellRewritten(last, "The service shows another one there, or none");
    if (last?.position === position) return;
    const seen = { match: this.id, position, head, time: Date.now() };
    this.noted = [...this.noted.slice(1 - MOST), seen];
    await keep("heads", this.id, this.noted);
    await this.countersign(seen);
  }

  /**
   * Say to the service that the seat has seen a head. A service that has another one there has rewritten the record.
   * @param {NotedHead} seen
   */
  async countersign(seen) {
    const { seat, key } = this.proving;
    if (!seat) return;
    const signature = key?.named ? await signHead(key, { ...seen, seat }) : "";
    try {
      await post(`matches/${this.id}/heads`, { seat, position: seen.position, head: seen.head, signature });
    } catch (error) {
      if (statusOf(error) !== 409 || !(await this.isRewritten(seen, error))) throw error;
    }
  }

  /**
   * Whether a refusal means that the record was rewritten; then everybody at the page is told.
   * @param {NotedHead} seen
   * @param {any} error
   */
  async isRewritten(seen, error) {
    if (error.rule !== "Table/Heads") return false;
    this.tellRewritten(seen, reason(error));
    return true;
  }

  /**
   * @param {NotedHead} seen
   * @param {string} why
   */
  tellRewritten(seen, why) {
    notice(
      "rewritten",
      `This record was rewritten: this browser has noted another head at #${seen.position}. ${why}. Save the heads noted, under Proof, and audit the record with them.`,
      "bad",
    );
  }

  /** The heads noted as a file for `wardiary audit --head`. */
  get text() {
    return this.noted.map((one) => `${JSON.stringify(one)}\n`).join("");
  }
}
