// A match: the board, what is asked, the log; live at its head, or at a moment of its past.

import { BoardView } from "./board.js";
import { Components } from "./components.js";
import { Feed } from "./feed.js";
import { FocusedSpace } from "./focused_space.js";
import { StacksView } from "./stacks.js";
import { LogView } from "./log.js";
import { CommandPanel, candidateName } from "./command_panel.js";
import { PastView, indexed } from "./past.js";
import { Tabs } from "./tabs.js";
import { get, reason } from "./api.js";
import { byId, dialog, find, h, notice, put, say } from "./dom.js";
import { plain, seatName } from "./labels.js";
import { bindKeys } from "./keys.js";
import { watchHealth } from "./health.js";
import { Elsewhere, nameOf, notify } from "./coming_back.js";
import { Latest } from "./dice.js";
import { Proving } from "./proving.js";
import { Recap } from "./recap.js";
import { drawStatus } from "./status.js";
import { waitingText } from "./waiting.js";

/** @import { Candidate, Entry, IndexedBoard, Prompt, Summary } from "./types.d.ts" */

const SETTLE_MS = 40;
const SAID = 4;
/** @type {Record<string, string>} What is said by an address. */
const VERBS = { rewind: "ask-rewind", "rewind/agree": "agree-rewind", "rewind/refuse": "refuse-rewind" };
/** @type {Set<string>} */
const NOTHING = new Set();

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function showMatch(main, id) {
  const match = new Match(id);
  await match.start(main);
  return match;
}

/**
 * The hand is under the board, and on a phone with what is asked at the foot of the window, in reach of the thumb.
 * @param {HTMLElement} hand
 * @param {HTMLElement} dock
 * @param {HTMLElement} board
 */
function handInReach(hand, dock, board) {
  const narrow = matchMedia("(max-width: 61.9rem)");
  const place = () => (narrow.matches ? dock.insertBefore(hand, dock.lastChild) : board.after(hand));
  narrow.addEventListener("change", place);
  place();
}

