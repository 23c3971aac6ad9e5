// A match: the board, what is asked, the log; live at its head, or at a moment of its past.

import { BoardView } from "./board.js";
import { Feed } from "./feed.js";
import { StacksView } from "./stacks.js";
import { LogView } from "./log.js";
import { OrderPanel, candidateName } from "./command_panel.js";
import { get, post, reason } from "./api.js";
import { byId, dialog, h, notice, put, say } from "./dom.js";
import { bindKeys } from "./keys.js";
import { watchHealth } from "./health.js";
import { opened } from "./invite.js";
import { capital, counted, ownedText, resultText, seatName, trackText, whereText } from "./labels.js";

const SETTLE_MS = 40;
const IDLE_MS = 90;
const NOBODY = new Set();

export async function showMatch(main, id) {
  const match = new Match(id);
  await match.start(main);
  return match;
}

export class Match {
  constructor(id) {
    Object.assign(this, { id, at: null, role: null, prompts: [], wanted: 0 });
    const ruleButton = (rule) => this.ruleButton(rule);
    this.boardView = new BoardView({
      onPoint: (...point) => this.pointAt(...point),
      onLook: (zone) => this.look(zone),
    });
    this.stacks = new StacksView({ onPoint: (token) => this.order.point(token) });
    this.order = new OrderPanel(this, { onChange: () => this.redraw(), ruleButton });
    this.log = new LogView(this, { onGo: (at) => this.goTo(at), ruleButton });
    this.here = h("section", { class: "panel here", "aria-label": "The space in focus", hidden: true });
    this.status = h("div", { class: "status" });
    this.replayBox = h("div", {});
  }

  get seat() {
    return this.summary.yours.find((one) => one === this.role && one in this.summary.seats);
  }
  get isLive() {
    return this.at === null;
  }
  /** Whose consent to a rewind is asked: one of the seats of whoever looks, else undefined. */
  get askedToRewind() {
    return seatsHeld(this.summary).find((one) => this.summary.rewind?.waiting.includes(one));
  }
  get position() {
    return this.now.position;
  }

  async start(main) {
    const place = new URLSearchParams(location.hash.slice(1));
    this.summary = await get(`matches/${this.id}`);
    this.role = this.summary.view_as.includes(place.get("as")) ? place.get("as") : this.summary.view_as[0];
    this.frame(main);
    bindKeys(this);
    await this.enter();
    if (place.get("at")) await this.goTo(Number(place.get("at")));
    window.addEventListener("hashchange", () => this.hashChanged());
    watchHealth();
    window.addEventListener("pagehide", () => this.feed?.close());
  }

  /** Take up a role: its view, prompts and log, then the feed from there. */
  async enter() {
    this.feed?.close();
    this.now = indexed(await get(`matches/${this.id}/view`, { as: this.role }));
    this.shown = this.now;
    const [{ prompts, waiting_for }] = await Promise.all([get(`matches/${this.id}/prompts`), this.log.load()]);
    this.asked(prompts, waiting_for);
    this.draw();
    this.boardView.reveal(this.order.targets);
    this.feed = new Feed(this.id, this.role, Math.max(this.now.position, this.log.after), {
      onEntry: (entry) => this.entered(entry),
      onNews: (position) => this.settle(position),
      onState: (state) => this.connection(state),
    });
  }

  // Live

  asked(prompts, waiting) {
    this.prompts = prompts;
    this.waiting = waiting;
  }

  entered(entry) {
    this.log.add(entry);
    this.order.seen(entry);
    if (this.isLive)
      say(
        ...entry.log
          .filter((one) => !["entry-closed", "command-accepted"].includes(one.tag))
          .slice(-4)
          .map((one) => one.text),
      );
    if (entry.prompts) this.asked(entry.prompts, entry.asked);
    else if (entry.asked) this.asked([], entry.asked);
    this.settle(entry.position);
  }

