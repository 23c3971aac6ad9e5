// Which page is to be shown: the lobby, an invitation, or a match.

import { Problem, post, reason } from "./api.js";
import { byId, dialog, h, notice, put } from "./dom.js";

const main = byId("main");

/** Change the token of an invitation for a seat. It leaves the address bar before anything else. */
async function join() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/join");
  if (!token)
    return put(main, h("h1", {}, "Join a match"), h("p", {}, "This link is incomplete. Ask for the whole link."));
  const offered = await post("invitations/look", { token });
  const { trusted } = await import("./invite.js");
  const { seatName } = await import("./labels.js");
  const { myName, setMyName } = await import("./coming_back.js");
  const { canSign } = await import("./signing.js");
  const wish = (await import("./wishes.js")).wishBoxes(await canSign(), offered.shares);
  const game = `${offered.title}, ${offered.scenario}`;
  if (offered.yours) {
    return put(
      main,
      h("h1", {}, `You hold ${seatName(offered.seat)}`),
      h("p", {}, `${game}. You took this seat by this link before.`),
      h("p", {}, h("a", { class: "button primary", href: `/m/${offered.match}` }, "Go to the table")),
    );
  }
  const button = h("button", { type: "button", class: "primary" }, `Take the seat of ${seatName(offered.seat)}`);
  const name = h("input", { id: "my-name", maxlength: 40, value: myName(), placeholder: "may be left empty" });
  put(
    main,
    h("h1", {}, `${offered.host || "Somebody"} invites you to play ${seatName(offered.seat)}`),
    h("p", {}, h("strong", {}, offered.name ? `${offered.name}: ` : "", game)),
    offered.about ? h("p", {}, offered.about) : null,
    h("label", { class: "who" }, "Your name, as the others read it ", name),
    trusted(offered.trust),
    wish.shown,
    h("p", {}, "The invitation works once, in this browser. Taking the seat opens the match."),
    button,
  );
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      setMyName(name.value.trim());
      const claimed = await post("invitations/claim", { token, known_as: myName() });
      wish.remember(claimed.match);
      location.assign(`/m/${claimed.match}`);
    } catch (error) {
      button.disabled = false;
      notice("join", `The seat could not be taken: ${reason(error)}`, "bad");
    }
  });
  button.focus();
}

async function show() {
  const learnt = location.pathname.match(/^\/learn\/([^/]+)$/);
  const match = location.pathname.match(/^\/m\/([0-9a-f]{32})$/);
  try {
    if (match) return await (await import("./match.js")).showMatch(main, match[1]);
    if (learnt) return await (await import("./learn.js")).showLearning(main, decodeURIComponent(learnt[1]));
    if (location.pathname === "/join") return await join();
    return await (await import("./lobby.js")).showLobby(main);
  } catch (error) {
    if (error instanceof Problem && location.pathname === "/join")
      return put(main, h("h1", {}, "This invitation opens nothing"), h("p", {}, `${reason(error)}. Ask for another.`));
    const missing = error instanceof Problem && error.status === 404;
    put(
      main,
      h("h1", {}, missing ? "There is no such match here" : "This page cannot be shown"),
      h("p", {}, missing ? "It does not exist, or this browser holds no seat in it." : reason(error)),
      h("p", {}, h("a", { href: "/" }, "Go to the lobby")),
    );
    if (!(error instanceof Problem)) throw error;
  }
}

byId("help").addEventListener("click", async () => (await import("./help.js")).showHelp(dialog));
show();
