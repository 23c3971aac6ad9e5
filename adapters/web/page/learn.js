// Learning a game: its guide, its cards, units and terrain, and the headings of its rulebook.

import { get, post, reason } from "./api.js";
import { figureTable, textList } from "./cards.js";
import { loadSymbols, symbol } from "./components.js";
import { byId, find, h, notice, put } from "./dom.js";
import { switchHints } from "./hints.js";
import { opened } from "./invite.js";
import { capital, plain, seatName } from "./labels.js";

/** @import { Component, Face, Guide, Reference, RuleText, Rulebook, SpaceFace } from "./types.d.ts" */

const AT_ONCE = 60;
const PARTS = { guide: "How it is played", components: "Cards and units", terrain: "Terrain", rules: "Rules" };
/** @typedef {keyof typeof PARTS} Part */

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
export async function showLearning(main, game) {
  loadLooks();
  const page = new Learning(game);
  put(main, page.frame);
  window.addEventListener("hashchange", () => page.show());
  await Promise.all([loadSymbols().catch(() => {}), page.show()]);
}

/** How this page looks is not needed for play. */
function loadLooks() {
  document.head.append(h("link", { rel: "stylesheet", href: "/page/learn.css" }));
}

/**
 * A rule's number as a link to its place in the rulebook.
 * @param {string} rule
 */
const ruleLink = (rule) => (rule ? h("a", { class: "rule", href: `#rules/${encodeURIComponent(rule)}` }, rule) : null);

class Learning {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.title = h("h1", {}, "How it is played");
    this.tabs = h("div", { class: "tab-list" });
    this.body = h("div", { class: "stack" });
    this.frame = h("div", { class: "learn stack" }, this.title, this.tabs, this.body);
    /** @type {Map<string, Promise<any>>} What was read, by its part. */
    this.read = new Map();
  }

  /** What is wanted by the address: a part, and a rule or a word to look for. */
  get place() {
    const [part, ...rest] = location.hash.slice(1).split("/");
    const known = /** @type {Part} */ (part in PARTS ? part : "guide");
    return { part: known, wanted: decodeURIComponent(rest.join("/")) };
  }

  /**
   * @template {"guide" | "components" | "rules"} Name
   * @param {Name} part
   * @returns {Promise<{ guide: Guide, components: Reference, rules: Rulebook }[Name]>}
   */
  ask(part) {
    const path = /** @type {`games/${string}/guide`} */ (`games/${encodeURIComponent(this.game)}/${part}`);
    const known = this.read.get(part) ?? get(path);
    this.read.set(part, known);
    return known;
  }

  async show() {
    const { part, wanted } = this.place;
    put(
      this.tabs,
      Object.entries(PARTS).map(([name, words]) =>
        h(
          "a",
          { href: `#${name}`, class: name === part ? "on" : "", "aria-current": name === part ? "page" : null },
          words,
        ),
      ),
    );
    try {
      await {
        guide: () => this.guide(),
        components: () => this.components(wanted),
        terrain: () => this.terrain(),
        rules: () => this.rules(wanted),
      }[part]();
    } catch (error) {
      put(this.body, h("p", {}, `This cannot be shown: ${reason(error)}`));
    }
  }

  /** @param {string} title */
  named(title) {
    document.title = `${title} · wardiary`;
    this.title.textContent = title;
    put(byId("crumbs"), h("a", { href: "/" }, "Lobby"), h("span", { "aria-current": "page" }, title));
  }

  // The guide

  async guide() {
    const guide = await this.ask("guide");
    this.named(guide.title);
    put(
      this.body,
      section("What you want", guide.aim),
      section("A turn", guide.turn, "ol"),
      section("What newcomers get wrong", guide.mistakes, "ol"),
      this.first(guide),
    );
  }

  /** @param {Guide} guide */
  first({ first }) {
    const button = h("button", { type: "button", class: "primary" }, "Play it now against the bot, with hints");
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const seats = Object.fromEntries(first.seats.map((seat) => [seat, seat === first.seat ? "me" : "bot"]));
        const answer = await post("matches", { game: this.game, scenario: first.scenario, seats });
        switchHints(answer.match, true);
        opened(answer);
      } catch (error) {
        button.disabled = false;
        notice("first", `The match could not be opened: ${reason(error)}`, "bad");
      }
    });
    return h(
      "section",
      { class: "panel first-match" },
      h("h2", {}, "Your first match"),
      h("p", {}, `${first.why} You play ${seatName(first.seat)}. Hints can be switched off at any time.`),
      button,
    );
  }

  // Components and terrain

  /** @param {string} wanted */
  async components(wanted) {
    const reference = await this.ask("components");
    this.named(reference.title);
    const words = (/** @type {Component} */ one) =>
      one.faces.map((face) => `${face.title} ${face.subtitle} ${face.family}`).join(" ");
    this.found(reference.components, words, wanted, componentView);
  }

  async terrain() {
    const reference = await this.ask("components");
    this.named(reference.title);
    if (!reference.terrain.length) return put(this.body, h("p", {}, "This game has no board with terrain."));
    return this.found(reference.terrain, (one) => one.terrain, "", terrainView);
  }

  /**
   * A list that can be searched; so much of it is drawn at once.
   * @template Thing
   * @param {Thing[]} things
   * @param {(thing: Thing) => string} words
   * @param {string} wanted
   * @param {(thing: Thing) => HTMLElement} view
   */
  found(things, words, wanted, view) {
    const list = h("div", { class: "reference" });
    const count = h("p", { class: "faint", role: "status" });
    const draw = (/** @type {string} */ typed, most = AT_ONCE) => {
      const parts = typed.toLowerCase().split(/\s+/);
      const matching = things.filter((thing) => parts.every((part) => words(thing).toLowerCase().includes(part)));
      count.textContent = `${matching.length} of ${things.length}`;
      const more = h("button", { type: "button", onclick: () => draw(typed, most * 4) }, "Show more");
      put(list, matching.slice(0, most).map(view), matching.length > most ? more : null);
    };
    /** @type {HTMLInputElement} */
    const search = h("input", {
      type: "search",
      "aria-label": "Find by name",
      placeholder: "Find by name",
      value: wanted,
      oninput: () => draw(search.value),
    });
    put(this.body, search, count, list);
    draw(wanted);
  }

  // Rules

  /** @param {string} wanted */
  async rules(wanted) {
    const { title, rules } = await this.ask("rules");
    this.named(title);
    const item = (/** @type {{ id: string, text: string }} */ { id, text }) =>
      h(
        "li",
        { id: `rule-${id}`, class: `depth${depthOf(id)} ${id === wanted ? "here" : ""}` },
        h("b", {}, id),
        ` ${text}`,
      );
    const list = h("ul", { class: "rulebook" }, rules.map(item));
    /** @type {HTMLInputElement} */
    const search = h("input", {
      type: "search",
      "aria-label": "Find a rule",
      placeholder: "Find a rule by number or words",
      oninput: () => {
        const typed = search.value.toLowerCase();
        put(list, rules.filter(({ id, text }) => `${id} ${text}`.toLowerCase().includes(typed)).map(item));
      },
    });
    put(this.body, h("p", { class: "faint" }, "In our own words; the game's own rulebook decides."), search, list);
    const here = wanted ? find(list, `#${CSS.escape(`rule-${wanted}`)}`) : null;
    here?.scrollIntoView({ block: "center" });
  }
}

