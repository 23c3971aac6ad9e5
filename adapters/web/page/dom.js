// Elements made from plain words: h for HTML, s for SVG. Text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Put new children in place of the old ones, keeping the focus on the child with the same data-key. */
export function put(parent, ...children) {
  const active = document.activeElement;
  const key = parent.contains(active) ? active.closest("[data-key]")?.dataset.key : undefined;
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key !== undefined) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

export const byId = (id) => document.getElementById(id);

/** Tell those who listen rather than look. */
export function say(...sentences) {
  const said = byId("said");
  said.append(...sentences.map((one) => h("p", {}, one)));
  while (said.childElementCount > 30) said.firstElementChild.remove();
}

/** A notice over the page, one for each key; without text it goes away. */
export function notice(key, text, kind = "", ...more) {
  const old = document.querySelector(`#notices [data-notice="${key}"]`);
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

/** A dialog with a title; Escape and a click beside it close it. */
export function dialog(title, ...content) {
  const close = () => box.close();
  const box = h(
    "dialog",
    {
      "aria-labelledby": "dialog-title",
      onclose: () => box.remove(),
      onclick: (event) => event.target === box && close(),
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