  /** The record stands at a position at least: look at the table anew, once for a burst of entries. */
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
      this.now = indexed(board);
      this.summary = summary;
      this.asked(asked.prompts, asked.waiting_for);
      if (this.isLive) this.shown = this.now;
      this.draw();
    } catch (error) {
      this.settling = undefined;
      setTimeout(() => this.settle(), 2000);
      notice("refresh", `The table could not be read: ${reason(error)}. Trying again.`, "bad");
      return undefined;
    }
    notice("refresh", "");
    return undefined;
  }

  connection(state) {
    this.connected = state === "live";
    notice("feed", state === "live" ? "" : "Not connected. What you see may be out of date; trying again …", "bad");
    if (state === "live" && this.wasAway) this.settle();
    this.wasAway = state !== "live";
    this.drawStatus();
  }

  // Drawing

  frame(main) {
    const zoom = (by, label, words) =>
      h(
        "button",
        {
          type: "button",
          "aria-label": label,
          title: label,
          onclick: () => this.boardView.size(this.boardView.zoom * by),
        },
        words,
      );
    this.tabs = h("div", { class: "tab-list" });
    this.tabBody = h("div", { class: "tab-body" });
    put(
      byId("crumbs"),
      h("a", { href: "/" }, "Lobby"),
      h("span", { "aria-current": "page" }, `${this.summary.title}: ${this.summary.scenario_title}`),
    );
    put(
      main,
      h(
        "div",
        { class: "match" },
        h("h1", { class: "unseen" }, `${this.summary.title}: ${this.summary.scenario_title}`),
        this.status,
        h(
          "div",
          { class: "table" },
          this.replayBox,
          h(
            "section",
            { class: "board-box", "aria-label": "Board" },
            this.boardView.frame,
            h("div", { class: "zoom" }, zoom(1.25, "Larger", "+"), zoom(0.8, "Smaller", "−")),
          ),
          this.stacks.hand,
          this.here,
          this.stacks.rows,
        ),
        h(
          "div",
          { class: "side" },
          this.order.frame,
          h("section", { class: "panel tabs", "aria-label": "Log and more" }, this.tabs, this.tabBody),
        ),
      ),
    );
    this.openTab("Log");
  }

  /** Standing answers are left by who holds a seat, as long as anything can be asked. */
  get canStand() {
    return !this.now?.result && this.summary.yours.some((seat) => seat in this.summary.seats);
  }

  /** Tabs beside the table; all but the log are loaded when first opened. */
  openTab(name) {
    this.tab = name;
    const names = ["Log", "Charts", "Branches", "Standing", "Text", "About"].filter(
      (one) => one !== "Standing" || this.canStand,
    );
    put(
      this.tabs,
      names.map((one) =>
        h(
          "button",
          {
            type: "button",
            class: one === name ? "on" : "",
            "aria-pressed": String(one === name),
            dataset: { key: `tab-${one}` },
            onclick: () => this.openTab(one),
          },
          one,
        ),
      ),
    );
    if (name === "Log") return put(this.tabBody, this.log.frame);
    put(this.tabBody, h("p", { class: "wait" }, "Loading …"));
    return this.fillTab(name);
  }

  async fillTab(name) {
    try {
      const content = await TABS[name](this);
      if (this.tab === name) put(this.tabBody, content);
    } catch (error) {
      if (this.tab === name) put(this.tabBody, h("p", {}, `This cannot be shown: ${reason(error)}`));
    }
  }

  draw() {
    const { summary, now } = this;
    if (this.now.result && !this.wasOver) this.openTab(this.tab === "Standing" ? "Log" : this.tab);
    this.wasOver = Boolean(this.now.result);
    const own = this.isLive ? this.prompts.find((one) => one.seat === this.role) : undefined;
    this.order.ask(this.isLive && this.seat && !summary.paused ? own : undefined, this.waitingWords(own, now, summary));
    this.drawStatus();
    this.drawRewind();
    this.redraw();
  }

  /** The table with what may be pointed at. */
  redraw() {
    const targets = this.isLive ? this.order.targets : NOBODY;
    const chosen = this.isLive ? this.order.chosen : NOBODY;
    this.boardView.show(this.shown, targets, chosen);
    this.stacks.show(this.shown, this.role, targets, chosen);
    if (this.looked) this.look(this.looked);
  }

  waitingWords(own, now, summary) {
    if (!this.isLive)
      return [
        h("p", {}, `You look at #${this.at}, not at the table as it is now.`),
        h("button", { type: "button", class: "primary", onclick: () => this.leave() }, "Back to now"),
      ];
    if (now.result) return this.ending(now.result);
    if (summary.paused) return h("p", {}, "The director has paused the match.");
    const others = this.prompts.filter((one) => one.seat !== this.role);
    if (others.length && !own)
      return [
        h("p", {}, `${others.map((one) => seatName(one.seat)).join(" and ")} is asked, and that is you as well.`),
        others.map((one) =>
          h(
            "button",
            { type: "button", class: "primary", onclick: () => this.lookAs(one.seat) },
            `Sit down as ${seatName(one.seat)}`,
          ),
        ),
      ];
    const waits = this.waiting.map(seatName).join(" and ") || "nobody";
    return h("p", {}, this.seat ? "" : "You are watching. ", `Waiting for ${waits}.`);
  }

  /** How it ended, and where to go from there. */
  ending(result) {
    const mine = seatsHeld(this.summary).length > 0;
    return [
      h("p", { class: "result" }, h("strong", {}, resultText(result, Object.keys(this.summary.seats)))),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "primary", dataset: { key: "from-start" }, onclick: () => this.replayFromStart() },
          "Replay from the start",
        ),
        mine
          ? h("button", { type: "button", dataset: { key: "rematch" }, onclick: () => this.rematch() }, "Rematch")
          : null,
        h("a", { class: "button", href: "/", dataset: { key: "to-lobby" } }, "To the lobby"),
      ),
    ];
  }

  async replayFromStart() {
    await this.goTo(1);
    this.replay.slider.focus();
  }

  /** The same match once more: who held a seat is offered it again, people by a fresh link. */
  async rematch() {
    const { game, scenario, settings, seats } = this.summary;
    const mine = seatsHeld(this.summary);
    const again = (seat, who) => (mine.includes(seat) ? "me" : who.startsWith("bot") ? who : "open");
    try {
      await opened(
        await post("matches", {
          game,
          scenario,
          settings,
          public: this.summary.public,
          disclosure: this.summary.disclosure,
          seats: Object.fromEntries(Object.entries(seats).map(([seat, who]) => [seat, again(seat, who)])),
        }),
      );
    } catch (error) {
      notice("rematch", `No rematch was opened: ${reason(error)}`, "bad");
    }
  }

  drawStatus() {
    const { shown, summary } = this;
    if (!shown) return;
    const asked = this.waiting.map(seatName).join(", ");
    const mine = this.isLive && this.waiting.includes(this.role) && this.seat === this.role;
    const due = this.askedToRewind
      ? "Take back? · "
      : this.waiting.some((one) => seatsHeld(summary).includes(one))
        ? "Your turn · "
        : "";
    document.title = `${due}${summary.title} · wardiary`;
    const turn = shown.result
      ? "over"
      : mine
        ? "your turn"
        : this.isLive
          ? asked
            ? `waiting for ${asked}`
            : ""
          : `as of #${this.at}`;
    const roles =
      summary.view_as.length > 1
        ? h(
            "label",
            {},
            h("span", { class: "unseen" }, "Look as "),
            h(
              "select",
              { dataset: { key: "role" }, onchange: (event) => this.lookAs(event.target.value) },
              summary.view_as.map((one) => h("option", { value: one, selected: one === this.role }, seatName(one))),
            ),
          )
        : h("span", {}, seatName(this.role));
    put(
      this.status,
      h(
        "div",
        {},
        h("strong", { class: "title" }, summary.title),
        " ",
        h(
          "span",
          { class: "faint" },
          `${summary.scenario_title}${summary.parent ? ` (branch${summary.name ? `: ${summary.name}` : ""})` : ""}`,
        ),
      ),
      h(
        "div",
        { class: "row" },
        h("span", {}, whereText(shown)),
        turn ? h("span", { class: `tag ${mine ? "due" : ""}` }, turn) : null,
        roles,
        h("span", { class: `live ${this.connected ? "on" : "off"}` }, this.connected ? "live" : "offline"),
        h(
          "button",
          { type: "button", dataset: { key: "replay" }, onclick: () => this.toggleReplay() },
          this.isLive ? "Replay" : "Leave the replay",
        ),
        this.canTakeBack
          ? h("button", { type: "button", dataset: { key: "undo" }, onclick: () => this.takeBack() }, "Take back …")
          : null,
      ),
    );
  }

  /** Nothing is taken back once the match is over. */
  get canTakeBack() {
    return Boolean(this.seat) && !this.now?.result;
  }

  // The space in focus, and pointing

  nameOf(candidate) {
    return candidateName(this.shown, candidate);
  }

  look(zone) {
    this.looked = zone;
    const space = this.shown.spaces.find((one) => one.zone === zone);
    this.here.hidden = !space;
    if (!space) return;
    const targets = this.isLive ? this.order.targets : NOBODY;
    const open = [space.zone, ...space.stack.pieces.map((one) => one.id)].filter((one) => targets.has(one));
    const tracks = Object.entries(space.tracks)
      .filter(([, value]) => value)
      .map(([name, value]) => trackText(name, value));
    put(
      this.here,
      h(
        "h2",
        {},
        space.stack.name,
        " ",
        h("span", { class: "faint" }, [space.note, ...tracks].filter(Boolean).join(", ")),
      ),
      h(
        "ul",
        { class: "chips" },
        counted(space.stack.pieces.map(ownedText)).map((one) => h("li", { class: "piece" }, one)),
        space.stack.hidden ? h("li", { class: "piece" }, `${space.stack.hidden} hidden`) : null,
      ),
      open.length
        ? h(
            "div",
            { class: "candidates" },
            open.map((one) =>
              h(
                "button",
                {
                  type: "button",
                  class: "target",
                  dataset: { key: `here-${one}` },
                  onclick: () => this.order.point(one),
                },
                one === zone ? `${space.stack.name} itself` : this.nameOf(one),
              ),
            ),
          )
        : null,
    );
  }

  /** A space or a piece on it was pointed at. Where it is not clear which is meant, ask. */
  pointAt(zone, piece, space, byKey) {
    if (!this.isLive) return;
    const targets = this.order.targets;
    if (piece && targets.has(piece)) return this.order.point(piece);
    const open = [zone, ...space.stack.pieces.map((one) => one.id)].filter((one) => targets.has(one));
    if (open.length === 1 || (open.includes(zone) && !piece && !byKey)) {
      this.order.point(open.length === 1 ? open[0] : zone);
    } else if (open.length) {
      this.look(zone);
      this.here.querySelector(".candidates button").focus();
    } else if (targets.size && byKey) say(`${space.stack.name} cannot be chosen now.`);
  }

  ruleButton(rule) {
    return rule
      ? h(
          "button",
          { type: "button", class: "rule", title: "What this rule says", onclick: () => this.showRule(rule) },
          rule,
        )
      : null;
  }

  async showRule(rule) {
    try {
      const found = await get(`matches/${this.id}/rules/${rule.split("/").map(encodeURIComponent).join("/")}`, {
        as: this.role,
      });
      (await import("./rule.js")).showRule(this, found);
    } catch (error) {
      dialog(`Rule ${rule}`, h("p", {}, reason(error)));
    }
  }

  // Taking back

  drawRewind() {
    const asked = this.summary.rewind;
    if (!asked || !this.isLive) return notice("rewind", "");
    const due = asked.waiting.includes(this.seat);
    const act = (deed, data) => () => this.tell(`rewind/${deed}`, data);
    const text = `${seatName(asked.asked)} asks to put the table back to #${asked.to}; ${asked.between} ${asked.redo ? "would come back" : "would be taken back"}. Waiting for ${asked.waiting.map(seatName).join(" and ")}.`;
    return notice(
      "rewind",
      text,
      "ask",
      h("button", { type: "button", onclick: () => this.goTo(asked.to) }, "Look at it"),
      due ? h("button", { type: "button", class: "primary", onclick: act("agree", { to: asked.to }) }, "Agree") : null,
      this.seat
        ? h("button", { type: "button", onclick: act("refuse") }, asked.asked === this.seat ? "Withdraw" : "Refuse")
        : null,
    );
  }

  async tell(path, data = {}) {
    try {
      const given = await post(`matches/${this.id}/${path}`, { seat: this.seat ?? "", ...data });
      this.settle(given?.position);
      return given;
    } catch (error) {
      notice(
        "tell",
        `Not done: ${reason(error)}`,
        "bad",
        h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => notice("tell", "") }, "✕"),
      );
      return null;
    }
  }

  askRewind(to) {
    this.leave();
    return this.tell("rewind", { to });
  }

  async takeBack() {
    const { acts } = await get(`matches/${this.id}/take-backs`, { seat: this.seat });
    const words = (to) =>
      this.log.sentences.find(
        (one) => one.tag === "command-accepted" && one.seat === this.seat && one.position === to + 1,
      )?.text ?? "";
    const meets = (one) =>
      one.consent.length
        ? `${capital(one.why)}, so ${one.consent.map(seatName).join(" and ")} must agree.`
        : "Taken back at once.";
    const box = dialog(
      "Take back",
      h("p", {}, "What is taken back stays in the log, and can be returned to by consent while nothing is played."),
      acts.length
        ? h(
            "ul",
            { class: "offers" },
            acts.map((one) =>
              h(
                "li",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "offer",
                    onclick: () => {
                      box.close();
                      this.askRewind(one.to);
                    },
                  },
                  h("span", {}, `Back to #${one.to}`),
                  h("code", {}, words(one.to)),
                  h("span", { class: "faint" }, meets(one)),
                ),
              ),
            ),
          )
        : h("p", {}, "There is no act of yours to take back."),
    );
  }

  // The past

  async openReplay() {
    if (!this.replay) {
      const { Past, Replay } = await import("./replay.js");
      this.past = new Past(this.id);
      this.replay = new Replay(this);
      this.replayBox.append(this.replay.frame);
    }
    await this.replay.load();
  }

  async goTo(at) {
    await this.openReplay();
    this.at = Math.max(this.replay.first, Math.min(this.replay.head, at || 1));
    this.writeHash();
    if (this.replay.frame.hidden) {
      this.replay.frame.hidden = false;
      this.replay.draw();
    } else this.replay.move();
    this.going ??= this.showPast().finally(() => {
      this.going = undefined;
    });
    return this.going;
  }

  /** Show the moment last asked for: one request at a time, however fast the slider is drawn. */
  async showPast() {
    let asked;
    while (this.at !== asked && this.at !== null) {
      asked = this.at;
      try {
        const board = await this.past.board(this.role, asked);
        if (this.at === null) return;
        this.shown = board.index ? board : indexed(board);
        notice("past", "");
        this.draw();
      } catch (error) {
        notice("past", `#${asked} cannot be shown: ${reason(error)}`, "bad");
      }
    }
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.at === asked && this.rest(asked), IDLE_MS);
  }

  /** Once the slider rests: the log of the moment, and the boards next to it. */
  async rest(at) {
    const { moments } = this.replay;
    const i = this.replay.index(at);
    await this.log.around(moments[Math.max(0, i - 40)][0] - 1, moments[i][0]);
    if (this.at !== at) return;
    this.log.mark(moments[i - 1]?.[0] ?? 0, moments[i][0]);
    this.replay.tell(at);
    for (const next of [
      this.replay.target("command", 1),
      this.replay.target("event", 1),
      this.replay.target("command", -1),
    ])
      this.past.board(this.role, next).catch(() => {});
  }

  leave() {
    if (this.isLive) return;
    const active = document.activeElement;
    const wasInside = active === document.body || this.replay.frame.contains(active);
    this.replay.stop();
    this.replay.frame.hidden = true;
    this.at = null;
    this.shown = this.now;
    this.writeHash();
    this.log.load();
    this.draw();
    if (wasInside) this.status.querySelector("[data-key=replay]")?.focus();
  }

  toggleReplay() {
    return this.isLive ? this.goTo(this.position).then(() => this.replay.slider.focus()) : this.leave();
  }

  async lookAs(role) {
    if (role === this.role) return;
    this.role = role;
    const at = this.at;
    this.order.sent = [];
    await this.enter();
    if (at === null) this.writeHash();
    else {
      await this.goTo(at);
      this.replay.draw();
    }
  }

  permalink() {
    const query = new URLSearchParams();
    if (this.at !== null) query.set("at", this.at);
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
    const at = this.isLive ? this.position : this.replay.moments[this.replay.index(this.at)][0];
    (await import("./branches.js")).openBranch(this, at);
  }
}

/** The seats of a match that whoever looks holds. */
const seatsHeld = (summary) => summary.yours.filter((one) => one in summary.seats);

const TABS = {
  Charts: async (match) => (await import("./charts.js")).charts(match),
  Branches: async (match) => (await import("./branches.js")).branches(match),
  Standing: async (match) => (await import("./standing.js")).standing(match),
  About: async (match) => (await import("./about.js")).about(match),
  Text: async (match) =>
    h(
      "pre",
      { class: "as-text", tabindex: 0, "aria-label": "The position as text" },
      await get(`matches/${match.id}/text`, { as: match.role, at: match.at }),
    ),
};

/** A board with an index from ids to spaces, piles and pieces. */
function indexed(board) {
  board.index = new Map();
  const enter = (stack, name, hand) => {
    if (!board.index.has(stack.zone)) board.index.set(stack.zone, { name });
    for (const piece of stack.pieces) if (!piece.hidden) board.index.set(piece.id, { piece, name, hand });
  };
  for (const row of board.rows) for (const stack of row.stacks) enter(stack, stack.name, true);
  for (const space of board.spaces) enter(space.stack, space.stack.name, false);
  return board;
}
