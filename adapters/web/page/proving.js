// What a seat does by itself so that nobody orders for it, chooses its dice or rewrites what it saw.

import { freshId, get, Problem, post, reason } from "./api.js";
import { notice } from "./dom.js";
import { seatName } from "./labels.js";
import { Heads } from "./heads.js";
import { SeatKeeper } from "./keeper.js";
import { keep, kept, keptOr } from "./vault.js";
import { canSign, isMeant, makeKey, sealOf, signOrder } from "./signing.js";
import { wished } from "./wishes.js";

/** @import { KeptKey, Proof, SigningKey } from "./types.d.ts" */

const TRIES = 5;
const KEYS = "Table/Keys";

export class Proving {
  /** @type {Proof | undefined} */
  proof;
  /** @type {KeptKey | undefined} The key of the seat, if this browser holds it. */
  key;
  /** @type {Promise<void> | undefined} */
  looking;
  /** The question that a standing answer was last asked for. */
  answered = 0;

  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.heads = new Heads(this);
    this.keeper = new SeatKeeper(match);
    this.wish = { key: false, keeper: false };
    /** @type {number | undefined} where the table was when an order was last seen to wait */
    this.waitedAt = undefined;
  }

  get seat() {
    return this.match.seat ?? "";
  }
  get place() {
    return `${this.match.id}/${this.seat}`;
  }
  /** Whether the seat has a key that this browser does not hold. */
  get lacksKey() {
    const named = this.proof?.keys[this.seat];
    return Boolean(named) && named !== this.key?.publicKey;
  }

  /** Take up the seat that is looked as: its key, the heads noted, and what was wished for when it was taken. */
  async begin() {
    if (!this.seat) return;
    await this.read();
    await this.heads.begin();
    this.wish = wished(this.match.id);
    if (this.wish.key && !this.proof?.keys[this.seat] && (await canSign())) await this.nameKey(await makeKey(false));
    await this.keeper.look();
    await this.look();
  }

  /** Read what the service holds, and which key is here for it. */
  async read() {
    const { seat, place } = this;
    const [proof, key] = await Promise.all([
      get(`matches/${this.match.id}/proof`, { seat }),
      kept("keys", place).catch(() => undefined),
    ]);
    this.proof = proof;
    // Of a key that is to replace another one both are kept until the change is recorded.
    const now = proof.keys[seat];
    this.key = [key, key?.next].find((/** @type {KeptKey | undefined} */ one) => one && one.publicKey === now) ?? key;
    if (this.key) this.key = { ...this.key, named: this.key.publicKey === now };
  }

  /** After each change of the table: share, standing answer, head. One at a time. */
  async look() {
    this.tellWaiting();
    if (!this.seat) return;
    this.looking ??= this.lookOnce()
      .catch((error) => notice("proving", `Not done for the proof: ${reason(error)}`, "bad"))
      .finally(() => {
        this.looking = undefined;
      });
    await this.looking;
  }

  /** Say whose order waits for a keeper of the dice; when none does any more, what became of it. */
  tellWaiting() {
    const { waits } = this.match.summary;
    const who = waits && seatName(waits.seat);
    notice(
      "keeper",
      waits ? `The order of ${who} waits for the keeper ${waits.keeper}. It is noted, and given by itself.` : "",
    );
    if (!waits || this.mustSignAgain(waits)) this.match.commandPanel.sent.askAgain();
    if (this.keeper.isKeeping && (waits || this.match.isOver)) this.keeper.look();
  }

  /**
   * Whether an order of this seat waits whose signature holds no more, since something was recorded after it.
   * @param {{ seat: string }} waits
   */
  mustSignAgain({ seat }) {
    const before = this.waitedAt;
    this.waitedAt = this.match.position;
    return seat === this.seat && Boolean(this.key?.named) && before !== undefined && before < this.waitedAt;
  }

  async lookOnce() {
    if (this.proof?.shares.wanted && !this.proof.shares.dealt && !this.match.isOver) {
      await this.read();
      await this.addShare();
    }
    if (this.key?.named) await this.answerStanding();
    this.heads.soon();
  }

  // Orders

  /**
   * Send what the seat says, signed where it has a key here; signed again where something came between.
   * @param {string} path
   * @param {{ seat: string } & Record<string, any>} data
   * @param {Record<string, any>} order what is said, as a command
   * @returns {Promise<any>}
   */
  async send(path, data, order) {
    const address = `matches/${this.match.id}/${path}`;
    if (data.seat !== this.seat || !this.key?.named) return post(address, data);
    for (let left = TRIES - 1; ; left -= 1) {
      const signature = await this.signature(order);
      try {
        return await post(address, { ...data, signature });
      } catch (error) {
        if (!(error instanceof Problem) || error.rule !== KEYS || left <= 0) throw error;
      }
    }
  }

  /** @param {Record<string, any>} order */
  async signature(order) {
    const { key, match, seat } = this;
    if (!key) throw new Error("this browser holds no key");
    const asked = await post(`matches/${match.id}/orders`, { seat, command: order });
    if (asked.seat !== seat || asked.match !== match.id || !isMeant(order, asked.command))
      throw new Error("not signed: the service wants another order signed than the one you gave");
    return signOrder(key, asked);
  }

  /**
   * Give a command of the table for the seat.
   * @param {Record<string, any>} order
   */
  async give(order) {
    const result = await this.send("commands", { id: freshId(), seat: this.seat, command: order }, order);
    this.match.settle(result.position);
  }

  /** Standing answers of a seat with a key are given by its page, for the service cannot sign them. */
  async answerStanding() {
    const prompt = this.match.prompts.find((one) => one.seat === this.seat);
    if (!prompt || this.answered === prompt.window || !this.match.canStand || this.match.summary.paused) return;
    this.answered = prompt.window;
    const { command, window } = await get(`matches/${this.match.id}/standing/due`, { seat: this.seat });
    if (!command.do || window !== prompt.window) return;
    const { isLeft } = await import("./left_answers.js");
    if (!(await isLeft(this.place, prompt, command, this.match.summary))) {
      notice(
        "standing",
        `The service has a standing answer of ${seatName(this.seat)} that was not left in this browser, so it is not signed. Answer yourself, or leave it here.`,
      );
      return;
    }
    const { do: verb, ...slots } = command;
    const text = [verb, ...Object.values(slots)].join(" ");
    this.match.commandPanel.sent.add({
      id: freshId(),
      command,
      text,
      says: `standing answer: ${text}`,
      seat: this.seat,
      window,
      state: "sending",
      detail: "",
    });
  }

  // Keys

  /**
   * Name a key for the seat: with a claim where it has none, else by an order that the old key signs.
   * @param {SigningKey} key
   */
  async nameKey(key) {
    const { seat, place, proof } = this;
    const isFirst = !proof?.keys[seat];
    const { publicKey, privateKey } = key;
    await keep("keys", place, isFirst ? { publicKey, privateKey } : { ...this.key, next: { publicKey, privateKey } });
    const claim = { do: "claim", seat, holder: "human", key: publicKey };
    await this.give(isFirst ? claim : { do: "change-key", seat, key: publicKey });
    await this.read();
    if (this.proof?.keys[seat] !== publicKey) throw new Error("the service has not recorded this key");
    await keep("keys", place, { publicKey, privateKey });
  }

  /**
   * Hold a key that the seat has named already, or that the others are to agree to.
   * @param {SigningKey} key
   */
  async holdKey({ publicKey, privateKey }) {
    const old = this.key?.named ? this.key : undefined;
    await keep("keys", this.place, old ? { ...old, next: { publicKey, privateKey } } : { publicKey, privateKey });
    await this.read();
  }

  // Shares

  /** Seal a share where the match waits for it, and open it once all are sealed. */
  async addShare() {
    const { seat, place } = this;
    const { sealed, opened } = /** @type {Proof} */ (this.proof).shares;
    const { seats } = this.match.summary;
    const waits = Object.keys(seats).filter((one) => !seats[one].startsWith("bot") && !sealed.includes(one));
    const own = await kept("shares", place);
    if (!sealed.includes(seat) || (!own && !opened.length)) await this.seal();
    else if (own && !waits.length && !opened.includes(seat)) await this.give({ do: "open-share", share: own });
    const others = waits.filter((one) => one !== seat);
    notice("shares", others.length ? `The dice wait for the shares of ${others.join(" and ")}.` : "");
  }

  async seal() {
    const { seat, place, match } = this;
    const share = await keptOr("shares", place, freshId() + freshId());
    const claim = { do: "claim", seat, holder: "human", seal: await sealOf(match.id, seat, share) };
    await this.give(this.wish.keeper ? { ...claim, keeper: await this.keeper.commitment(seat) } : claim);
    this.keeper.isKeeping ||= this.wish.keeper;
  }

  /** Whether the seat can still begin to keep a part of the dice: no share is open yet. */
  get canKeep() {
    const shares = this.proof?.shares;
    return Boolean(crypto.subtle && shares?.wanted && !shares.dealt && !shares.opened.length && !this.keeper.isKeeping);
  }

  /** Keep a part of the dice in this browser. */
  async keepDice() {
    await this.give({ do: "claim", seat: this.seat, holder: "human", keeper: await this.keeper.commitment(this.seat) });
    this.keeper.isKeeping = true;
  }
}
