// The past of a match: which moment is shown, its board, and the boards next to it.

import { get, reason } from "./api.js";
import { h, notice } from "./dom.js";

/** @import { IndexedBoard } from "./types.d.ts" */

const KEPT = 400;
const IDLE_MS = 90;

/** Boards of the past, fetched once and kept. */
class PastBoards {
  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    /** @type {Map<string, Promise<IndexedBoard>>} */
    this.kept = new Map();
  }

  /**
   * @param {string} role
   * @param {number} at
   * @returns {Promise<IndexedBoard>}
   */
  board(role, at) {
    const key = `${role}@${at}`;
    const board = this.kept.get(key) ?? this.fetch(role, at, key);
    // What was looked at last is kept longest.
    this.kept.delete(key);
    this.kept.set(key, board);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    return board;
  }

  /**
   * @param {string} role
   * @param {number} at
   * @param {string} key
   */
  fetch(role, at, key) {
    const { id, components } = this.match;
    const view = get(`matches/${id}/view`, { as: role, at });
    const board = view.then((one) => components.learn(role, one)).then(indexed);
    board.catch(() => this.kept.delete(key));
    return board;
  }
}

export class PastView {
  /** @type {number | null} The position that is shown, null at the head. */
  at = null;
  /** @type {import("./replay.js").Replay | null} The controls, loaded when first used. */
  replay = null;
  /** @type {Promise<void> | undefined} */
  going = undefined;
  /** @type {number | undefined} */
  idle = undefined;

  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.boards = new PastBoards(match);
    this.frame = h("div", {});
  }

  async open() {
    if (!this.replay) {
      const { Replay } = await import("./replay.js");
      this.replay = new Replay(this.match);
      this.frame.append(this.replay.frame);
    }
    await this.replay.load();
    return this.replay;
  }

  /** @param {number} at */
  async goTo(at) {
    const replay = await this.open();
    this.at = Math.max(replay.first, Math.min(replay.head, at || 1));
    this.match.writeHash();
    if (replay.frame.hidden) {
      replay.frame.hidden = false;
      replay.draw();
    } else replay.move();
    this.going ??= this.show().finally(() => {
      this.going = undefined;
    });
    return this.going;
  }

  /** Show the moment last asked for: one request at a time, however fast the slider is drawn. */
  async show() {
    const { match } = this;
    /** @type {number | null} */
    let wanted = null;
    while (this.at !== wanted && this.at !== null) {
      wanted = this.at;
      try {
        const board = await this.boards.board(match.role, wanted);
        if (this.at === null) return;
        match.shown = board;
        notice("past", "");
        match.draw();
      } catch (error) {
        notice("past", `#${wanted} cannot be shown: ${reason(error)}`, "bad");
      }
    }
    clearTimeout(this.idle);
    this.idle = setTimeout(() => wanted !== null && this.at === wanted && this.rest(wanted), IDLE_MS);
  }

  /**
   * Once the slider rests: the log of the moment, and the boards next to it.
   * @param {number} at
   */
  async rest(at) {
    const { match, replay } = this;
    if (!replay) return;
    const { moments } = replay;
    const i = replay.index(at);
    await match.log.around(moments[Math.max(0, i - 40)][0] - 1, moments[i][0]);
    if (this.at !== at) return;
    match.log.mark(moments[i - 1]?.[0] ?? 0, moments[i][0]);
    this.tellRolls(at, moments[i - 1]?.[0] ?? 0);
    replay.tell(at);
    for (const next of [replay.target("command", 1), replay.target("event", 1), replay.target("command", -1)])
      this.boards.board(match.role, next).catch(() => {});
  }

  /**
   * What was rolled and added up at the moment that is shown.
   * @param {number} at
   * @param {number} after
   */
  async tellRolls(at, after) {
    const { match } = this;
    const { events } = await get(`matches/${match.id}/events`, { as: match.role, after, limit: 1 });
    if (this.at !== at) return;
    match.latest.clear();
    match.latest.show(events.map(({ event }) => event));
  }

  /** Back to the head; the focus goes to the button that opens the replay if it was inside. */
  leave() {
    const { match, replay } = this;
    if (this.at === null || !replay) return;
    const active = document.activeElement;
    const wasInside = active === document.body || replay.frame.contains(active);
    replay.stop();
    replay.frame.hidden = true;
    this.at = null;
    match.latest.clear();
    match.shown = match.now;
    match.writeHash();
    match.log.load();
    match.draw();
    if (wasInside) match.focusReplayButton();
  }
}

/**
 * A board with an index from ids to spaces, piles and pieces.
 * @param {import("./types.d.ts").Board} board
 * @returns {IndexedBoard}
 */
export function indexed(board) {
  /** @type {IndexedBoard["index"]} */
  const index = new Map();
  const enter = (/** @type {import("./types.d.ts").Stack} */ stack, /** @type {boolean} */ hand) => {
    const { name } = stack;
    if (!index.has(stack.zone)) index.set(stack.zone, { name });
    for (const piece of stack.pieces) if (!piece.hidden) index.set(piece.id, { piece, name, hand });
  };
  for (const row of board.rows) for (const stack of row.stacks) enter(stack, true);
  for (const space of board.spaces) enter(space.stack, false);
  return { ...board, index };
}
