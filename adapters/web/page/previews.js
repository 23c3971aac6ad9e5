// What a command would mean before it is sent: asked of the service, which goes by what the seat knows.

import { post } from "./api.js";
import { h } from "./dom.js";

/** @import { Children, PreviewAnswer, PreviewText } from "./types.d.ts" */

const MOST = 40;

/** Previews of commands, asked for once and kept while the question stays the same. */
export class Previews {
  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.window = 0;
    /** @type {Map<string, PreviewAnswer | null>} By command; null while it is asked for. */
    this.known = new Map();
    this.wanted = new AbortController();
  }

  /**
   * Another question is asked: what was known is of no use any more.
   * @param {number} window
   */
  renew(window) {
    if (window === this.window) return;
    this.window = window;
    this.stop();
  }

  /** The question is answered: nobody waits for what its answers would have meant. */
  stop() {
    this.wanted.abort();
    this.wanted = new AbortController();
    this.known.clear();
  }

  /** @param {object} command */
  get(command) {
    return this.known.get(JSON.stringify(command)) ?? undefined;
  }

  /**
   * Ask for the previews of commands that are not known yet; gives whether any came.
   * @param {object[]} commands
   */
  async learn(commands) {
    const fresh = commands.filter((command) => !this.known.has(JSON.stringify(command))).slice(0, MOST);
    if (!fresh.length) return false;
    const { window } = this;
    for (const command of fresh) this.known.set(JSON.stringify(command), null);
    try {
      const asked = { commands: fresh, seat: this.match.seat ?? "" };
      const answer = await post(`matches/${this.match.id}/previews`, asked, this.wanted.signal);
      if (window !== this.window || !answer.previews.length) return false;
      fresh.forEach((command, i) => this.known.set(JSON.stringify(command), answer.previews[i]));
      return true;
    } catch {
      // Without previews one plays all the same.
      return false;
    }
  }
}

/**
 * In whole percent; the odds themselves are beside it.
 * @param {{ ways: number, of: number }} likelihood
 */
export const percent = ({ ways, of }) => Math.round((100 * ways) / of);

/**
 * The most telling figure of a preview in a word or two, to be shown beside a choice.
 * @param {PreviewAnswer | undefined} answer
 */
export function inShort(answer) {
  if (answer?.refused) return "not possible";
  const preview = answer?.preview;
  if (!preview) return "";
  const [likelihood] = preview.likelihoods;
  const [total] = preview.totals;
  if (likelihood) return `${percent(likelihood)} %`;
  return total ? `${total.what} ${total.total}` : "";
}

const ENDS = { question: "", chance: "Then chance decides.", unknown: "", over: "That ends the match." };

/**
 * A preview with everything that makes it up.
 * @param {PreviewAnswer | undefined} answer
 * @param {(rule: string) => Children} ruleButton
 */
export function previewView(answer, ruleButton) {
  if (!answer) return null;
  const { preview, refused } = answer;
  if (refused) return h("p", { class: "preview bad" }, `Not possible: ${refused.why} `, ruleButton(refused.rule));
  if (!preview) return null;
  const content = [likelihoods(preview, ruleButton), totals(preview, ruleButton), lines(preview, ruleButton)];
  return h(
    "div",
    { class: "preview", role: "group", "aria-label": "What it would mean" },
    content,
    ENDS[preview.end] ? h("p", { class: "faint" }, ENDS[preview.end]) : null,
  );
}

/**
 * @param {PreviewText} preview
 * @param {(rule: string) => Children} ruleButton
 */
const likelihoods = (preview, ruleButton) =>
  preview.likelihoods.map((likelihood) =>
    h(
      "p",
      { class: "likelihood" },
      h("strong", {}, `${percent(likelihood)} %`),
      ` ${likelihood.what} `,
      h("span", { class: "faint" }, `(${likelihood.ways} of ${likelihood.of}) `),
      ruleButton(likelihood.rule),
    ),
  );

/**
 * @param {PreviewText} preview
 * @param {(rule: string) => Children} ruleButton
 */
const totals = (preview, ruleButton) =>
  preview.totals.map(({ what, total, items, rule }) =>
    h(
      "table",
      { class: "total" },
      h("caption", {}, `${what}: `, h("strong", {}, String(total)), " ", ruleButton(rule)),
      h(
        "tbody",
        {},
        items.map((item) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, item.name),
            h("td", {}, item.value < 0 ? `−${-item.value}` : `+${item.value}`),
            h("td", {}, ruleButton(item.rule)),
          ),
        ),
      ),
    ),
  );

/**
 * @param {PreviewText} preview
 * @param {(rule: string) => Children} ruleButton
 */
const lines = (preview, ruleButton) =>
  preview.lines.length
    ? h(
        "ul",
        { class: "follows" },
        preview.lines.map(({ text, rule }) => h("li", {}, text, " ", ruleButton(rule))),
      )
    : null;
