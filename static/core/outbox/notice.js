/** Draws the notice at the head of every page: deals that wait to be sent, and deals that were refused. */

import { element, icon } from "../elements.js";
import { all, input, required } from "../page.js";
import { fieldsOf, settled } from "./send.js";
import { CONFLICT, drop, dropHands, findItem, gameOf, hasRoom, items, update } from "./store.js";

/** @import { Item, Refusal, StoredItem } from "./store.js" */

const MEND = "Check it";
const HELD = "No connection. Other pages open once it is back.";
const NO_LINK = [403, 404, 410];

const here = gameOf(location.href);
const isAtTable = here.startsWith("/game/");
const notice = element("div", { id: "outbox", class: "outbox", role: "status" });
/** @type {HTMLFormElement | null} */
const form = document.querySelector("form#deal");
/** @type {{ text: string, undo: () => void } | null} */
let thrown = null;
/** Whether a link was tapped that leads nowhere now. */
let isHeld = false;
/** Said before anything is typed. */
const full = form && !hasRoom() ? "This phone’s storage is full: it cannot keep a deal without a connection." : "";
let drawn = "";

/**
 * Name what waits: "Deal 4", "The correction of deal 2", "Your hand in deal 4", "“Bob paid Ann $14.00”".
 * @param {Item} item
 */
export function itemName({ name, hand, number, isNew }) {
  if (name) return `“${name}”`;
  if (hand) return hand;
  return isNew ? `Deal ${number}` : `The correction of deal ${number}`;
}

/** @param {Item} item */
function nameFromHere(item) {
  return isAtTable && item.game !== here && !item.name ? `${itemName(item)} at another table` : itemName(item);
}

/**
 * Return the words of the button that shows why a deal was refused; empty if the server has no page for it.
 * @param {Refusal | null | undefined} refused
 */
export function reviewWords(refused) {
  if (!refused) return "";
  if (refused.way) return refused.way;
  if (NO_LINK.includes(refused.status)) return "";
  return refused.status === CONFLICT ? "Look at both" : MEND;
}

/**
 * Return a time in words: "21:40" today, "20 Nov 2026, 21:40" on another day.
 * @param {number} milliseconds
 */
export function timeText(milliseconds) {
  const at = new Date(milliseconds);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString("en-GB", { timeStyle: "short", dateStyle: isToday ? undefined : "medium" });
}

/** @type {(text: string, act: () => void) => HTMLButtonElement} */
function button(text, act) {
  const made = element("button", { type: "button", class: "second small" }, text);
  made.addEventListener("click", act);
  return made;
}

/** @param {StoredItem} item */
function throwAway(item) {
  const undo = drop(item);
  thrown = { text: `${nameFromHere(item)} is discarded.`, undo };
  draw();
}

/**
 * Send a refused deal once more. If it is refused again, show the server's page about it.
 * @param {string} id
 */
export async function review(id) {
  const item = findItem(id);
  if (!item) return;
  update(item, { refused: null });
  await settled(id);
  const now = findItem(id);
  if (now?.refused) submitAsForm(now);
}

/**
 * Send a deal as a form, so that the browser shows the server's page about it.
 * @param {StoredItem} item
 */
export function submitAsForm(item) {
  const whole = element("form", { method: "post", action: item.action, hidden: true });
  for (const [name, value] of fieldsOf(item)) {
    whole.append(Object.assign(element("textarea", { name }), { value }));
  }
  document.body.append(whole);
  HTMLFormElement.prototype.submit.call(whole);
}

/**
 * Send a deal by the link that opened this page, which leads to the same table.
 * @param {StoredItem} item
 */
function sendFromHere(item) {
  const action = here + item.action.slice(item.game.length);
  update(item, { game: here, action, refused: null });
  settled(item.id);
}

