// The tab "Proof": whether orders are signed, which heads are noted, and what that proves for the viewer.

import { reason } from "./api.js";
import { h, put, say } from "./dom.js";
import { seatName } from "./labels.js";
import { CANNOT, canSign, makeKey, readKey } from "./signing.js";

/** @import { Assured, KeyAgreement, Proof } from "./types.d.ts" */
/** @typedef {import("./proving.js").Proving} Proving */

const SHOWN = 16;
/** @param {string} digits */
const short = (digits) => h("code", { title: digits }, `${digits.slice(0, SHOWN)}…`);

/** @param {import("./match.js").Match} match */
export async function proofPanel(match) {
  const { proving } = match;
  await proving.read();
  return new ProofPanel(proving, await canSign()).frame;
}

class ProofPanel {
  /**
   * @param {Proving} proving
   * @param {boolean} isAble
   */
  constructor(proving, isAble) {
    this.proving = proving;
    this.isAble = isAble;
    this.said = h("p", { role: "status" });
    this.body = h("div", { class: "stack" });
    this.frame = h("div", { class: "stack proof" }, this.body, this.said);
    this.draw();
  }

  get proof() {
    return /** @type {Proof} */ (this.proving.proof);
  }

  draw() {
    const { proof, proving } = this;
    put(
      this.body,
      proving.seat ? this.orders() : h("p", {}, "You hold no seat here, so there is nothing to sign."),
      this.others(),
      proof.shares.wanted ? this.shares() : null,
      this.seen(),
      h("h3", {}, proving.seat ? `What is proved for ${seatName(proving.seat)}` : "What is proved"),
      guarantees(proof.assured),
    );
  }

  /**
   * Do something, say how it went, and draw what follows.
   * @param {() => Promise<string>} act
   */
  async act(act) {
    put(this.said, "…");
    try {
      const done = await act();
      await this.proving.read();
      put(this.said, done);
      say(done);
    } catch (error) {
      put(this.said, `Not done: ${reason(error)}`);
    }
    this.draw();
  }

  // Signing

  orders() {
    const { proving } = this;
    const named = this.proof.keys[proving.seat];
    const seat = seatName(proving.seat);
    return h(
      "section",
      { class: "stack", "aria-label": "Orders" },
      h("h3", {}, "Orders"),
      proving.key?.named
        ? h(
            "p",
            {},
            h("strong", {}, "Signed. "),
            `Every order of ${seat} is signed with the key `,
            short(named),
            ", which this browser holds.",
          )
        : named
          ? h(
              "p",
              {},
              h("strong", {}, "This browser cannot order. "),
              `Orders of ${seat} are signed with the key `,
              short(named),
              ", which is not here. Read it from its file, or let all others agree to another key.",
            )
          : h("p", {}, h("strong", {}, "Not signed. "), `The host of this service could order for ${seat}.`),
      this.isAble ? null : h("p", {}, CANNOT),
      this.isAble && !this.proving.match.isOver ? this.keyForm(named) : null,
    );
  }

  /** @param {string | undefined} named */
  keyForm(named) {
    const { proving } = this;
    const copy = h("input", { type: "checkbox", id: "key-copy", checked: true });
    const file = h("input", { type: "file", id: "key-file" });
    file.addEventListener("change", () => file.files?.[0] && this.act(this.useFile.bind(this, file.files[0])));
    const make = async () => {
      const key = await makeKey(copy.checked);
      if (key.text) save(`wardiary-${proving.seat}.key`, key.text);
      if (proving.lacksKey) {
        await proving.holdKey(key);
        return `This browser holds a new key. Tell the others its public half, and let all of them agree to it: ${key.publicKey}`;
      }
      await proving.nameKey(key);
      return "From now on your orders are signed.";
    };
    return h(
      "details",
      { open: !named || proving.lacksKey },
      h("summary", {}, named ? "Another key" : "Sign my orders"),
      h(
        "div",
        { class: "stack" },
        h(
          "label",
          { class: "check" },
          copy,
          " Save a copy as a file: it can be had only now, and anybody who has it can order for you",
        ),
        h(
          "button",
          { type: "button", class: "primary", onclick: () => this.act(make) },
          named ? "Make another key" : "Make a key",
        ),
        h(
          "div",
          { class: "field" },
          h("label", { for: "key-file" }, "Or read a key from its file, as wardiary sign-key writes it"),
          file,
        ),
        h(
          "p",
          { class: "faint" },
          "A key that is lost cannot be had again. Then all others must agree to another one.",
        ),
      ),
    );
  }

  /** @param {File} file */
  async useFile(file) {
    const { proving } = this;
    const key = await readKey(await file.text());
    const named = this.proof.keys[proving.seat];
    if (!named || (proving.key?.named && key.publicKey !== named)) {
      await proving.nameKey(key);
      return "From now on your orders are signed with this key.";
    }
    await proving.holdKey(key);
    return key.publicKey === named
      ? "This browser holds the key again."
      : `This is another key. All others must agree to it: ${key.publicKey}`;
  }

  /** Who else signs, and agreeing to another key of somebody who has lost one. */
  others() {
    const { proving, proof } = this;
    const others = Object.keys(proving.match.summary.seats).filter((seat) => seat !== proving.seat);
    const named = others.filter((seat) => proof.keys[seat]);
    return h(
      "section",
      { class: "stack", "aria-label": "The others" },
      h(
        "ul",
        { class: "plain" },
        others.map((seat) =>
          h(
            "li",
            {},
            `${seatName(seat)}: `,
            proof.keys[seat] ? ["signs with ", short(proof.keys[seat])] : "does not sign",
          ),
        ),
        proof.agreements.map((one) => this.agreement(one)),
      ),
      proving.seat && named.length && !proving.match.isOver ? this.agreeForm(named) : null,
    );
  }

