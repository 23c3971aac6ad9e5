// What somebody wished for when taking a seat, kept until the table is there.

import { h } from "./dom.js";

const NAME = "wardiary-wish-";

/**
 * Boxes for taking a seat: whether orders are to be signed, and whether it keeps a part of the dice.
 * @param {boolean} isAble whether this browser can sign
 * @param {boolean} isShared whether seats add shares to the dice
 */
export const wishBoxes = (isAble, isShared) => {
  const key = h("input", { type: "checkbox", id: "wish-key" });
  const keeper = h("input", { type: "checkbox", id: "wish-keeper" });
  const signing = " Sign my orders with a key that stays in this browser (without it I can give no more orders here)";
  const keeping =
    " Keep a part of the dice in this browser, so that not even the host knows them (dice wait while this page is closed)";
  return {
    shown: [
      isAble ? h("label", { class: "check" }, key, signing) : null,
      isShared && crypto.subtle ? h("label", { class: "check" }, keeper, keeping) : null,
    ],
    /** @param {string} match */
    remember: (match) =>
      sessionStorage.setItem(NAME + match, JSON.stringify({ key: key.checked, keeper: keeper.checked })),
  };
};

/** @param {string} match */
export function wished(match) {
  /** @type {{ key: boolean, keeper: boolean }} */
  const wish = JSON.parse(sessionStorage.getItem(NAME + match) ?? '{"key":false,"keeper":false}');
  sessionStorage.removeItem(NAME + match);
  return wish;
}
