// What a director may do: pause, look at hidden pieces, correct the table; and opening a match's secrets at its end.

import { post, reason } from "./api.js";
import { h, put } from "./dom.js";
import { freshId } from "./api.js";
import { ownedText, seatName } from "./labels.js";

/** @import { Board, Piece, Stack, Summary } from "./types.d.ts" */
/** @typedef {import("./match.js").Match} Match */

const RULE = "Table/Ruling";

/**
 * The forms of the director's chair; null for everybody else.
 * @param {Match} match
 * @param {Summary} summary
 */
export function directing(match, summary) {
  if (!summary.yours.includes("director") || summary.over) return null;
  return h(
    "section",
    { class: "stack directing" },
    h("h2", {}, "Director"),
    pausing(match, summary),
    inspecting(match),
    ruling(match),
  );
}

/**
 * Do something for the director, and say what became of it.
 * @param {HTMLElement} said
 * @param {Match} match
 * @param {() => Promise<any>} act
 * @param {string} done
 */
export async function carryOut(said, match, act, done) {
  put(said, "Sending …");
  try {
    const result = await act();
    put(said, done);
    match.settle(result?.position);
  } catch (error) {
    put(said, `Not done: ${reason(error)}`);
  }
}

/**
 * @param {Match} match
 * @param {Summary} summary
 */
function pausing(match, summary) {
  const path = summary.paused ? "resume" : "pause";
  const said = h("span", { role: "status" });
  const onclick = async () => {
    await carryOut(
      said,
      match,
      () => post(`matches/${match.id}/${path}`),
      summary.paused ? "Play goes on." : "Paused.",
    );
    match.tabs.open("About");
  };
  const words = summary.paused ? "No seat acts and no clock runs." : "While paused no seat acts, and no clock runs.";
  return h(
    "div",
    { class: "row" },
    h("button", { type: "button", onclick }, summary.paused ? "Resume" : "Pause"),
    words,
    said,
  );
}

/** @param {Board} board */
const stacksOf = (board) => [...board.spaces.map(({ stack }) => stack), ...board.rows.flatMap(({ stacks }) => stacks)];

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
const field = (label, control) => h("div", { class: "field" }, h("label", { for: control.id }, label), control);

/**
 * Looking at a hidden piece; the seats learn that it was done, and where.
 * @param {Match} match
 */
function inspecting(match) {
  const hidden = stacksOf(match.now).filter(({ hidden: unseen, ordered, count }) => unseen || (ordered && count));
  const zone = h(
    "select",
    { id: "inspect-zone" },
    hidden.map((stack) => h("option", { value: stack.zone }, `${stack.name} (${stack.count ?? "?"})`)),
  );
  const place = h("input", { id: "inspect-place", type: "number", min: 1, value: 1 });
  const said = h("p", { role: "status" });
  return h(
    "details",
    {},
    h("summary", {}, "Look at a hidden piece"),
    h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          const command = { do: "inspect", zone: zone.value, place: Number(place.value) };
          const act = () => post(`matches/${match.id}/commands`, { id: freshId(), command, seat: "director" });
          carryOut(
            said,
            match,
            act,
            "Done; the log says what is there to you alone, and to the others that you looked.",
          );
        },
      },
      h("p", { class: "faint" }, "The seats are told that you looked, and in which pile or hand; not what you saw."),
      h("div", { class: "fields" }, field("Where", zone), field("Place, 1 is the top", place)),
      h("button", { type: "submit", disabled: !hidden.length }, "Look"),
      said,
    ),
  );
}

// Rulings

/**
 * What may be corrected: each kind with its fields, and the event that it makes.
 * @type {Record<string, { words: string, fields: string[] }>}
 */
const CORRECTIONS = {
  "pieces-moved": { words: "Move a piece", fields: ["piece", "zone"] },
  "mark-set": { words: "Set or take off a mark", fields: ["piece", "mark", "value"] },
  "piece-turned": { words: "Turn a piece", fields: ["piece", "face"] },
  "track-set": { words: "Set a track", fields: ["track", "value"] },
};

/**
 * The form of a ruling: a public reason, and the corrections that mend the table.
 * @param {Match} match
 */
function ruling(match) {
  /** @type {{ event: object, words: string }[]} */
  let corrections = [];
  const text = h("textarea", { id: "ruling-reason", rows: 2, maxlength: 2000, required: true });
  const list = h("ul", { class: "offers" });
  const said = h("p", { role: "status" });
  const draw = () =>
    put(
      list,
      corrections.map(({ words }, i) => {
        const remove = () => {
          corrections = corrections.filter((_, j) => j !== i);
          draw();
        };
        return h(
          "li",
          { class: "row spread" },
          h("span", {}, words),
          h("button", { type: "button", class: "quiet", "aria-label": `Remove: ${words}`, onclick: remove }, "Remove"),
        );
      }),
    );
  const add = (/** @type {{ event: object, words: string }} */ one) => {
    corrections = [...corrections, one];
    draw();
  };
  return h(
    "details",
    {},
    h("summary", {}, "Correct the table"),
    h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          const data = { reason: text.value, corrections: corrections.map((one) => one.event) };
          carryOut(
            said,
            match,
            () => post(`matches/${match.id}/rulings`, data),
            "Ruled; it is in the log for everybody.",
          );
        },
      },
      field("Why, for everybody to read", text),
      list,
      correction(match, add),
      h("button", { type: "submit", class: "primary" }, "Rule"),
      said,
    ),
  );
}

