// Somebody who plays by pointing or by keys alone. It only looks: it says where to point or which key to press next.
//
// What is to be pointed at is scrolled into sight and must be on top there; what is covered is told.

(() => {
  const ON_TABLE = [
    ".board .target[data-piece]:not(.chosen), .space.target:not(.chosen)",
    ".hand .piece.target:not(.chosen), .rows .target:not(.chosen)",
    ".here .candidates .target:not(.chosen)",
    ".space.holds-target",
  ];
  const BESIDE = [".slot.open .candidate:not(.chosen)", ".offers .offer", ".rows details.due:not([open]) > summary"];
  const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const SPOTS = [0.5, 0.15, 0.85].flatMap((y) => [0.5, 0.2, 0.8].map((x) => [x, y]));
  const READY = ["dialog .anyway", ".send:not([disabled])"];

  /** A long list can be used with keys; who points does so on the board. */
  const LIST = ".slot.open select";

  let hasKeys = false;
  let seed = 1;
  /** A number below n, the same in every run. */
  function below(n) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  }
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const words = (one) => `${one.getAttribute("class")}: ${one.getAttribute("aria-label") ?? one.textContent}`.slice(0, 160); // prettier-ignore
  const isDrawn = (one) => one.getBoundingClientRect().width > 0 && !one.closest("[hidden], details:not([open]) > :not(summary)"); // prettier-ignore
  const found = (selectors) => selectors.map((one) => [...document.querySelectorAll(one)].filter(isDrawn));
  const isOver = () => Boolean(document.querySelector(".result"));

  /** What may be done now, in the order to try it: what is ready first, then mostly what is on the table. */
  function things() {
    const [ready, table, beside] = [READY, ON_TABLE, hasKeys ? [...BESIDE, LIST] : BESIDE].map(found);
    const kinds = below(3) ? [...table, ...beside] : [...beside, ...table];
    return [...ready, ...kinds].flatMap((some) => {
      const first = some.length ? below(some.length) : 0;
      return [...some.slice(first), ...some.slice(0, first)];
    });
  }

  /** A point on an element where nothing else is on top; undefined where all of it is covered. */
  function spot(element) {
    for (const block of ["nearest", "center", "start"]) {
      element.scrollIntoView({ block, inline: "center" });
      const box = element.getBoundingClientRect();
      for (const [x, y] of SPOTS) {
        const at = { x: box.left + box.width * x, y: box.top + box.height * y };
        const top = document.elementFromPoint(at.x, at.y);
        // A piece on a space is another thing than the space itself.
        if (top && element.contains(top) && !(element.matches(".space") && top.closest("[data-piece]"))) return at;
      }
    }
    return undefined;
  }

  /** Wait until something may be done; gives null when nothing can for long. */
  async function due() {
    const until = performance.now() + 30_000;
    while (performance.now() < until) {
      if (isOver()) return [];
      const some = things();
      if (some.length) return some;
      await wait(10);
    }
    return null;
  }

  const stuck = () => ({ stuck: document.querySelector("main").innerText.slice(0, 3000) });

  /** Where to point next: {x, y, what}, or {over}, or {stuck}. */
  async function point() {
    const some = await due();
    if (!some) return stuck();
    if (!some.length) return { over: true };
    for (const element of some) {
      const at = spot(element);
      if (at) return { ...at, what: words(element) };
    }
    return { stuck: `all is covered: ${some.map(words)}` };
  }

  let wanted;
  let hasPointed = false;

  /** Which key to press next: {key, what}, or {over}, or {stuck}. */
  async function key() {
    hasKeys = true;
    const some = await due();
    if (!some) return stuck();
    if (!some.length) return { over: true };
    const at = document.activeElement;
    // A space with several things to choose from has asked which is meant, and is there already.
    if (hasPointed && at.matches(".here .target")) wanted = at;
    else if (hasPointed || !some.includes(wanted)) wanted = some[0];
    const next = await towards(wanted);
    hasPointed = next === "Enter" && Boolean(at.closest(".space"));
    return { key: next, what: words(wanted) };
  }

  /** The key that leads from what is in focus to an element, or presses it. */
  async function towards(element) {
    const at = document.activeElement;
    if (at === element) return at.matches("select") ? "ArrowDown" : "Enter";
    if (element.closest("dialog")) return "Tab";
    // Letters typed in a list choose from it.
    if (at.matches("select")) return isBefore(element, at) ? "Shift+Tab" : "Tab";
    const space = element.closest("[data-zone]:is(.space)");
    if (space && at === space) return "Enter";
    if (space) return at.matches(".space") ? arrow(at.dataset.zone, space.dataset.zone) : "b";
    if (element.matches(".hand .target") && !at.closest(".hand")) return "h";
    if (element.matches(":is(.hand, .rows) .target")) {
      if (at.matches(".space")) return "o";
      return at.closest(".hand, .rows") && !isBefore(element, at) ? "t" : "T";
    }
    const order = element.closest(".order");
    return order && !order.contains(at) ? "o" : isBefore(element, at) ? "Shift+Tab" : "Tab";
  }

  const isBefore = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

  /** The arrow key that begins the shortest way from space to space. */
  async function arrow(from, onto) {
    const { next } = await import("/page/geometry.js");
    const places = new Map(
      [...document.querySelectorAll(".board .space")].map((one) => {
        const [x, y] = one
          .getAttribute("transform")
          .match(/-?[\d.]+/g)
          .map(Number);
        return [one.dataset.zone, { x, y }];
      }),
    );
    const ways = new Map([[from, ""]]);
    for (const [zone, first] of ways) {
      if (zone === onto) return first;
      for (const one of ARROWS) {
        const beyond = next(places, zone, one);
        if (beyond && !ways.has(beyond)) ways.set(beyond, first || one);
      }
    }
    return "Tab";
  }

  window.robot = { point, key, start: (number) => (seed = number) };
})();