  /** @param {KeyAgreement} agreement */
  agreement({ seat, key, agreed, missing }) {
    const act = () => this.agree(seat, key);
    return h(
      "li",
      {},
      `${agreed.map(seatName).join(" and ")} let ${seatName(seat)} sign with `,
      short(key),
      `; ${missing.map(seatName).join(" and ")} must agree. `,
      missing.includes(this.proving.seat)
        ? h("button", { type: "button", onclick: () => this.act(act) }, "Agree")
        : null,
    );
  }

  /** @param {string[]} named */
  agreeForm(named) {
    const seat = h(
      "select",
      { id: "agree-seat" },
      named.map((one) => h("option", { value: one }, seatName(one))),
    );
    const key = h("input", {
      id: "agree-key",
      maxlength: 64,
      pattern: "[0-9a-f]{64}",
      required: true,
      autocomplete: "off",
    });
    return h(
      "details",
      {},
      h("summary", {}, "Somebody has lost a key"),
      h(
        "form",
        {
          class: "stack",
          onsubmit: (event) => {
            event.preventDefault();
            this.act(() => this.agree(seat.value, key.value));
          },
        },
        h("p", {}, "Agree only to a key that its holder told you, and not by way of this service."),
        h("div", { class: "field" }, h("label", { for: "agree-seat" }, "Whose"), seat),
        h("div", { class: "field" }, h("label", { for: "agree-key" }, "The new public key, 64 digits"), key),
        h("button", { type: "submit" }, "Agree to this key"),
      ),
    );
  }

  /**
   * @param {string} seat
   * @param {string} key
   */
  async agree(seat, key) {
    await this.proving.give({ do: "change-key", seat, key });
    return `You have agreed to another key of ${seatName(seat)}.`;
  }

  shares() {
    const { sealed, opened, dealt } = this.proof.shares;
    const list = (/** @type {string[]} */ seats) => seats.map(seatName).join(", ") || "nobody yet";
    return h(
      "section",
      { "aria-label": "Shares in the dice" },
      h("h3", {}, "Shares in the dice"),
      h(
        "p",
        {},
        dealt
          ? "Every seat has added its share; nobody could choose these dice."
          : `Sealed: ${list(sealed)}. Open: ${list(opened)}. This page adds yours by itself.`,
      ),
      this.keeping(),
    );
  }

  /** Whether this browser keeps a part of the dice, and beginning to. */
  keeping() {
    const { proving } = this;
    const { seat, keeper, match } = proving;
    if (keeper.isKeeping)
      return [
        h(
          "p",
          {},
          "This browser keeps a part of the dice: while this page is closed, whatever needs dice waits for it.",
        ),
        h(
          "button",
          { type: "button", onclick: async () => save(`${match.id}-${seat}-keeper.json`, await keeper.text(seat)) },
          "Save what it was asked",
        ),
      ];
    if (!seat || !proving.canKeep) return null;
    const begin = async () => {
      await proving.keepDice();
      return "This browser keeps a part of the dice.";
    };
    return h("button", { type: "button", onclick: () => this.act(begin) }, "Keep a part of the dice in this browser");
  }

  // Heads

  seen() {
    const { heads } = this.proving;
    const { last } = heads;
    const countersigned = Object.entries(this.proof.seen).map(([seat, position]) => `${seatName(seat)} #${position}`);
    return h(
      "section",
      { class: "stack", "aria-label": "Heads" },
      h("h3", {}, "Heads"),
      h(
        "p",
        {},
        last
          ? [
              "The last head noted in this browser is ",
              short(last.head),
              ` at #${last.position}, ${new Date(last.time).toLocaleString()}.`,
            ]
          : "No head of this match is noted in this browser yet.",
      ),
      h(
        "p",
        { class: "faint" },
        countersigned.length ? `Countersigned: ${countersigned.join(", ")}.` : "Nobody has countersigned one.",
      ),
      h(
        "div",
        { class: "row" },
        this.proving.seat
          ? h("button", { type: "button", onclick: () => this.act(() => this.note()) }, "Note it now")
          : null,
        h(
          "button",
          { type: "button", disabled: !last, onclick: () => save(`${heads.id}-heads.jsonl`, heads.text) },
          "Save the heads noted",
        ),
      ),
    );
  }

  async note() {
    await this.proving.heads.note();
    return "The head is noted.";
  }
}

/**
 * The table of what is proved, by those who could do something.
 * @param {Assured[]} assured
 */
function guarantees(assured) {
  const people = [...new Set(assured.map(({ who }) => who))];
  return people.map((who, i) =>
    h(
      "details",
      { open: i === 0 },
      h("summary", {}, `Against ${who}`),
      h(
        "ul",
        { class: "plain" },
        assured
          .filter((cell) => cell.who === who)
          .map(({ act, outcome, by, better }) =>
            h(
              "li",
              {},
              `${act}: `,
              h("strong", {}, outcome),
              // How a measure is taken at the command line is of no use here.
              by ? h("span", { class: "faint" }, `; ${better} if ${by.replace(/ \(.*\)$/, "")}`) : null,
            ),
          ),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
