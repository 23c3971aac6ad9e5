// How seats, pieces and states are said to people: the same words as in the log.

/** @import { Board, Piece, Result, Slot, SlotValue, Space, Stack } from "./types.d.ts" */

/** @param {string} word */
export const plain = (word) => word.replaceAll("-", " ");
/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {string | null | undefined} seat */
export function seatName(seat) {
  if (!seat) return "nobody";
  if (seat === "spectator") return "Spectator";
  return seat
    .split("-")
    .map((one) => (one.length <= 2 ? one.toUpperCase() : capital(one)))
    .join(" ");
}

/**
 * A zone for people: "us-hand" is "US hand", "hand-axis" is "Axis hand" in a match of these seats.
 * @param {string} zone
 * @param {string[]} seats
 */
export function zoneName(zone, seats) {
  for (const seat of [...seats].sort((one, other) => other.length - one.length)) {
    if (zone.startsWith(`${seat}-`)) return `${seatName(seat)} ${plain(zone.slice(seat.length + 1))}`;
    if (zone.endsWith(`-${seat}`)) return `${seatName(seat)} ${plain(zone.slice(0, -seat.length - 1))}`;
  }
  return plain(zone);
}

/**
 * Face and marks as words; a mark of 1 is said without its number.
 * @param {Pick<Piece, "face" | "marks" | "until">} piece
 */
export function states(piece) {
  const words = piece.face ? [plain(piece.face)] : [];
  for (const [mark, value] of Object.entries(piece.marks)) {
    const until = piece.until[mark] ? ` until ${plain(piece.until[mark])}` : "";
    words.push(`${plain(mark)}${value === 1 ? "" : ` ${value}`}${until}`);
  }
  return words;
}

/** @param {Piece} piece */
export const titleOf = (piece) => (piece.hidden ? `hidden, back ${plain(piece.back)}` : piece.title);

/** @param {Piece} piece */
export const pieceText = (piece) => [titleOf(piece), ...states(piece)].join(", ");

/**
 * Whose it is, what it is, and its states.
 * @param {Piece} piece
 */
export const ownedText = (piece) =>
  piece.hidden ? ownedBack(piece) : [piece.name || piece.title, ...states(piece)].join(", ");

/** @param {Piece} piece */
const ownedBack = (piece) => [piece.owner ? seatName(piece.owner) : "", pieceText(piece)].filter(Boolean).join(" ");

/**
 * @param {string} name
 * @param {number} value
 */
export const trackText = (name, value) => `${plain(name).replace("/", " ")} ${value}`;

/**
 * A space as a sentence for screen readers: name, note, tracks and pieces.
 * @param {Space} space
 */
export function spaceText(space) {
  const parts = [space.stack.name];
  if (space.note) parts.push(space.note);
  for (const [name, value] of Object.entries(space.tracks)) if (value) parts.push(trackText(name, value));
  if (space.stack.control) parts.push(`controlled by ${seatName(space.stack.control)}`);
  parts.push(stackText(space.stack));
  return parts.join(". ");
}

/** @param {Stack} stack */
export function stackText(stack) {
  const names = counted(stack.pieces.map(ownedText));
  if (stack.hidden) names.push(`${stack.hidden} hidden`);
  if (stack.count === null) names.push("number unknown");
  return names.join("; ") || "empty";
}

/** @param {string[]} names */
export function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n === 1 ? name : `${name} (×${n})`));
}

/**
 * The phase by its title where the game names one, else in plain words.
 * @param {Board} board
 */
const phaseText = ({ phase, phases }) => phases.find(([name]) => name === phase)?.[1].toLowerCase() ?? plain(phase);

/** @param {Board} board */
export const whereText = (board) =>
  [
    board.round ? `round ${board.round}` : "",
    board.turn ? `turn ${board.turn}` : "",
    board.phase && board.phase !== "turn" ? phaseText(board) : "",
  ]
    .filter(Boolean)
    .join(", ");

const deadlineForm = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

/**
 * A deadline as the reader's own clocks show it.
 * @param {number} ms
 */
export const deadlineText = (ms) => deadlineForm.format(ms);

/** @param {number} ms */
export const clockText = (ms) => new Date(ms).toISOString().slice(11, 19) + " UTC";
/** @param {number} ms */
export const dateText = (ms) => new Date(ms).toISOString().slice(0, 16).replace("T", " ") + " UTC";

/**
 * How it ended; `seats` are named in the reason by their ids.
 * @param {Result} result
 * @param {string[]} seats
 */
export function resultText(result, seats = []) {
  const who = result.winners.map(seatName).join(" and ");
  const scores = Object.entries(result.scores ?? {})
    .map(([seat, n]) => `${seatName(seat)} ${n}`)
    .join(", ");
  return `${who ? `${who} won` : "A draw"}: ${reasonText(result.reason, seats)}.${scores ? ` It ended with ${scores}.` : ""}`;
}

/**
 * The command as its line of text: verb and slots in order, as a player may type it.
 * @param {string} verb
 * @param {Slot[]} slots
 * @param {Record<string, SlotValue>} values
 */
export function commandText(verb, slots, values) {
  const words = slots.map(({ name }) => {
    const value = values[name];
    if (value === undefined) return `{${name}}`;
    if (Array.isArray(value)) return value.join(",") || "-";
    return value === "" ? "-" : String(value);
  });
  return [verb, ...words].join(" ");
}

/**
 * @param {string} reason
 * @param {string[]} seats
 */
export const reasonText = (reason, seats) =>
  reason
    .split(" ")
    .map((word) => (seats.includes(word) ? seatName(word) : word))
    .join(" ");
