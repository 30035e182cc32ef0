/** Keeps a deal on the phone before its form is sent, so that the next deal can be entered meanwhile. */

import { input, required } from "../page.js";
import { awaitServer, holdLink, seemsOut } from "./kept_page.js";
import { hideWaiting, showWaiting } from "./waiting.js";
import { submitAsForm } from "./notice.js";
import { ask, pagesGiven, settled } from "./send.js";
import { add, announceChange, drop, findItem, gameOf, lastWaiting, newId, savedLike, savedOf } from "./store.js";

/** @import { Item, StoredItem } from "./store.js" */

/** @type {(form: HTMLFormElement, name: string, value: string | number) => void} */
function setHidden(form, name, value) {
  // Without "off" a browser that reloads the page puts the old value back.
  Object.assign(input(form, name), { value, autocomplete: "off" });
}

/** @param {string} address */
const pathOf = (address) => new URL(address, location.href).pathname;

/** @param {string} action */
const isNewDeal = (action) => pathOf(action).endsWith("/enter");

/**
 * Return what a button of the form sends, as an item of the outbox.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @returns {Item}
 */
function itemOf(form, submitter) {
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  const action = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const fields = [...new FormData(form)];
  if (button?.name) fields.push([button.name, button.value]);
  const { after, hand } = form.dataset;
  const isAfter = after && (findItem(after) || savedOf(gameOf(action))?.id === after);
  return {
    id: input(form, "entry_id").value,
    game: gameOf(action),
    table: document.body.dataset.table,
    action: pathOf(action),
    hand,
    number: Number(/\/deal\/(\d+)\//.exec(action)?.[1] ?? form.dataset.number),
    isNew: isNewDeal(action),
    // A browser's own post has these line ends, and the server compares the two.
    fields: fields.map(([name, text]) => [name, String(text).replace(/\r?\n/g, "\r\n")]),
    version: Number(input(form, "version").value),
    after: isAfter ? after : null,
    at: Date.now(),
    refused: null,
  };
}

/**
 * Give a new deal the number after those that wait, and note which of them it comes after. A page that
 * the phone kept may also be older than a deal that the phone has saved.
 * @param {HTMLFormElement} form
 */
function followWaiting(form) {
  const game = gameOf(form.action);
  const version = Number(input(form, "version").value);
  if (document.body.dataset.kept) setHidden(form, "entry_id", newId());
  const [last, saved] = [lastWaiting(game), savedOf(game)];
  if (last) form.dataset.after = last.id;
  if (!isNewDeal(form.action)) return;
  if (saved && saved.version > version) setHidden(form, "version", saved.version);
  const before = last ?? (saved && saved.version >= version ? saved : null);
  if (before?.isNew) renumber(form, Math.max(before.number + 1, Number(form.dataset.number)));
}

/**
 * Give the page another deal's number. The line that says who deals may now be wrong, and is removed.
 * @param {HTMLFormElement} form
 * @param {number} number
 */
function renumber(form, number) {
  const old = form.dataset.number;
  if (Number(old) === number) return;
  form.dataset.number = String(number);
  document.title = document.title.replace(`Deal ${old}`, `Deal ${number}`);
  required(".bar h1", HTMLElement).textContent = `Deal ${number}`;
  document.querySelector(".bar p")?.remove();
  const send = document.querySelector(".foot .main");
  if (send) send.textContent = `Score deal ${number}`;
}

/** @param {boolean} isBusy */
const setBusy = (isBusy) => void document.body.toggleAttribute("data-busy", isBusy);

/** @type {(form: HTMLFormElement, event: SubmitEvent) => Promise<void>} */
async function submit(form, event) {
  if ("busy" in document.body.dataset) return event.preventDefault();
  const item = itemOf(form, event.submitter);
  // If the browser refuses its storage, it sends the form itself, once the server is known to answer.
  if (!add(item)) return void (form.dataset.unkept = "");
  event.preventDefault();
  setBusy(true);
  await settled(item.id);
  setBusy(false);
  const now = findItem(item.id);
  const saved = savedLike(item);
  if (!now && saved?.id === item.id) see(item, saved.see);
  else if (!now) location.assign(`${item.game}/`);
  else if (now.refused) showRefused(form, now);
  else showWaiting(form, item, () => enterNext(form, item));
}

/**
 * Show the server's page about a refused deal: as its answer brought it, else by asking for it.
 * @param {HTMLFormElement} form
 * @param {StoredItem} item
 */
async function showRefused(form, item) {
  const page = pagesGiven.get(item.id);
  const shows = page && await import(form.dataset.refused ?? "").catch(() => {});
  if (shows) shows.showRefusal(form, page, watchDealForm, dropOwn);
  else submitAsForm(item);
}

/**
 * Go to the page of what was just saved. From that of a deal the way back leads to the sheet, and not to an empty form
 * for the next one.
 * @param {Item} item
 * @param {string} address
 */
function see({ hand, game }, address) {
  if (!hand) {
    history.replaceState(null, "", `${game}/`);
    setBusy(true); // else news of the deal could lead there too, and the way back would be lost
  }
  location.assign(address);
}

/**
 * Begin the next deal on the same page: by plain http the phone has no other page to load.
 * @param {HTMLFormElement} form
 * @param {Item} item the deal before
 */
function enterNext(form, item) {
  hideWaiting(form);
  form.reset();
  setHidden(form, "entry_id", newId());
  form.dataset.after = item.id;
  renumber(form, item.number + 1);
  form.dispatchEvent(new Event("another"));
  announceChange();
}

/**
 * Drop this phone's version of a deal. Deals that were entered after it are sent after the other version.
 * @param {HTMLFormElement} form
 */
function dropOwn(form) {
  const own = findItem(input(form, "entry_id").value);
  if (own) drop(own, Number(input(form, "version").value));
}

const OUT_OF_REACH = "No connection. Try again";

/** @type {WeakSet<HTMLFormElement>} */
const checked = new WeakSet();

/**
 * Do not send any other form while the server is out of reach: the browser would leave the page for an
 * error page, and what was typed would be lost.
 * @param {SubmitEvent} event
 */
async function holdBack(event) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  // Cards take long to enter, so before they leave the page the server is asked.
  const isDoubtful = seemsOut() || "unkept" in form.dataset;
  if (event.defaultPrevented || checked.delete(form) || !isDoubtful) return;
  event.preventDefault();
  if (await ask(location.href, { method: "HEAD", cache: "no-store" }, () => true)) {
    checked.add(form);
    form.requestSubmit(submitter);
  } else if (submitter && submitter.textContent !== OUT_OF_REACH) {
    const words = submitter.textContent;
    submitter.textContent = OUT_OF_REACH;
    awaitServer(() => (submitter.textContent = words));
  }
}

/** Watch the forms of this page. */
export function watchForms() {
  document.addEventListener("submit", holdBack);
  document.addEventListener("click", holdLink);
  watchDealForm();
}

/** Watch the form of a whole deal or of one hand, if this page has one: only those are kept on the phone. */
function watchDealForm() {
  const form = document.getElementById("deal");
  if (!(form instanceof HTMLFormElement) || !/\/(enter|correct|hand\/\d+)$/.test(pathOf(form.action))) return;
  if (!("returned" in form.dataset) && !form.dataset.hand) followWaiting(form);
  if ("unchanged" in form.dataset) dropOwn(form);
  form.addEventListener("submit", (event) => submit(form, event));
  document.querySelector("[data-drop]")?.addEventListener("click", () => dropOwn(form));
  addEventListener("pageshow", ({ persisted }) => {
    setBusy(false);
    // The browser may show this page as it was when the deal was sent: it is the page of another address by now.
    if (persisted && pathOf(form.action) !== pathOf(location.href)) location.reload();
  });
}
