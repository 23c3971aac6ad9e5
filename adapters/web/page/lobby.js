// The lobby: matches to go back to, and a match opened in two clicks.

import { get, post, reason } from "./api.js";
import { opened } from "./invite.js";
import { plain, seatName } from "./labels.js";
import { byId, h, notice, put } from "./dom.js";

/** @import { Game, Setting, Summary } from "./types.d.ts" */

const AGAIN_MS = 20_000;

/** @param {HTMLElement} main */
export async function showLobby(main) {
  document.title = "wardiary: lobby";
  put(byId("crumbs"));
  const [{ games }, first] = await Promise.all([get("games"), get("matches")]);
  const list = h("ul", { class: "matches" });
  const none = h(
    "p",
    { class: "faint" },
    "None yet. Matches you open or join are listed here, and those that everybody may watch.",
  );
  const more = h("button", { type: "button" }, "Show more");
  let upto = first.matches.length;
  /**
   * @param {Summary[]} matches
   * @param {number | null} next
   */
  const show = (matches, next) => {
    /** @param {Summary} summary */
    const isDue = (summary) => Boolean(dueText(summary));
    put(
      list,
      [...matches].sort((a, b) => Number(isDue(b)) - Number(isDue(a))).map((one) => card(one)),
    );
    const due = matches.filter(isDue).length;
    document.title = `${due ? `Your turn in ${due === 1 ? "a match" : `${due} matches`} · ` : ""}wardiary: lobby`;
    none.hidden = matches.length > 0;
    more.hidden = next === null;
  };
  /** @param {number} count */
  const read = async (count) => {
    /** @type {Summary[]} */
    const matches = [];
    /** @type {number | null} */
    let next = 0;
    while (next !== null && matches.length < count) {
      /** @type {{ matches: Summary[], more: number | null }} */
      const page = await get("matches", { after: next });
      matches.push(...page.matches);
      next = page.more;
    }
    upto = matches.length;
    show(matches, next);
  };
  more.addEventListener("click", () => read(upto + 1));
  setInterval(() => document.hidden || read(upto).catch(() => {}), AGAIN_MS);
  show(first.matches, first.more);
  put(
    main,
    h("h1", { class: "unseen" }, "Lobby"),
    h(
      "section",
      { class: "panel", "aria-labelledby": "new-title" },
      h("h2", { id: "new-title" }, "Play now"),
      opener(games),
    ),
    h(
      "section",
      { class: "panel", "aria-labelledby": "matches-title" },
      h("h2", { id: "matches-title" }, "Matches"),
      none,
      list,
      more,
    ),
  );
}

/** @param {Summary} match */
const seatsOf = (match) => match.yours.filter((one) => one in match.seats);

/**
 * What the caller is to do in a match; "" when nothing is.
 * @param {Summary} match
 */
function dueText(match) {
  const mine = seatsOf(match);
  if (match.over) return "";
  const { rewind } = match;
  if (rewind && mine.some((seat) => rewind.waiting.includes(seat)))
    return `${seatName(rewind.asked)} asks you to go back`;
  return match.waiting_for.some((one) => mine.includes(one)) ? "your turn" : "";
}

/** @param {Summary} match */
function card(match) {
  const mine = seatsOf(match);
  const due = dueText(match);
  const state = match.damage
    ? "damaged"
    : match.over
      ? match.winners.length
        ? `over: ${match.winners.map(seatName).join(", ")} won`
        : "over: a draw"
      : due || `waiting for ${match.waiting_for.map(seatName).join(", ") || "nobody"}`;
  const holders = Object.entries(match.seats).map(
    ([seat, who]) => `${seatName(seat)}: ${holderName(who, mine.includes(seat))}`,
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
        h("strong", {}, match.title),
        h("span", { class: `tag ${due ? "due" : ""}` }, state),
      ),
      match.damage ? h("span", {}, match.damage) : null,
      h("span", {}, `${match.scenario_title}${match.parent ? ` · ${match.name || "a branch"} from #${match.at}` : ""}`),
      h(
        "span",
        { class: "faint" },
        `${holders.join(" · ")} · round ${match.round}, turn ${match.turn}${match.public ? " · public" : ""}${match.paused ? " · paused" : ""}${match.unproven ? " · UNPROVEN" : ""}`,
      ),
    ),
  );
}

/**
 * @param {string} holder
 * @param {boolean} mine
 */
const holderName = (holder, mine) =>
  mine ? "you" : ({ human: "a person", bot: "bot", "bot:random": "random bot", open: "open" }[holder] ?? holder);

/**
 * The form that opens a match. What it offers first is ready to be played: one click on the game, one on Open.
 * @param {Game[]} games
 */
function opener(games) {
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
    read = detailsForm(details, game);
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
 */
function detailsForm(box, game) {
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
    const names = chosen().seatings[Number(seating.value)] ?? [];
    put(
      seats,
      names.map((seat, i) =>
        field(
          seatName(seat),
          `seat-${seat}`,
          h(
            "select",
            { id: `seat-${seat}`, dataset: { seat } },
            ["me", "bot", "open", "bot:random"].map((who) =>
              h(
                "option",
                { value: who, selected: who === (i ? "bot" : "me") },
                { me: "me", bot: "a bot", open: "a person I invite", "bot:random": "a bot that plays at random" }[who],
              ),
            ),
          ),
        ),
      ),
    );
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
  const seatingField = field("Seats", "seating", seating);
  scenario.addEventListener("change", fillScenario);
  seating.addEventListener("change", fillSeats);
  const open = h("input", { type: "checkbox", id: "public" });
  const settings = game.settings.map((one) => setting(one));
  put(
    box,
    h("div", { class: "fields" }, field("Scenario", "scenario", scenario), seatingField),
    about,
    seats,
    h(
      "details",
      {},
      h("summary", {}, "Settings"),
      h(
        "div",
        { class: "stack" },
        settings.map((setting) => setting.shown),
        h("label", { class: "check" }, open, " Everybody may watch (and sees what all seats see)"),
      ),
    ),
  );
  fillScenario();
  return () => ({
    game: game.name,
    scenario: scenario.value,
    settings: Object.fromEntries(settings.filter((one) => one.changed()).map((one) => [one.name, one.value()])),
    seats: Object.fromEntries([...seats.querySelectorAll("select")].map((one) => [one.dataset.seat, one.value])),
    public: open.checked,
  });
}

/** @param {Setting} setting */
function setting({ name, default: usual, choices, about }) {
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
