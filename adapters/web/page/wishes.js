// What somebody wished for when taking a seat, kept until the table is there.

import { h } from "./dom.js";

const NAME = "wardiary-wish-";

/** A box for taking a seat: whether orders are to be signed. */
export const wishBox = () => {
  const box = h("input", { type: "checkbox", id: "wish-key" });
  return {
    shown: h(
      "label",
      { class: "check" },
      box,
      " Sign my orders with a key that stays in this browser (without it I can give no more orders here)",
    ),
    /** @param {string} match */
    remember: (match) => box.checked && sessionStorage.setItem(NAME + match, "key"),
  };
};

/** @param {string} match */
export function wished(match) {
  const key = sessionStorage.getItem(NAME + match) === "key";
  sessionStorage.removeItem(NAME + match);
  return { key };
}
