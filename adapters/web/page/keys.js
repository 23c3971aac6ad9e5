// Single keys for the match page; they rest while something is typed or a dialog is open.

import { byId, dialog, find } from "./dom.js";
import { isBegun } from "./command_builder.js";
import { keysOff, showHelp } from "./help.js";

/** @param {import("./match.js").Match} match */
export function bindKeys(match) {
  /** @param {() => unknown} action */
  const replaying = (action) => () => !match.isLive && action();
  /** @type {Record<string, () => unknown>} */
  const actions = {
    "?": () => showHelp(dialog),
    b: () => match.boardView.focus(),
    o: () => match.commandPanel.focus(),
    h: () => find(match.stacks.hand, "button, [tabindex]")?.focus(),
    l: () => {
      match.tabs.open("Log");
      match.log.list.focus();
    },
    r: () => match.toggleReplay(),
    t: () => toTarget(match, 1),
    T: () => toTarget(match, -1),
    u: () => match.canTakeBack && match.takeBack(),
    ",": replaying(() => match.past.replay?.step("event", -1)),
    ".": replaying(() => match.past.replay?.step("event", 1)),
    "[": replaying(() => match.past.replay?.step("command", -1)),
    "]": replaying(() => match.past.replay?.step("command", 1)),
    "{": replaying(() => match.past.replay?.step("turn", -1)),
    "}": replaying(() => match.past.replay?.step("turn", 1)),
    p: replaying(() => match.past.replay?.play()),
    "+": () => match.boardView.size(match.boardView.zoom * 1.25),
    "-": () => match.boardView.size(match.boardView.zoom * 0.8),
    Escape: () => escape(match),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target);
    const typing = target.matches("input:not([type=range], [type=checkbox], [type=radio]), select, textarea");
    if (event.key !== "Escape" && (typing || keysOff())) return;
    if (target.matches("input[type=range]") && event.key === " ") return;
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  byId("main").classList.add("has-keys");
}

const [AFTER, BEFORE] = [Node.DOCUMENT_POSITION_FOLLOWING, Node.DOCUMENT_POSITION_PRECEDING];
/** What may be chosen on the table: cards, and spaces with everything on them. */
const TARGETS = ".space:is(.target, .holds-target), .space:has(.target), :is(.hand, .rows) .target";

/**
 * To the next thing on the table that may be chosen, from what is in focus, round and round.
 * @param {import("./match.js").Match} match
 * @param {1 | -1} way
 */
function toTarget(match, way) {
  /** @type {(HTMLElement | SVGElement)[]} */
  const all = [...document.querySelectorAll(/** @type {"button"} */ (TARGETS))].filter((one) => one.checkVisibility());
  const at = document.activeElement ?? document.body;
  const isBeyond = (/** @type {Element} */ one) =>
    Boolean(at.compareDocumentPosition(one) & (way > 0 ? AFTER : BEFORE));
  const inOrder = way > 0 ? all : all.reverse();
  const onto = (at === document.body ? undefined : inOrder.find(isBeyond)) ?? inOrder[0];
  if (!onto) return;
  if (onto.matches(".space")) match.boardView.focus(onto.dataset.zone);
  else onto.focus();
}

/**
 * Out of what was chosen, else out of the replay.
 * @param {import("./match.js").Match} match
 */
function escape(match) {
  if (isBegun(match.commandPanel.draft)) match.commandPanel.back();
  else if (!match.isLive) match.leave();
}
