// The commands that were sent, with what became of each: sending, recorded, refused, not known.

import { NoAnswer, Problem, reason, statusOf } from "./api.js";
import { h, put, say } from "./dom.js";
import { clockText } from "./labels.js";

/** @import { Children, Entry, SentCommand } from "./types.d.ts" */

const MOST = 4;

export class SentCommands {
  /**
   * @param {import("./match.js").Match} match
   * @param {(rule: string) => Children} ruleButton makes a button that explains a rule
   */
  constructor(match, ruleButton) {
    this.match = match;
    this.ruleButton = ruleButton;
    /** @type {SentCommand[]} */
    this.commands = [];
    /** @type {Map<number, number>} When the latest entries were recorded, by position. */
    this.times = new Map();
    this.list = h("ul", { class: "sent", "aria-label": "Commands sent" });
  }

  /**
   * Send a new command.
   * @param {SentCommand} command
   */
  add(command) {
    this.commands = [...this.commands.slice(1 - MOST), command];
    this.deliver(command);
  }

  /** Forget the commands of another seat. */
  clear() {
    this.commands = [];
  }

  /**
   * Send a command, or send it again: under the same id it is never done twice.
   * @param {SentCommand} command
   */
  async deliver(command) {
    this.mark(command, "sending", "");
    const { id, seat, window } = command;
    try {
      const data = { id, command: command.command, seat, window };
      const result = await this.match.proving.send("commands", data, command.command);
      this.mark(command, "recorded", "", { last: result.last });
      this.match.settle(result.position);
    } catch (error) {
      this.failed(command, error);
    }
  }

  /**
   * @param {SentCommand} command
   * @param {any} error
   */
  failed(command, error) {
    if (error instanceof Problem && error.isKeeperAway) {
      this.mark(command, "waiting", reason(error));
      this.match.settle();
    } else if (error instanceof NoAnswer || statusOf(error) >= 500 || statusOf(error) === 429) {
      this.mark(command, "unknown", `${reason(error)}. Sending it again does not do it twice.`);
      this.match.settle();
    } else if (error instanceof Problem && error.status === 409) {
      this.mark(
        command,
        "stale",
        "Something else happened first; nothing was done. Look at the table and choose again.",
      );
      this.match.settle(error.body.position);
    } else {
      const { message, rule } = error;
      this.mark(command, "refused", message, { rule });
      say(`Refused: ${message}`);
      this.match.draw();
    }
  }

  /**
   * @param {SentCommand} command
   * @param {SentCommand["state"]} state
   * @param {string} detail
   * @param {Partial<SentCommand>} more
   */
  mark(command, state, detail, more = {}) {
    Object.assign(command, { state, detail }, more);
    this.draw();
  }

  /** No keeper is waited for any more: ask what became of the orders that waited for one. */
  askAgain() {
    for (const command of this.commands) if (command.state === "waiting") this.deliver(command);
  }

  /**
   * A new entry of the log: remember when it was recorded.
   * @param {Entry} entry
   */
  entered(entry) {
    this.times.set(entry.position, entry.time);
    for (const oldest of this.times.keys()) {
      if (this.times.size <= 50) break;
      this.times.delete(oldest);
    }
    this.draw();
  }

  draw() {
    put(
      this.list,
      this.commands.map((command) =>
        h(
          "li",
          { class: command.state, role: command.state === "refused" ? "alert" : null },
          h("span", { class: "said", title: command.text }, command.says || command.text),
          " ",
          h("span", {}, stateText(command, command.last && this.times.get(command.last))),
          command.rule ? this.ruleButton(command.rule) : null,
          command.state === "unknown"
            ? h(
                "button",
                { type: "button", dataset: { key: `again-${command.id}` }, onclick: () => this.deliver(command) },
                "Send again",
              )
            : null,
        ),
      ),
    );
  }
}

/**
 * @param {SentCommand} command
 * @param {number | undefined} time
 */
function stateText(command, time) {
  switch (command.state) {
    case "sending":
      return "sending …";
    case "recorded":
      return `recorded #${command.last}${time ? `, ${clockText(time)}` : ""}`;
    case "waiting":
      return `waits: ${command.detail}`;
    case "unknown":
      return `It is not known whether this was recorded: ${command.detail}`;
    case "refused":
      return `refused: ${command.detail}`;
    default:
      return command.detail;
  }
}
