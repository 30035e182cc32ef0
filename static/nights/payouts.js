/**
 * The payouts of a night: payments are sent by way of the phone's outbox. A tap without a network waits on the phone,
 * and is sent once: each has an id that is made here, so that the server knows it again.
 */

import { settled } from "../core/outbox/send.js";
import { add, CONFLICT, drop, findItem, gameOf, items, newId } from "../core/outbox/store.js";
import { offerTray } from "./tray.js";

/** @import { Item, StoredItem } from "../core/outbox/store.js" */

/** @typedef {Pick<Item, "action" | "fields">} Content */

/** @type {(form: HTMLFormElement) => Content} */
const contentOf = (form) => ({
  action: new URL(form.action).pathname,
  fields: [...new FormData(form)].map(([name, text]) => [name, String(text)]),
});

/** @returns {NodeListOf<HTMLFormElement>} */
const forms = () => document.querySelectorAll("form[data-payment]");

/** @type {(form: HTMLFormElement) => Item} */
function itemOf(form) {
  const id = newId();
  const { action, fields } = contentOf(form);
  return {
    id,
    game: gameOf(form.action),
    name: form.dataset.payment,
    action,
    page: location.pathname,
    number: 0,
    isNew: false,
    fields: fields.map(([name, text]) => [name, name === "entry_id" ? id : text]),
    version: 0,
    after: null,
    at: Date.now(),
    refused: null,
  };
}

/**
 * Name what a form is about: the line between two parties, or a payment that is taken back.
 * @param {Content} content
 * @param {...string} more the fields that count besides
 */
function lineOf({ action, fields }, ...more) {
  const about = new Map(fields);
  return [action, ...["from", "to", ...more].map((name) => about.get(name))].join(" ");
}

/** Mark the forms whose payment waits; a second tap would be a second payment. */
function markWaiting() {
  const waiting = items().filter(({ refused }) => !refused).map((item) => lineOf(item));
  for (const form of forms()) form.toggleAttribute("data-waits", waiting.includes(lineOf(contentOf(form))));
}

/**
 * Drop what is kept of payments that were refused.
 * @param {(item: StoredItem) => boolean} isOver whether there is no more to say of one
 */
function dropRefused(isOver) {
  for (const item of items()) if (item.refused && item.name && isOver(item)) drop(item);
}

/** Drop a payment that somebody else was faster with, once that was taken back: its line stands as it was tapped. */
function dropTakenBack() {
  const lines = [...forms()].map((form) => lineOf(contentOf(form), "paid"));
  dropRefused((item) => item.refused?.status === CONFLICT && lines.includes(lineOf(item, "paid")));
}

/** Draw what waits, on the page as it is now. */
function look() {
  markWaiting();
  dropTakenBack();
}

/** @param {SubmitEvent} event */
async function send(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.dataset.payment) return;
  if ("waits" in form.dataset) return event.preventDefault();
  const item = itemOf(form);
  if (!add(item)) return; // the browser sends it itself
  event.preventDefault();
  dropRefused((refused) => lineOf(refused) === lineOf(item));
  await settled(item.id);
  const now = findItem(item.id);
  if (!now || now.refused) document.dispatchEvent(new Event("outdated"));
  if (now?.refused) document.getElementById("outbox")?.scrollIntoView();
}

// Before the outbox looks at the form, which would not send it without a network.
document.addEventListener("submit", send, { capture: true });
addEventListener("outbox", markWaiting);
document.addEventListener("renewed", look);
look();
offerTray();