export class Match {
  /** @type {Summary} */
  summary;
  /** @type {IndexedBoard} The board at the head. */
  now;
  /** @type {IndexedBoard} The board that is shown: that of now, or of a moment of the past. */
  shown;
  /** @type {string} As whom the match is looked at. */
  role;
  /** @type {Prompt[]} What the viewer's seats are asked. */
  prompts = [];
  /** @type {string[]} Every seat that is asked something. */
  waiting = [];
  /** @type {Feed | undefined} */
  feed;
  /** @type {import("./clocks.js").Clocks | undefined} Where a clock was agreed on. */
  clocks;
  /** @type {number | undefined} */
  settling;
  /** @type {number | undefined} */
  hashTimer;
  connected = false;
  wasAway = false;
  wasOver = false;
  /** @type {boolean | undefined} Whether it was the viewer's turn when last drawn. */
  wasDue = undefined;
  /** The position that the table must have reached to be shown. */
  wanted = 0;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    const ruleButton = (/** @type {string} */ rule) => this.ruleButton(rule);
    /** @type {import("./sight.js").Sights | undefined} Fetched when a space is first looked at. */
    this.sights = undefined;
    this.focused = new FocusedSpace(this);
    this.components = new Components(id);
    this.boardView = new BoardView({
      components: this.components,
      onPoint: (space, piece, byKey) => this.focused.point(piece, space, byKey),
      onLook: (zone) => this.focused.show(zone),
      onSight: (zone, piece) => this.look(zone, piece),
    });
    this.stacks = new StacksView(this, { onPoint: (token) => this.commandPanel.point(token) });
    this.commandPanel = new CommandPanel(this, { onChange: () => this.redraw(), ruleButton });
    this.log = new LogView(this, { onGo: (at) => this.goTo(at), ruleButton });
    this.past = new PastView(this);
    this.latest = new Latest(
      (id) => this.ruleButton(id),
      (words) => this.inWords(words),
    );
    this.recap = new Recap(this);
    this.proving = new Proving(this);
    this.elsewhere = new Elsewhere(id, () => drawStatus(this, this.status));
    this.tabs = new Tabs(this);
    this.status = h("div", { class: "status" });
  }

  /** The seat that the role is, if the viewer holds it. */
  get seat() {
    return this.seatsHeld.find((seat) => seat === this.role);
  }
  /** The seats that the viewer holds. */
  get seatsHeld() {
    return this.summary.yours.filter((role) => role in this.summary.seats);
  }
  /** The position of the past that is shown, null at the head. */
  get at() {
    return this.past.at;
  }
  get isLive() {
    return this.at === null;
  }
  get position() {
    return this.now.position;
  }
  get isOver() {
    return Boolean(this.now?.result);
  }
  /** Whose consent to a rewind is asked: one of the viewer's seats, else undefined. */
  get askedToRewind() {
    return this.seatsHeld.find((seat) => this.summary.rewind?.waiting.includes(seat));
  }
  /** Nothing is taken back once the match is over. */
  get canTakeBack() {
    return Boolean(this.seat) && !this.isOver;
  }
  /** Standing answers are left by those who hold a seat, as long as anything can be asked. */
  get canStand() {
    return !this.isOver && this.seatsHeld.length > 0;
  }
  /** Whether a clock was agreed on. */
  get hasClocks() {
    return (this.summary.settings.clock ?? "none") !== "none" && !this.summary.parent;
  }
  /** What is over is reviewed, and the viewer's own what-ifs; not a match that is being played. */
  get canReview() {
    return this.summary.open || (this.seatsHeld.length > 0 && (this.isOver || Boolean(this.summary.parent)));
  }
  /** The spaces and pieces that may be pointed at. */
  get targets() {
    return this.isLive ? this.commandPanel.targets : NOTHING;
  }

  /** @param {HTMLElement} main */
  async start(main) {
    const place = new URLSearchParams(location.hash.slice(1));
    this.summary = await get(`matches/${this.id}`);
    const role = place.get("as") ?? "";
    this.role = this.summary.view_as.includes(role) ? role : this.summary.view_as[0];
    this.frame(main);
    bindKeys(this);
    await this.enter();
    if (place.get("at")) await this.goTo(Number(place.get("at")));
    else await this.recap.begin().catch(() => {});
    this.recap.hasBegun = true;
    window.addEventListener("hashchange", () => this.hashChanged());
    watchHealth();
    window.addEventListener("pagehide", () => this.feed?.close());
  }

  /** Take up a role: its view, prompts and log, then the feed from there. */
  async enter() {
    this.feed?.close();
    const view = await get(`matches/${this.id}/view`, { as: this.role });
    this.now = indexed(await this.components.learn(this.role, view));
    this.shown = this.now;
    const [{ prompts, waiting_for }] = await Promise.all([get(`matches/${this.id}/prompts`), this.log.load()]);
    this.setPrompts(prompts, waiting_for);
    this.draw();
    this.proving.begin().catch((error) => notice("proving", `Nothing is proved here: ${reason(error)}`, "bad"));
    this.boardView.reveal(this.commandPanel.targets);
    this.feed = new Feed(this.id, this.role, Math.max(this.now.position, this.log.after), {
      onEntry: (entry) => this.entered(entry),
      onNews: (position) => this.settle(position),
      onKeeper: () => this.proving.keeper.look(),
      onState: (state) => this.connection(state),
    });
  }

  // Live

  /**
   * @param {Prompt[]} prompts
   * @param {string[]} waiting
   */
  setPrompts(prompts, waiting) {
    this.prompts = prompts;
    this.waiting = waiting;
  }

  /** @param {Entry} entry */
  entered(entry) {
    this.log.add(entry);
    this.latest.add(entry);
    this.commandPanel.entered(entry);
    const news = entry.log.filter(({ tag }) => tag !== "entry-closed" && tag !== "command-accepted");
    if (this.isLive) say(...news.slice(-SAID).map(({ text }) => text));
    if (entry.asked) this.setPrompts(entry.prompts ?? [], entry.asked);
    this.settle(entry.position);
  }

  /** The record has reached a position at least: read the table again, once for a burst of entries. */
  settle(position = 0) {
    this.wanted = Math.max(this.wanted, position);
    this.settling ??= setTimeout(() => this.refresh(), SETTLE_MS);
  }

  async refresh() {
    try {
      const [board, summary, asked] = await Promise.all([
        get(`matches/${this.id}/view`, { as: this.role }),
        get(`matches/${this.id}`),
        get(`matches/${this.id}/prompts`),
      ]);
      this.settling = undefined;
      if (board.position < this.wanted) return this.settle();
      if (board.position !== asked.position) return this.settle(Math.max(board.position, asked.position));
      this.now = indexed(await this.components.learn(this.role, board));
      this.summary = summary;
      this.setPrompts(asked.prompts, asked.waiting_for);
      if (this.isLive) this.shown = this.now;
      this.draw();
      this.proving.look();
    } catch (error) {
      this.settling = undefined;
      setTimeout(() => this.settle(), 2000);
      notice("refresh", `The table could not be read: ${reason(error)}. Trying again.`, "bad");
      return undefined;
    }
    notice("refresh", "");
    return undefined;
  }

  /** @param {"live" | "away"} state */
  connection(state) {
    this.connected = state === "live";
    notice("feed", state === "live" ? "" : "Not connected. What you see may be out of date; trying again …", "bad");
    if (state === "live" && this.wasAway) this.settle();
    this.wasAway = state !== "live";
    drawStatus(this, this.status);
  }

  /**
   * Send a command of the table for the viewer's seat; undefined when it was refused.
   * @param {string} path
   * @param {Record<string, any>} data
   */
  async submit(path, data = {}) {
    const verb = VERBS[path] ?? path;
    try {
      const result = await this.proving.send(path, { seat: this.seat ?? "", ...data }, { do: verb, ...data });
      this.settle(result?.position);
      return result;
    } catch (error) {
      const close = () => notice("submit", "");
      notice(
        "submit",
        `Not done: ${reason(error)}`,
        "bad",
        h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: close }, "✕"),
      );
      return undefined;
    }
  }

  // Drawing

  /** @param {HTMLElement} main */
  frame(main) {
    const title = `${this.summary.title}: ${nameOf(this.summary)}`;
    const board = h(
      "section",
      { class: "board-box", "aria-label": "Board" },
      h("div", { class: "board-bar" }, this.stacks.phases, this.latest.frame, this.boardView.tools),
      this.boardView.frame,
    );
    const table = h("div", { class: "table" }, this.past.frame, this.recap.frame, board, this.stacks.rows);
    const dock = h("div", { class: "dock" }, this.focused.frame, this.commandPanel.frame);
    handInReach(this.stacks.hand, dock, board);
    put(byId("crumbs"), h("a", { href: "/" }, "Lobby"), h("span", { "aria-current": "page" }, title));
    put(
      main,
      h(
        "div",
        { class: "match" },
        h("h1", { class: "unseen" }, title),
        this.status,
        table,
        h("div", { class: "side" }, dock, this.tabs.frame),
      ),
    );
    this.tabs.open("Log");
  }

  draw() {
    if (this.isOver && !this.wasOver) this.tabs.openAtEnd();
    this.wasOver = this.isOver;
    this.recap.note();
    this.tellTurn();
    const prompt = this.isLive ? this.prompts.find(({ seat }) => seat === this.role) : undefined;
    const canAnswer = this.isLive && this.seat && !this.summary.paused;
    this.commandPanel.ask(canAnswer ? prompt : undefined, waitingText(this, prompt));
    drawStatus(this, this.status);
    this.showRewind();
    this.showClocks();
    this.redraw();
  }

  /** Say on the desktop that it is the viewer's turn, when it has become so and nobody looks. */
  tellTurn() {
    const isDue = this.waiting.some((seat) => this.seatsHeld.includes(seat));
    if (isDue && this.wasDue === false) notify(`Your turn: ${nameOf(this.summary)}`, this.summary.latest, this.id);
    this.wasDue = isDue;
  }

  /**
   * Words in which pieces and spaces are named by their ids, in those of the table.
   * @param {string} words
   */
  inWords(words) {
    return words
      .split(" ")
      .map((word) =>
        this.shown.index.has(word) ? this.nameOf(word) : word in this.summary.seats ? seatName(word) : plain(word),
      )
      .join(" ");
  }

  /**
   * Show what is seen from a space or from a piece there; "" for nothing more.
   * @param {string} zone
   * @param {string | null} piece
   */
  async look(zone, piece) {
    if (!zone) this.sights?.hide();
    if (!zone || this.boardView.plan?.kind !== "hex") return;
    const { Sights } = await import("./sight.js");
    this.sights ??= new Sights(this);
    if (this.boardView.fanned) this.sights.soon(zone, piece);
  }

  /** The table with what may be pointed at. */
  redraw() {
    const chosen = this.isLive ? this.commandPanel.chosen : NOTHING;
    this.boardView.show(this.shown, this.targets, chosen);
    this.stacks.show(this.shown, this.role, this.targets, chosen);
    this.focused.redraw();
  }

  /** @param {Candidate} candidate */
  nameOf(candidate) {
    return this.commandPanel.prompt?.names[candidate] ?? candidateName(this.shown, candidate);
  }

  /** @param {string} rule */
  ruleButton(rule) {
    const onclick = () => this.showRule(rule);
    return rule ? h("button", { type: "button", class: "rule", title: "What this rule says", onclick }, rule) : null;
  }

  /** @param {string} rule */
  async showRule(rule) {
    const path = rule.split("/").map(encodeURIComponent).join("/");
    try {
      const content = await get(`matches/${this.id}/rules/${path}`, { as: this.role });
      (await import("./rule.js")).showRule(this, content);
    } catch (error) {
      dialog(`Rule ${rule}`, h("p", {}, reason(error)));
    }
  }

  // Taking back

  /** @param {number} to */
  askRewind(to) {
    this.leave();
    return this.submit("rewind", { to });
  }

  async takeBack() {
    return (await import("./rewinds.js")).takeBack(this);
  }

  /** What somebody asks to take back, fetched when that is first asked. */
  async showRewind() {
    if (this.summary.rewind) (await import("./rewinds.js")).showRewind(this);
    else notice("rewind", "");
  }

  /** The clocks, read where the table has changed; fetched when a match has some. */
  async showClocks() {
    if (!this.hasClocks) return undefined;
    const { Clocks } = await import("./clocks.js");
    if (!this.clocks) {
      this.clocks = new Clocks(this);
      drawStatus(this, this.status);
    }
    await this.clocks.look();
    return this.clocks;
  }

  // The past

  /** @param {number} at */
  goTo(at) {
    return this.past.goTo(at);
  }

  leave() {
    this.past.leave();
  }

  async toggleReplay() {
    if (!this.isLive) return this.leave();
    await this.goTo(this.position);
    return this.past.replay?.slider.focus();
  }

  async replayFromStart() {
    await this.goTo(1);
    this.past.replay?.slider.focus();
  }

  focusReplayButton() {
    find(this.status, "[data-key=replay]")?.focus();
  }

  /** @param {string} role */
  async lookAs(role) {
    if (role === this.role) return;
    this.role = role;
    const { at } = this;
    this.commandPanel.sent.clear();
    await this.enter();
    if (at === null) this.writeHash();
    else {
      await this.goTo(at);
      this.past.replay?.draw();
    }
  }

  permalink() {
    const query = new URLSearchParams();
    if (this.at !== null) query.set("at", String(this.at));
    if (this.role !== this.summary.view_as[0]) query.set("as", this.role);
    const hash = query.toString();
    return `${location.pathname}${hash ? `#${hash}` : ""}`;
  }

  writeHash() {
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => history.replaceState(null, "", this.permalink()), 120);
  }

  hashChanged() {
    if (location.hash && !location.hash.includes("=")) return;
    const at = Number(new URLSearchParams(location.hash.slice(1)).get("at"));
    if (at && at !== this.at) this.goTo(at);
    else if (!at) this.leave();
  }

  async branchHere() {
    const { openBranch } = await import("./branches.js");
    openBranch(this, this.at === null ? this.position : (this.past.replay?.entryEnd(this.at) ?? this.at));
  }
}
