// Says so when a part of the service is away; what still works goes on working.

import { get, Problem } from "./api.js";
import { notice } from "./dom.js";

/** @import { Health } from "./types.d.ts" */

const EVERY_MS = 60_000;

/**
 * The words for people about the service's parts; "" while nothing is wrong.
 * @param {Partial<Health>} parts
 */
export function trouble(parts) {
  if (parts.stopping) return "The service is about to stop; this page connects again by itself.";
  if (parts.store && parts.store !== "ok")
    return "The service cannot reach its store: nothing can be recorded now. What you sent and was recorded is safe.";
  if (parts.redis !== "none" && parts.feed !== "redis")
    return "A part of the service is away. The match goes on from the store; news may come a little later.";
  if (parts.follower === "away") return "News may come later than usual.";
  return "";
}

/** Ask the service how its parts do. */
export async function checkHealth() {
  if (document.hidden) return;
  try {
    notice("health", trouble(await get("/readyz")));
  } catch (error) {
    // If there is no answer at all, the feed says so.
    if (error instanceof Problem) notice("health", trouble(/** @type {Health} */ (error.body)), "bad");
  }
}

/** Look from time to time; the feed says when something has changed. */
export function watchHealth() {
  setInterval(checkHealth, EVERY_MS);
}
