// The lobby: matches to go back to, and a match opened in two clicks.

import { get, post, reason } from "./api.js";
import { opened } from "./invite.js";
import { plain, seatName } from "./labels.js";
import { byId, h, notice, put } from "./dom.js";
import { ago, dueText, myName, nameOf, notify, notifyButton, seatsOf, setMyName } from "./coming_back.js";

/** @import { Game, Setting, Summary } from "./types.d.ts" */

const AGAIN_MS = 20_000;
/** The rules of settings about time, which have a form of their own. */
const TIME = /^Table\/(Clock|Deadline|Vacation)$/;

/** @param {HTMLElement} main */
export async function showLobby(main) {
  document.title = "wardiary: lobby";
  put(byId("crumbs"));
  const [{ games, keepers }, first] = await Promise.all([get("games"), get("matches")]);
  const list = new MatchList();
  const known = h("span", {});
  const who = h(
    "label",
    { class: "who" },
    "Your name ",
    h("input", {
      id: "my-name",
      maxlength: 40,
      value: myName(),
      placeholder: "as others will read it",
      autocomplete: "nickname",
      onchange: (event) => list.rename(event.target.value.trim(), known),
    }),
    known,
  );
  const opening = h(
    "section",
    { class: "panel", "aria-labelledby": "new-title" },
    h("h2", { id: "new-title" }, "Play now"),
    opener(games, keepers),
  );
  const running = h(
    "section",
    { class: "panel", "aria-labelledby": "matches-title" },
    h(
      "div",
      { class: "row spread" },
      h("h2", { id: "matches-title" }, "Matches"),
      h("span", { class: "row" }, notifyButton(), who),
    ),
    list.none,
    list.frame,
    list.more,
  );
  list.show(first.matches, first.more);
  // Who has matches under way looks for those first.
  put(main, h("h1", { class: "unseen" }, "Lobby"), list.isPlaying ? [running, opening] : [opening, running]);
  setInterval(() => (document.hidden && !list.isPlaying) || list.read().catch(() => {}), AGAIN_MS);
}

/** The matches of the caller and those that are public, with those that wait for the caller first. */
class MatchList {
  /** @type {Summary[]} */
  matches = [];
  upto = 0;
  /** @type {Set<string> | undefined} The matches that waited for the caller when last looked. */
  due;

  constructor() {
    this.frame = h("ul", { class: "matches" });
    this.none = h(
      "p",
      { class: "faint" },
      "None yet. Matches you open or join are listed here, and those that everybody may watch.",
    );
    this.more = h("button", { type: "button", onclick: () => this.read(this.upto + 1) }, "Show more");
  }

  /** Whether any match of the caller is under way. */
  get isPlaying() {
    return this.matches.some((match) => !match.over && seatsOf(match).length);
  }

  /** @param {number} count */
  async read(count = this.upto) {
    /** @type {Summary[]} */
    const matches = [];
    /** @type {number | null} */
    let next = 0;
    while (next !== null && matches.length < Math.max(1, count)) {
      /** @type {{ matches: Summary[], more: number | null }} */
      const page = await get("matches", { after: next });
      matches.push(...page.matches);
      next = page.more;
    }
    this.show(matches, next);
  }

  /**
   * @param {Summary[]} matches
   * @param {number | null} next
   */
  show(matches, next) {
    this.matches = matches;
    this.upto = matches.length;
    put(
      this.frame,
      [...matches].sort((a, b) => rankOf(a) - rankOf(b) || b.latest_at - a.latest_at).map((one) => card(one)),
    );
    const due = matches.filter((match) => dueText(match));
    document.title = `${due.length ? `(${due.length}) Your turn in ${due.length === 1 ? "a match" : `${due.length} matches`} · ` : ""}wardiary: lobby`;
    this.none.hidden = matches.length > 0;
    this.more.hidden = next === null;
    for (const match of due)
      if (this.due && !this.due.has(match.match)) notify(`Your turn: ${nameOf(match)}`, match.latest, match.match);
    this.due = new Set(due.map(({ match }) => match));
  }

  /**
   * Be called otherwise from now on, also in the matches under way.
   * @param {string} name
   * @param {HTMLElement} known where it is told that this was done
   */
  async rename(name, known) {
    setMyName(name);
    const mine = this.matches.filter((match) => !match.over).flatMap((match) => seatsOf(match).map((seat) => ({ match: match.match, seat }))); // prettier-ignore
    try {
      for (const { match, seat } of mine) await post(`matches/${match}/people`, { seat, name });
      known.textContent = name ? " ✓ kept" : " ✓ forgotten";
      await this.read();
    } catch (error) {
      notice("name", `The name could not be kept everywhere: ${reason(error)}`, "bad");
    }
  }
}