/**
 * One correction, chosen from what is on the table.
 * @param {Match} match
 * @param {(one: { event: object, words: string }) => void} add
 */
function correction(match, add) {
  const board = match.now;
  const stacks = stacksOf(board);
  const pieces = stacks.flatMap((stack) =>
    stack.pieces.filter(({ hidden }) => !hidden).map((piece) => ({ piece, stack })),
  );
  const options = (/** @type {[string, string][]} */ all) => all.map(([value, words]) => h("option", { value }, words));
  const kind = h(
    "select",
    { id: "fix-kind" },
    options(Object.entries(CORRECTIONS).map(([tag, { words }]) => [tag, words])),
  );
  const piece = h(
    "select",
    { id: "fix-piece" },
    options(pieces.map(({ piece: one, stack }) => [one.id, `${ownedText(one)} in ${stack.name}`])),
  );
  const zone = h("select", { id: "fix-zone" }, options(stacks.map((stack) => [stack.zone, stack.name])));
  const marks = [...new Set(pieces.flatMap(({ piece: one }) => Object.keys(one.marks)))];
  const mark = h("input", { id: "fix-mark", list: "fix-marks" });
  const face = h("input", { id: "fix-face", list: "fix-faces" });
  const faces = [...new Set(pieces.map(({ piece: one }) => one.face).filter(Boolean))];
  const track = h(
    "select",
    { id: "fix-track" },
    options(Object.keys(board.tracks).map((name) => [name, board.track_labels[name] ?? name])),
  );
  const value = h("input", { id: "fix-value", type: "number", value: 0 });
  /** @type {Record<string, HTMLElement>} */
  const fields = {
    piece: field("Piece", piece),
    zone: field("To", zone),
    mark: field("Mark", mark),
    face: field("Face", face),
    track: field("Track", track),
    value: field("Value, 0 takes a mark off", value),
  };
  const show = () => {
    for (const [name, one] of Object.entries(fields)) one.hidden = !CORRECTIONS[kind.value].fields.includes(name);
  };
  kind.addEventListener("change", show);
  show();
  const words = (/** @type {HTMLSelectElement} */ select) => select.selectedOptions[0]?.textContent ?? "";
  const made = () => {
    const of = { event: kind.value, rule: RULE };
    switch (kind.value) {
      case "pieces-moved":
        return {
          event: { ...of, pieces: [piece.value], to: zone.value, at: -1, host: "" },
          words: `${words(piece)} goes to ${words(zone)}`,
        };
      case "mark-set":
        return {
          event: { ...of, piece: piece.value, mark: mark.value, value: Number(value.value), until: "" },
          words: `${words(piece)}: ${mark.value} ${value.value}`,
        };
      case "piece-turned":
        return {
          event: { ...of, piece: piece.value, face: face.value },
          words: `${words(piece)} is turned to ${face.value}`,
        };
      default:
        return {
          event: { ...of, track: track.value, value: Number(value.value) },
          words: `${words(track)} is ${value.value}`,
        };
    }
  };
  return h(
    "fieldset",
    { class: "stack" },
    h("legend", {}, "A correction"),
    field("What", kind),
    Object.values(fields),
    h("datalist", { id: "fix-marks" }, options(marks.map((one) => [one, one]))),
    h("datalist", { id: "fix-faces" }, options(faces.map((one) => [one, one]))),
    h("button", { type: "button", onclick: () => add(made()) }, "Add the correction"),
  );
}

// Disclosure

/**
 * Opening seed and salt once a match has ended, where that needs the consent of the seats.
 * @param {Match} match
 * @param {Summary} summary
 */
export function disclosing(match, summary) {
  if (!summary.over || summary.open || summary.disclosure !== "consent") return null;
  const mine = match.seatsHeld.filter((seat) => !summary.consents.includes(seat));
  const agreed = summary.consents.map(seatName).join(", ") || "nobody";
  const said = h("p", { role: "status" });
  const agree = (/** @type {string} */ seat) =>
    h(
      "button",
      {
        type: "button",
        onclick: () =>
          carryOut(said, match, () => post(`matches/${match.id}/disclosure`, { seat }), "You have agreed."),
      },
      `Agree as ${seatName(seat)}`,
    );
  return h(
    "section",
    { class: "stack" },
    h("h2", {}, "Open the cards"),
    h(
      "p",
      {},
      `Seed and salt are opened, for everybody to check each card and die, once every seat has agreed. So far: ${agreed}.`,
    ),
    h("div", { class: "row" }, mine.map(agree)),
    said,
  );
}
