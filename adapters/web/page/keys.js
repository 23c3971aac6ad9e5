// Single keys for the match page; they rest while something is typed or a dialog is open.

import { byId, dialog } from "./dom.js";
import { keysOff, showHelp } from "./help.js";

export function bindKeys(match) {
  const replaying = (deed) => () => !match.isLive && deed();
  const deeds = {
    "?": () => showHelp(dialog),
    b: () => match.boardView.focus(),
    o: () => match.order.focus(),
    h: () => match.stacks.hand.querySelector("button, [tabindex]")?.focus(),
    l: () => {
      match.openTab("Log");
      match.log.list.focus();
    },
    r: () => match.toggleReplay(),
    u: () => match.canTakeBack && match.takeBack(),
    ",": replaying(() => match.replay.step("event", -1)),
    ".": replaying(() => match.replay.step("event", 1)),
    "[": replaying(() => match.replay.step("command", -1)),
    "]": replaying(() => match.replay.step("command", 1)),
    "{": replaying(() => match.replay.step("turn", -1)),
    "}": replaying(() => match.replay.step("turn", 1)),
    p: replaying(() => match.replay.play()),
    "+": () => match.boardView.size(match.boardView.zoom * 1.25),
    "-": () => match.boardView.size(match.boardView.zoom * 0.8),
    Escape: () => escape(match),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = event.target.matches("input:not([type=range], [type=checkbox], [type=radio]), select, textarea");
    if (event.key !== "Escape" && (typing || keysOff())) return;
    if (event.target.matches("input[type=range]") && event.key === " ") return;
    const deed = deeds[event.key];
    if (deed) {
      event.preventDefault();
      deed();
    }
  });
  byId("main").classList.add("has-keys");
}

/** Out of what was chosen, else out of the replay. */
function escape(match) {
  if (match.order.order.picked.length || match.order.order.offer) match.order.back();
  else if (!match.isLive) match.leave();
}