/**
 * Matches that wait for the caller first, then those under way, and those that are over last.
 * @param {Summary} match
 */
function rankOf(match) {
  if (match.damage) return 3;
  if (dueText(match)) return 0;
  if (match.over) return 4;
  return seatsOf(match).length ? 1 : 2;
}

/** @param {Summary} match */
function card(match) {
  const mine = seatsOf(match);
  const due = dueText(match);
  const waiting = match.waiting_for.map((seat) => personName(match, seat)).join(", ") || "nobody";
  const state = match.damage
    ? "damaged"
    : match.over
      ? match.winners.length
        ? `over: ${match.winners.map(seatName).join(", ")} won`
        : "over: a draw"
      : due || `waiting for ${waiting}`;
  const since = Math.min(...match.waiting_for.filter((seat) => !due || mine.includes(seat)).map((seat) => match.since[seat] ?? Infinity)); // prettier-ignore
  const holders = Object.entries(match.seats).map(
    ([seat, who]) => `${seatName(seat)}: ${mine.includes(seat) ? "you" : holderName(match, seat, who)}`,
  );
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/m/${match.match}`, dataset: { key: match.match }, class: `card ${due ? "due" : ""}` },
      h(
        "span",
        { class: "row spread" },
        h("strong", {}, match.damage ? match.title : nameOf(match)),
        h("span", { class: `tag ${due ? "due" : ""}` }, state),
      ),
      match.damage ? h("span", {}, match.damage) : null,
      match.damage ? null : h("span", {}, titleLine(match)),
      match.latest
        ? h("span", { class: "latest-event" }, match.latest, h("span", { class: "faint" }, ` ${ago(match.latest_at)}`))
        : null,
      h(
        "span",
        { class: "faint" },
        [
          ...holders,
          match.over || since === Infinity ? "" : `asked ${ago(since)}`,
          match.round ? `round ${match.round}` : "",
          match.turn ? `turn ${match.turn}` : "",
          match.public ? "public" : "",
          match.paused ? "paused" : "",
          match.unproven ? "UNPROVEN" : "",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
  );
}

/** @param {Summary} match */
const titleLine = (match) =>
  [match.title, match.name ? match.scenario_title : "", match.parent ? `a branch from #${match.at}` : ""]
    .filter(Boolean)
    .join(" · ");

/**
 * @param {Summary} match
 * @param {string} seat
 */
const personName = (match, seat) => (match.people[seat] ? `${match.people[seat]} (${seatName(seat)})` : seatName(seat));

/**
 * @param {Summary} match
 * @param {string} seat
 * @param {string} holder
 */
const holderName = (match, seat, holder) =>
  match.people[seat] ||
  ({
    human: "a person",
    bot: "bot",
    "bot:strong": "strong bot",
    "bot:random": "random bot",
    open: seat in match.invited ? "invited" : "open",
  }[holder] ??
    holder);

/**
 * The form that opens a match. What it offers first is ready to be played: one click on the game, one on Open.
 * @param {Game[]} games
 * @param {string[]} keepers
 */
function opener(games, keepers) {
  const details = h("div", { class: "stack" });
  const choices = games.map((game, i) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "game", value: game.name, checked: i === 0, onchange: () => choose(game) }),
      h("span", {}, h("strong", {}, game.title), h("span", { class: "faint" }, `${game.scenarios.length} scenarios`)),
    ),
  );
  /** @type {() => object} */
  let read = () => ({});
  /** @param {Game} game */
  const choose = (game) => {
    read = detailsForm(details, game, keepers);
  };
  const submit = h("button", { type: "submit", class: "primary" }, "Open the match");
  const form = h(
    "form",
    { class: "stack" },
    h("fieldset", {}, h("legend", {}, "Game"), h("div", { class: "choices" }, choices)),
    details,
    submit,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      await opened(await post("matches", read()));
    } catch (error) {
      notice("open", `The match could not be opened: ${reason(error)}`, "bad");
    } finally {
      submit.disabled = false;
    }
  });
  if (games.length) choose(games[0]);
  return games.length ? form : h("p", {}, "No games are installed.");
}

/**
 * @param {HTMLElement} box
 * @param {Game} game
 * @param {string[]} keepers
 */