/** @param {StoredItem} item */
function drawRefused(item) {
  const look = item.name ? "" : reviewWords(item.refused);
  // Away from the table, the way to a deal that has to be mended is enough.
  const why = look === MEND && !isAtTable ? " is not saved yet." : ` was not saved: ${item.refused?.text}`;
  const words = element("p", {}, nameFromHere(item) + why);
  const isThisTable = item.table && item.table === document.body.dataset.table && item.game !== here;
  const ways = [];
  if (look) ways.push(button(look, () => review(item.id)));
  else if (isThisTable) ways.push(button("Send it from here", () => sendFromHere(item)));
  return element("div", {}, words, ways, button("Discard", () => throwAway(item)));
}

/**
 * Say how many are waiting: "1 deal waiting.", "2 payments waiting."
 * @param {StoredItem[]} waiting
 */
function drawWaiting(waiting) {
  const isMany = waiting.length > 1;
  const what = waiting.every(({ name }) => name) ? "payment" : waiting.every(({ hand }) => hand) ? "hand" : "deal";
  const they = isMany ? "They will be sent automatically" : "It will be sent automatically";
  const rows = waiting.map((item) =>
    element("li", {}, `${nameFromHere(item)}, ${timeText(item.at)} `, button("Discard", () => throwAway(item)))
  );
  return fold(
    "waiting",
    `${waiting.length} ${what}${isMany ? "s" : ""} waiting.`,
    element("p", {}, `${they} as soon as the server answers.`),
    element("ul", {}, rows),
  );
}

/**
 * Fold something away below a line, or leave it open.
 * @param {string} name
 * @param {string} line
 * @param {...Node} parts
 */
function fold(name, line, ...parts) {
  const open = notice.querySelector(`details.${name}`)?.hasAttribute("open");
  const head = element("summary", {}, icon("chevron", "chevron"), line);
  return element("details", { class: `fold ${name}`, open }, head, ...parts);
}

/**
 * Tell what was refused. Above the keys several take one line, or no cards would be in view.
 * @param {StoredItem[]} refused
 */
function drawAllRefused(refused) {
  const rows = refused.map(drawRefused);
  return form && rows.length > 1 ? [fold("refused", `${rows.length} entries were not saved.`, ...rows)] : rows;
}

/** @param {{ text: string, undo: () => void }} about */
function drawThrown({ text, undo }) {
  const back = button("Put it back", () => {
    thrown = null;
    undo();
  });
  return element("div", {}, element("p", {}, text), back);
}

/** Return the number of the last deal that is scored, as far as this page knows. */
function lastScored() {
  const told = all("[data-next]");
  return Math.max(0, ...[...told].map(({ dataset }) => Number(dataset.next) - 1));
}

/** Draw the notice if anything changed. The page itself shows the state of its own deal. */
export function draw() {
  dropHands(here, lastScored());
  const own = form && input(form, "entry_id").value;
  const shown = items().filter(({ id, refused }) =>
    id === own ? form?.hidden && !reviewWords(refused) : id !== form?.dataset.again || reviewWords(refused) !== MEND
  );
  const text = JSON.stringify([shown.map(({ id, refused }) => [id, refused]), thrown?.text, isHeld]);
  if (text === drawn) return;
  drawn = text;
  const waiting = shown.filter(({ refused }) => !refused);
  notice.replaceChildren(
    ...[full, isHeld && HELD].filter(Boolean).map((words) => element("div", {}, element("p", {}, words))),
    ...drawAllRefused(shown.filter(({ refused }) => refused)),
    ...(waiting.length ? [drawWaiting(waiting)] : []),
    ...(thrown ? [drawThrown(thrown)] : []),
  );
}

/**
 * Say why a link did not lead anywhere, or no longer.
 * @param {boolean} isHeldNow
 */
export function tellHeld(isHeldNow) {
  isHeld = isHeldNow;
  draw();
  if (isHeld) notice.scrollIntoView({ block: "nearest" });
}

/** Put the notice at the head of the page. */
export function showNotice() {
  required("#content", HTMLElement).before(notice);
  addEventListener("outbox", draw);
  document.addEventListener("renewed", draw);
  draw();
}
