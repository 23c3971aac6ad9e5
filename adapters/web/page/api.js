// The API as the page uses it. A key never passes through here: the browser's session speaks for it.

import { notice } from "./dom.js";

const BASE = "/api/v1";
const PATIENCE_MS = 20_000;

/** What the service answered when it refused: status, title, detail, and the rule if one says so. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `status ${status}`);
    this.status = status;
    this.body = body;
    this.rule = body.rule || "";
  }
}

/** No answer came: whether the service did it is not known. */
export class NoAnswer extends Error {}

/** Looking again is harmless, so a caller who asked too often waits a moment and asks again. */
async function ask(method, path, data) {
  for (let left = method === "GET" ? 4 : 0; ; left -= 1) {
    try {
      return await once(method, path, data);
    } catch (error) {
      if (error.status !== 429 || left <= 0) throw error;
      await new Promise((done) => {
        setTimeout(done, 700);
      });
    }
  }
}

async function once(method, path, data) {
  let response;
  try {
    response = await fetch(path.startsWith("/") ? path : `${BASE}/${path}`, {
      method,
      headers: method === "GET" ? {} : { "Content-Type": "application/json", "X-Wardiary": "1" },
      body: data === undefined ? undefined : JSON.stringify(data),
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE_MS),
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

function degraded(status, body) {
  if (status === 503)
    notice(
      "degraded",
      `The service cannot work fully now: ${body?.detail ?? body?.title ?? "its store is away"}`,
      "bad",
    );
  else if (status < 500) notice("degraded", "");
}

export const get = (path, query) => ask("GET", query ? `${path}?${search(query)}` : path);
export const post = (path, data = {}) => ask("POST", path, data);
export const send = (method, path, data) => ask(method, path, data);

export function search(query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given).toString();
}

export const feedUrl = (match, query) => `${BASE}/matches/${match}/feed?${search(query)}`;

/** A fresh command id; it also works where the page came over plain HTTP. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

/** What went wrong, in a sentence. */
export function reason(error) {
  if (error instanceof Problem) return error.rule ? `${error.message} [${error.rule}]` : error.message;
  return error.message || String(error);
}
