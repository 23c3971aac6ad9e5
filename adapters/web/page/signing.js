// Ed25519 by the browser: keys made, read from files and used. The forms are those of the command line.

/** @import { OrderToSign, SigningKey } from "./types.d.ts" */

const ALGORITHM = "Ed25519";
const LABEL = "wardiary-key-1";
/** What stands before the 32 secret bytes of a private key in PKCS #8. */
const HEAD = "302e020100300506032b657004220420";

/** @param {string} digits */
export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {ArrayBuffer | Uint8Array} bytes */
export const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {Promise<boolean> | undefined} */
let able;

/** Whether this browser can sign here: it needs Ed25519, and a page that came over HTTPS or from this machine. */
export const canSign = () =>
  (able ??= Promise.resolve(crypto.subtle?.generateKey(ALGORITHM, false, ["sign", "verify"])).then(
    Boolean,
    () => false,
  ));

export const CANNOT =
  "This browser cannot sign (it lacks Ed25519, or this page came over plain HTTP): you play on unsigned.";

/**
 * A key from its 32 secret bytes; from then on nothing reads them out of the browser.
 * @param {string} secret
 * @returns {Promise<SigningKey>}
 */
async function imported(secret) {
  const bytes = bytesOf(HEAD + secret);
  const open = await crypto.subtle.importKey("pkcs8", bytes, ALGORITHM, true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", open);
  const text = atob(x.replaceAll("-", "+").replaceAll("_", "/"));
  const publicKey = hex(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  return { publicKey, privateKey: await crypto.subtle.importKey("pkcs8", bytes, ALGORITHM, false, ["sign"]) };
}

/**
 * A new key. Only with `withText` is it ever out of the browser's hands: as the text of a key file.
 * @param {boolean} withText
 * @returns {Promise<SigningKey & { text: string }>}
 */
export async function makeKey(withText) {
  const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(ALGORITHM, withText, ["sign", "verify"]));
  const publicKey = hex(await crypto.subtle.exportKey("raw", pair.publicKey));
  if (!withText) return { publicKey, privateKey: pair.privateKey, text: "" };
  const secret = hex(await crypto.subtle.exportKey("pkcs8", pair.privateKey)).slice(HEAD.length);
  return { ...(await imported(secret)), text: `${LABEL} ${secret}\n` };
}

/**
 * The key in a key file, of this page or of `wardiary sign-key`.
 * @param {string} text
 */
export function readKey(text) {
  const [label, secret] = text.trim().split(/\s+/);
  if (label !== LABEL || !/^[0-9a-f]{64}$/.test(secret ?? ""))
    throw new Error("this file holds no key, or it was cut off");
  return imported(secret);
}

/**
 * The signature over parts: words as they are, and bytes.
 * @param {SigningKey} key
 * @param {(string | Uint8Array)[]} parts
 */
async function signed(key, ...parts) {
  const encoder = new TextEncoder();
  const blob = new Blob(
    parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part)).map((part) => new Uint8Array(part)),
  );
  return hex(await crypto.subtle.sign(ALGORITHM, key.privateKey, await blob.arrayBuffer()));
}

/**
 * @param {SigningKey} key
 * @param {OrderToSign} order
 */
export const signOrder = (key, { match, seat, head, command }) =>
  signed(key, `wardiary order 1\0${match}\0${seat}\0`, bytesOf(head), command);

/**
 * @param {SigningKey} key
 * @param {{ match: string, seat: string, position: number, head: string }} seen
 */
export const signHead = (key, { match, seat, position, head }) =>
  signed(key, `wardiary head 1\0${match}\0${seat}\0`, bytesOf(position.toString(16).padStart(16, "0")), bytesOf(head));

/**
 * Whether what a service wants signed is what was meant: every slot says the same, what only one of the two has is
 * empty, and the text says nothing that is lost when it is read.
 * @param {Record<string, any>} meant
 * @param {string} recorded
 */
export function isMeant(meant, recorded) {
  /** @type {Record<string, any>} */
  const said = JSON.parse(recorded);
  const isEmpty = (/** @type {unknown} */ value) => !value || (Array.isArray(value) && !value.length);
  const isSame = (/** @type {string} */ name) =>
    name in said && name in meant
      ? JSON.stringify(said[name]) === JSON.stringify(meant[name])
      : isEmpty(said[name] ?? meant[name]);
  return JSON.stringify(said) === recorded && Object.keys({ ...said, ...meant }).every(isSame);
}

/**
 * What a seat says of its share before it opens it.
 * @param {string} match
 * @param {string} seat
 * @param {string} share
 */
export async function sealOf(match, seat, share) {
  const text = new TextEncoder().encode(`wardiary share 2\0${match}\0${seat}\0${share}`);
  return hex(await crypto.subtle.digest("SHA-256", text));
}