function detailsForm(box, game, keepers) {
  const scenario = h(
    "select",
    { id: "scenario" },
    game.scenarios.map((scenario) => h("option", { value: scenario.id }, scenario.title)),
  );
  const about = h("p", { class: "faint", id: "about" });
  const seating = h("select", { id: "seating" });
  const seats = h("div", { class: "fields" });
  const chosen = () => game.scenarios.find(({ id }) => id === scenario.value) ?? game.scenarios[0];
  const fillSeats = () => {
    put(
      seats,
      names().map((seat, i) =>
        field(
          seatName(seat),
          `seat-${seat}`,
          h(
            "select",
            { id: `seat-${seat}`, dataset: { seat } },
            ["me", "bot", "bot:strong", "open", "bot:random"].map((who) =>
              h(
                "option",
                { value: who, selected: who === (i ? "bot" : "me") },
                {
                  me: "me",
                  bot: "a bot",
                  "bot:strong": "a strong bot, which thinks for a second",
                  open: "a person I invite",
                  "bot:random": "a bot that plays at random",
                }[who],
              ),
            ),
          ),
        ),
      ),
    );
    agreed?.seated();
  };
  const fillScenario = () => {
    about.textContent = chosen().about;
    put(
      seating,
      chosen().seatings.map((one, i) => h("option", { value: i }, one.map(seatName).join(", "))),
    );
    seatingField.hidden = chosen().seatings.length < 2;
    fillSeats();
  };
  const names = () => chosen().seatings[Number(seating.value)] ?? [];
  const time = h("details", { id: "time" }, h("summary", {}, "Time to answer, days off and absence"));
  /** @type {{ shown: HTMLElement, settings: () => Record<string, string>, seated: () => void } | undefined} */
  let agreed;
  time.addEventListener("toggle", async () => {
    const { timeForm } = await import("./agreeing.js");
    if (agreed) return;
    agreed = timeForm(names);
    time.append(agreed.shown);
  });
  const seatingField = field("Seats", "seating", seating);
  scenario.addEventListener("change", fillScenario);
  seating.addEventListener("change", fillSeats);
  const open = h("input", { type: "checkbox", id: "public" });
  const name = h("input", { id: "match-name", maxlength: 80, placeholder: "to tell it from others" });
  const settings = game.settings.filter(({ rule }) => !TIME.test(rule)).map((one) => setting(one));
  const kept = keepers.map((one) => ({ one, box: h("input", { type: "checkbox", id: `keeper-${one}` }) }));
  put(
    box,
    h("div", { class: "fields" }, field("Scenario", "scenario", scenario), seatingField),
    about,
    h("p", {}, h("a", { href: `/learn/${game.name}` }, "How it is played, and a first match with hints")),
    seats,
    time,
    h(
      "details",
      {},
      h("summary", {}, "Settings"),
      h(
        "div",
        { class: "stack" },
        settings.map((setting) => setting.shown),
        kept.map(({ one, box }) =>
          h("label", { class: "check" }, box, ` ${one} keeps a part of the dice, so that not even the host knows them`),
        ),
        field("Name of the match", "match-name", name),
        h("label", { class: "check" }, open, " Everybody may watch (and sees what all seats see)"),
      ),
    ),
  );
  fillScenario();
  return () => ({
    game: game.name,
    scenario: scenario.value,
    settings: {
      ...Object.fromEntries(settings.filter((one) => one.changed()).map((one) => [one.name, one.value()])),
      ...agreed?.settings(),
    },
    seats: Object.fromEntries([...seats.querySelectorAll("select")].map((one) => [one.dataset.seat, one.value])),
    public: open.checked,
    name: name.value.trim(),
    known_as: myName(),
    keepers: kept.filter(({ box }) => box.checked).map(({ one }) => one),
  });
}

/** @param {Setting} setting */
function setting({ name, default: usual, choices, about }) {
  if (!choices.length) {
    const text = h("input", { id: `set-${name}`, value: String(usual) });
    return {
      name,
      shown: field(`${capitalised(name)}: ${about}`, `set-${name}`, text),
      value: () => text.value,
      changed: () => text.value !== usual,
    };
  }
  const select = h(
    "select",
    { id: `set-${name}` },
    choices.map((one, i) => h("option", { value: i, selected: one === usual }, String(one))),
  );
  return {
    name,
    shown: field(`${capitalised(name)}: ${about}`, `set-${name}`, select),
    value: () => choices[Number(select.value)],
    changed: () => choices[Number(select.value)] !== usual,
  };
}

/** @param {string} name */
const capitalised = (name) => plain(name.replaceAll("_", " ")).replace(/^./, (one) => one.toUpperCase());
/**
 * @param {string} label
 * @param {string} id
 * @param {HTMLElement} control
 */
const field = (label, id, control) => h("div", { class: "field" }, h("label", { for: id }, label), control);