/** @param {string} rule */
const depthOf = (rule) => Math.min(3, rule.split(/[.\-/]/).length - 1);

/**
 * @param {string} title
 * @param {RuleText[]} texts
 * @param {"ul" | "ol"} kind
 */
const section = (title, texts, kind = "ul") =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, title),
    h(
      kind,
      { class: "texts" },
      texts.map(({ text, rule }) => h("li", {}, text, " ", ruleLink(rule))),
    ),
  );

/** @param {Component} component */
const componentView = ({ kind, shape, faces, number }) =>
  h(
    "article",
    { class: "panel component", dataset: { kind } },
    faces.map((face, i) => [
      h(
        i ? "h4" : "h3",
        {},
        symbol(face.symbol),
        ` ${face.title} `,
        h("span", { class: "faint" }, describe(face, shape, i ? 0 : number)),
      ),
      figureTable(
        face.figures.map((figure) => ({ figure, now: undefined })),
        ruleLink,
      ),
      textList(face.texts, ruleLink),
    ]),
  );

/**
 * @param {Face} face
 * @param {string} shape
 * @param {number} number
 */
const describe = (face, shape, number) =>
  [
    face.family ? seatName(face.family) : "",
    face.subtitle || shape,
    face.name && !face.subtitle.includes(plain(face.name)) && face.name !== face.family ? plain(face.name) : "",
    number ? `${number} of them` : "",
  ]
    .filter(Boolean)
    .join(", ");

/** @param {SpaceFace} space */
const terrainView = (space) =>
  h(
    "article",
    { class: "panel component" },
    h(
      "h3",
      {},
      symbol(space.symbol),
      ` ${capital(space.terrain)} `,
      h("span", { class: "faint" }, `such as ${space.title}`),
    ),
    figureTable(
      space.figures.map((figure) => ({ figure, now: undefined })),
      ruleLink,
    ),
    textList(space.texts, ruleLink),
  );
