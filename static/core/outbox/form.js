/** The form of a deal: what is sent is kept first, and the next deal can be entered meanwhile. */

import { drop, find, gameOf, newId, put, savedOf, tailOf, tell } from "./store.js";
import { ask, settled } from "./send.js";
import { element, lookAt, lookWords, showPage } from "./line.js";

const form = document.getElementById("deal");
let panel = null;
let isBusy = false;

const pathOf = (address) => new URL(address, location.href).pathname;
const isNewDeal = (action) => pathOf(action).endsWith("/enter");

/** What a press of a button sends, to be kept. */
function itemOf(submitter) {
  const action = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action;
  const fields = [...new FormData(form)].filter(([, text]) => typeof text === "string");
  if (submitter?.name) fields.push([submitter.name, submitter.value]);
  const { entry_id: entry, version } = form.elements;
  const { after } = form.dataset;
  const isOnTop = after && (find(after) || savedOf(gameOf(action))?.id === after);
  return {
    id: entry.value,
    game: gameOf(action),
    table: document.body.dataset.table,
    action: pathOf(action),
    number: Number(/\/deal\/(\d+)\//.exec(action)?.[1] ?? form.dataset.number),
    isNew: isNewDeal(action),
    // As a browser sends them, so that the server knows the deal again whichever way it comes.
    fields: fields.map(([name, text]) => [name, text.replace(/\r?\n/g, "\r\n")]),
    version: Number(version.value),
    after: isOnTop ? after : null,
    at: Date.now(),
    refused: null,
  };
}

/** Say whose turn it is: a deal on top of those that wait, or of what this phone saved last. */
function lean() {
  const game = gameOf(form.action);
  const { entry_id: entry, version } = form.elements;
  if (document.body.dataset.kept) setHidden(entry, newId());
  const [last, saved] = [tailOf(game), savedOf(game)];
  if (last) form.dataset.after = last.id;
  if (!isNewDeal(form.action)) return;
  // A page that was kept may be older than what this phone saved itself.
  if (saved && saved.version > Number(version.value)) setHidden(version, saved.version);
  const base = last ?? (saved?.version === Number(version.value) ? saved : null);
  if (base?.isNew) retitle(Math.max(base.number + 1, Number(form.dataset.number)));
}

// Else a browser fills in on a reload what stood there before.
const setHidden = (field, value) => Object.assign(field, { value, autocomplete: "off" });

function retitle(number) {
  const old = form.dataset.number;
  if (Number(old) === number) return;
  form.dataset.number = number;
  document.title = document.title.replace(`Deal ${old}`, `Deal ${number}`);
  document.querySelector(".bar h1").textContent = `Deal ${number}`;
  // Who deals depends on what becomes of the deal before.
  document.querySelector(".bar p")?.remove();
  const send = document.querySelector(".foot .main");
  if (send) send.textContent = `Score deal ${number}`;
}

async function send(item) {
  await settled(item.id);
  setBusy(false);
  const now = find(item.id);
  const saved = savedOf(item.game);
  if (!now) location.assign(saved?.id === item.id ? saved.see : `${item.game}/`);
  else if (now.refused) showPage(now);
  else showKept(item);
}

function setBusy(value) {
  isBusy = value;
  document.body.toggleAttribute("data-busy", value);
}

function submit(event) {
  if (isBusy) return event.preventDefault();
  // Where the browser keeps nothing the form goes out by itself, as without scripts.
  const item = itemOf(event.submitter);
  if (!put(item)) return undefined;
  event.preventDefault();
  setBusy(true);
  return send(item);
}

/** The deal waits: say so, and offer the next one. */
function showKept(item) {
  form.dispatchEvent(new Event("kept"));
  setShown(false);
  const name = item.isNew ? `Deal ${item.number}` : `The correction of deal ${item.number}`;
  const head = element("h2", { tabIndex: -1 });
  const see = element("a", { className: "second" }, "Score sheet");
  const go = element("button", { className: "main" });
  // A form that came back holds this deal, and cannot be emptied of it.
  const hasNext = item.isNew && !("returned" in form.dataset) && !isLast(item.number);
  panel = element("div", { className: "kept" });
  panel.append(
    element("section", { className: "leaf gap", ariaLive: "polite" }, head),
    element("div", { className: "foot" }, see, go),
  );
  const draw = () => {
    const [now, saved] = [find(item.id), savedOf(item.game)];
    const isSaved = !now && saved?.id === item.id;
    if (now?.refused) head.textContent = `${name} was not taken: ${now.refused.text}`;
    else if (now) head.textContent = `${name} is kept on this phone.`;
    else head.textContent = isSaved ? `${name} is saved.` : `${name} is no longer kept here.`;
    const look = lookWords(now?.refused);
    go.textContent = look || `Enter deal ${item.number + 1}`;
    go.onclick = async () => {
      go.disabled = true; // a second tap would meet what it says meanwhile
      await (look ? lookAt(item.id) : enterAnother(item));
      go.disabled = false;
    };
    go.hidden = !look && !hasNext;
    see.textContent = isSaved ? "Show the score" : "Score sheet";
    see.href = isSaved ? saved.see : `${item.game}/`;
  };
  draw();
  addEventListener("outbox", draw);
  document.getElementById("content").append(panel);
  tell();
  head.focus();
}

/** Whether a game has no more deals than this. */
function isLast(number) {
  const titles = JSON.parse(document.getElementById("pad-table")?.textContent ?? "{}").asks_for_all;
  return Boolean(titles?.length) && number >= titles.length;
}

function setShown(isShown) {
  form.hidden = !isShown;
  for (const each of document.querySelectorAll("main > .foot, main > .note[role=alert]")) each.hidden = !isShown;
}

/** The form as if it were opened anew: the page stays, since plain http has no other to load. */
function enterAnother(item) {
  panel.remove();
  document.querySelector("#outbox details")?.removeAttribute("open");
  setShown(true);
  form.reset();
  setHidden(form.elements.entry_id, newId());
  form.dataset.after = item.id;
  retitle(item.number + 1);
  form.dispatchEvent(new Event("another"));
  tell();
}

/** Theirs is kept: mine goes, and what was entered on top of mine goes on top of theirs. */
function keepTheirs() {
  const mine = find(form.elements.entry_id.value);
  if (mine) drop(mine, Number(form.elements.version.value));
}

const passed = new WeakSet();

/** A form that is not kept stays on the page without a connection: a browser would show a blank one. */
async function hold(event) {
  const { target, submitter } = event;
  // A hand is too dear to be sent into the void; for the rest the browser's word is enough to ask.
  const isDoubtful = !navigator.onLine || target.dataset.seat;
  if (event.defaultPrevented || passed.delete(target) || !isDoubtful) return;
  event.preventDefault();
  if (await ask(location.href, { method: "HEAD", cache: "no-store" }, () => true)) {
    passed.add(target);
    target.requestSubmit(submitter);
  } else if (submitter) submitter.textContent = "No connection. Try again";
}

/** Watch the form of a deal, if this page has one. Hands of single players go their own way. */
export function begin() {
  document.addEventListener("submit", hold);
  if (!form || !/\/(enter|correct)$/.test(pathOf(form.action))) return;
  if (!("returned" in form.dataset)) lean();
  form.addEventListener("submit", submit);
  document.querySelector("[data-drop]")?.addEventListener("click", keepTheirs);
  addEventListener("pageshow", () => setBusy(false));
}
