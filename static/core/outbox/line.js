/** The line that says what waits and what was not taken, on every page. */

import { change, drop, find, gameOf, items } from "./store.js";
import { fieldsOf, settled } from "./send.js";

const CONFLICT = 409;
const NO_LINK = [403, 404, 410];
const here = gameOf(location.href);
const form = document.getElementById("deal");
const line = document.createElement("div");
let thrown = null;
let drawn = "";

/** A deal in words: "Deal 4", "The correction of deal 2 at another table". */
function nameOf({ number, isNew, game }) {
  const name = isNew ? `Deal ${number}` : `The correction of deal ${number}`;
  return location.pathname.startsWith("/game/") && game !== here ? `${name} at another table` : name;
}

/** What leads to the server's answer to a deal; nothing where there is none to look at. */
export function lookWords(refused) {
  if (!refused || NO_LINK.includes(refused.status)) return "";
  return refused.status === CONFLICT ? "Look at both" : "Look at it";
}

/** A time of today, or with its day: "21:40", "20 Nov 2026, 21:40". */
export function moment(milliseconds) {
  const at = new Date(milliseconds);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString("en-GB", { timeStyle: "short", dateStyle: isToday ? undefined : "medium" });
}

export function element(tag, about = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), about);
  made.append(...inside);
  return made;
}

const button = (text, act) => element("button", { type: "button", className: "second small", onclick: act }, text);

function throwAway(item) {
  const undo = drop(item);
  thrown = { text: `${nameOf(item)} is thrown away.`, undo };
  draw();
}

/** Ask the server once more, which may take it now, and show its page if it does not. */
export async function lookAt(id) {
  const item = find(id);
  if (!item) return;
  change(item, { refused: null });
  await settled(id);
  const now = find(id);
  if (now?.refused) showPage(now);
}

/** Send a deal as the form that it came from, so that the answer is the page to be looked at. */
export function showPage(item) {
  const whole = element("form", { method: "post", action: item.action, hidden: true });
  for (const [name, value] of fieldsOf(item)) {
    whole.append(element("textarea", { name, value }));
  }
  document.body.append(whole);
  HTMLFormElement.prototype.submit.call(whole);
}

/** By the link that opened this page, which leads to the same table. */
function sendFromHere(item) {
  const action = here + item.action.slice(item.game.length);
  change(item, { game: here, action, refused: null });
  settled(item.id);
}

function drawRefused(item) {
  const words = element("p", {}, `${nameOf(item)} was not taken: ${item.refused.text}`);
  const look = lookWords(item.refused);
  const move = button("Send it from here", () => sendFromHere(item));
  const isHere = item.table === document.body.dataset.table && item.game !== here;
  const ways = look ? [button(look, () => lookAt(item.id))] : isHere ? [move] : [];
  return element("div", {}, words, ...ways, button("Throw away", () => throwAway(item)));
}

function drawWaiting(waiting) {
  const rows = waiting.map((item) =>
    element("li", {}, `${nameOf(item)}, ${moment(item.at)} `, button("Throw away", () => throwAway(item)))
  );
  const are = waiting.length > 1;
  const they = are ? "They go out by themselves" : "It goes out by itself";
  return element(
    "details",
    { open: line.querySelector("details")?.open ?? false },
    element("summary", {}, `${waiting.length} ${are ? "deals" : "deal"} waiting.`),
    element("p", {}, `${they} as soon as the server answers.`),
    element("ul", {}, ...rows),
  );
}

function drawThrown() {
  const back = button("Put it back", () => {
    const { undo } = thrown;
    thrown = null;
    undo();
  });
  return element("div", {}, element("p", {}, thrown.text), back);
}

/** Draw the line anew if anything changed; what the page says of its own deal needs no word. */
export function draw() {
  const own = form?.elements.entry_id?.value;
  const kept = items().filter(({ id, refused }) => id !== own || (form.hidden && !lookWords(refused)));
  const text = JSON.stringify([kept.map(({ id, refused }) => [id, refused]), thrown?.text]);
  if (text === drawn) return;
  drawn = text;
  const waiting = kept.filter(({ refused }) => !refused);
  line.replaceChildren(
    ...kept.filter(({ refused }) => refused).map(drawRefused),
    ...(waiting.length ? [drawWaiting(waiting)] : []),
    ...(thrown ? [drawThrown()] : []),
  );
}

/** Put the line at the head of the page. */
export function begin() {
  Object.assign(line, { id: "outbox", className: "outbox" });
  line.setAttribute("role", "status");
  document.getElementById("content").before(line);
  addEventListener("outbox", draw);
  draw();
}
