// The API as the page uses it. A key never passes through here: the browser's session speaks for it.

import { notice } from "./dom.js";

/** @import { Answer, PostAnswer, ProblemBody } from "./types.d.ts" */

/** @typedef {Record<string, string | number | boolean | null | undefined>} Query */

const BASE = "/api/v1";
/** An order waits for a keeper of the dice; it is noted, and given by itself. */
const KEEPER_AWAY = "/problems/a-keeper-is-away";
const PATIENCE_MS = 20_000;

/** What the service answered when it refused: status, title, detail, and the rule if one says so. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {ProblemBody} body
   */
  constructor(status, body) {
    super(body.detail || body.title || `status ${status}`);
    this.status = status;
    this.body = body;
    this.rule = body.rule || "";
    this.isKeeperAway = body.type === KEEPER_AWAY;
  }
}

/** No answer came: whether the service did it is not known. */
export class NoAnswer extends Error {}

/**
 * Looking again is harmless, so a caller who asked too often waits a moment and asks again.
 * @param {string} method
 * @param {string} path
 * @param {object} [data]
 * @param {AbortSignal} [signal]
 */
async function ask(method, path, data, signal) {
  for (let left = method === "GET" ? 4 : 0; ; left -= 1) {
    try {
      return await once(method, path, data, signal);
    } catch (error) {
      if (statusOf(error) !== 429 || left <= 0) throw error;
      await new Promise((done) => {
        setTimeout(done, 700);
      });
    }
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [data]
 * @param {AbortSignal} [signal]
 */
async function once(method, path, data, signal) {
  let response;
  try {
    response = await fetch(path.startsWith("/") ? path : `${BASE}/${path}`, {
      method,
      headers: method === "GET" ? {} : { "Content-Type": "application/json", "X-Wardiary": "1" },
      body: data === undefined ? undefined : JSON.stringify(data),
      credentials: "same-origin",
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
    });
  } catch {
    throw new NoAnswer("no answer from the service");
  }
  const kind = response.headers.get("content-type") ?? "";
  let body;
  try {
    body = response.status === 204 ? null : kind.includes("json") ? await response.json() : await response.text();
  } catch {
    throw new NoAnswer("the answer broke off");
  }
  if (path !== "/readyz") degraded(response.status, body);
  if (!response.ok) throw new Problem(response.status, typeof body === "object" && body ? body : { detail: body });
  return body;
}

/**
 * @param {number} status
 * @param {ProblemBody} body
 */
function degraded(status, body) {
  if (status === 503 && body?.type !== KEEPER_AWAY)
    notice(
      "degraded",
      `The service cannot work fully now: ${body?.detail ?? body?.title ?? "its store is away"}`,
      "bad",
    );
  else if (status < 500) notice("degraded", "");
}

/**
 * @template {string} Path
 * @param {Path} path
 * @param {Query} [query]
 * @returns {Promise<Answer<Path>>}
 */
export const get = (path, query) => ask("GET", query ? `${path}?${search(query)}` : path);

/**
 * `signal` says when the answer is not wanted any more.
 * @template {string} Path
 * @param {Path} path
 * @param {object} [data]
 * @param {AbortSignal} [signal]
 * @returns {Promise<PostAnswer<Path>>}
 */
export const post = (path, data = {}, signal) => ask("POST", path, data, signal);

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [data]
 */
export const send = (method, path, data) => ask(method, path, data);

/** @param {Query} query */
export function search(query) {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * @param {string} match
 * @param {Query} query
 */
export const feedUrl = (match, query) => `${BASE}/matches/${match}/feed?${search(query)}`;

/** A fresh command id; it also works where the page came over plain HTTP. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What went wrong, in a sentence.
 * @param {unknown} error
 */
export function reason(error) {
  if (error instanceof Problem) return error.rule ? `${error.message} [${error.rule}]` : error.message;
  return (error instanceof Error && error.message) || String(error);
}

/**
 * The status of a refusal, 0 for everything else that can go wrong.
 * @param {unknown} error
 */
export const statusOf = (error) => (error instanceof Problem ? error.status : 0);
