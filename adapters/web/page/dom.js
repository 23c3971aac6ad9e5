// Elements made from plain words: h for HTML, s for SVG. Text is always text, never markup.

/** @import { Attributes, Children } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {HTMLElement | SVGElement} Made
 * @param {Made} node
 * @param {Attributes} attributes
 * @param {Children[]} children
 * @returns {Made}
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "value") Object.assign(node, { value });
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...flat(children));
  return node;
}

/**
 * Children that are there, in one list.
 * @param {Children[]} children
 */
const flat = (children) =>
  /** @type {(Node | string)[]} */ (
    /** @type {any[]} */ (children)
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false)
  );

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children[]} children
 */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children[]} children
 */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * Put new children in place of the old ones, keeping the focus on the child with the same data-key.
 * @param {Element} parent
 * @param {Children[]} children
 */
export function put(parent, ...children) {
  const active = document.activeElement;
  const key = parent.contains(active) ? active?.closest("[data-key]")?.getAttribute("data-key") : undefined;
  parent.replaceChildren(...flat(children).filter(Boolean));
  if (typeof key === "string") find(parent, `[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/**
 * The first element inside another that fits a selector.
 * @param {Element} parent
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const find = (parent, selector) => parent.querySelector(selector);

/**
 * An element of the shell, which is always there.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Tell those who listen rather than look.
 * @param {string[]} sentences
 */
export function say(...sentences) {
  const live = byId("said");
  live.append(...sentences.map((text) => h("p", {}, text)));
  while (live.childElementCount > 30) live.firstElementChild?.remove();
}

/**
 * A notice over the page, one for each key; without text it goes away.
 * @param {string} key
 * @param {string} text
 * @param {Children[]} more
 */
export function notice(key, text, kind = "", ...more) {
  const old = find(document.body, `#notices [data-notice="${key}"]`);
  if (!text) return old?.remove();
  if (old?.dataset.text === text) return;
  const shown = h(
    "div",
    { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status", dataset: { notice: key, text } },
    h("span", {}, text),
    ...more,
  );
  if (old) old.replaceWith(shown);
  else byId("notices").append(shown);
}

/**
 * A dialog with a title; Escape and a click beside it close it.
 * @param {string} title
 * @param {Children[]} content
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...content) {
  const close = () => box.close();
  /** @type {HTMLDialogElement} */
  const box = h(
    "dialog",
    {
      "aria-labelledby": "dialog-title",
      onclose: () => box.remove(),
      onclick: (/** @type {Event} */ event) => event.target === box && close(),
    },
    h(
      "div",
      { class: "dialog" },
      h(
        "div",
        { class: "row spread" },
        h("h2", { id: "dialog-title" }, title),
        h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: close }, "✕"),
      ),
      ...content,
    ),
  );
  document.body.append(box);
  box.showModal();
  return box;
}
