/**
 * Keeps an open page up to date. An event of the stream names the state of the game, and nothing else. If
 * the page shows another state, it is loaded again and changed in place. A lost event does no harm,
 * since the next one has the same effect.
 *
 * The stream is closed while the page is hidden: a browser has six connections to a site. Where
 * streams are refused or break, the page asks from time to time and tries a stream again later.
 */

import { required } from "../core/page.js";
import { renew } from "./morph.js";
import { announceTyping } from "./typing.js";

// All in milliseconds.
const POLL_PAUSE = 2500;
const PAUSE_WHEN_REFUSED = 30_000;
const LONGEST_SILENCE = 40_000;
const LONGEST_OPENING = 6000;
const LONGEST_ANSWER = 10_000;
// The phones of a table are told at the same moment, and a page takes the server some time: they spread
// their requests over so long, so that the last one need not wait for all the others.
const SPREAD = 100;
const CLOSED = [403, 404, 410];
const NOT_FOUND = 404;

/**
 * The addresses of the stream, of the game's state, of its score sheet, of the page to load if that
 * is another one than this, and of this page if it answers a form; a selector of the blocks to renew; the
 * state and the number of the next deal that the page shows; the game's version when it was opened.
 * @typedef {{ stream: string, version: string, home: string, page?: string, own?: string, blocks: string,
 *   state: string, next: string, seen: string }} LiveData
 */

const place = required("#live", HTMLElement);
const { stream, version, home, page, own, blocks, seen, ...first } =
  /** @type {LiveData} */ (/** @type {unknown} */ (place.dataset));
const offline = required("[data-lost]", HTMLElement);
const kind = document.body.className;
let { state, next } = first;
/** @type {string | null} the newest state, until the page is compared with it */
let newest = null;
let isLoading = false;
let isIncomplete = false;
/** @type {EventSource | null} */
let source = null;
let timer = 0;
let refusedUntil = 0;

/** @param {string} address */
async function ask(address) {
  const signal = AbortSignal.timeout(LONGEST_ANSWER);
  const answer = await fetch(address, { headers: { "X-Again": seen }, signal });
  // A host whose link was renewed is redirected to the new one.
  const isLed = answer.redirected && address === version;
  if (answer.ok && !isLed) return answer.text();
  if (isLed || CLOSED.includes(answer.status)) {
    closeStream();
    // The page no longer exists; for a withdrawn link the same address says so.
    if (answer.status === NOT_FOUND) location.replace(home);
    else location.reload();
  }
  throw answer;
}

/**
 * Go to the score of the deal that this page was about, unless something is typed into the page or on its way: then
 * the answer leads on.
 * @param {DOMStringMap} fresh what the server says now
 */
function follow(fresh) {
  const isScored = Number(fresh.next) > Number(next);
  next = fresh.next ?? next;
  if (!isScored || !fresh.scored || !("follows" in place.dataset)) return false;
  // A hand that was sent is on its way no more.
  if (document.querySelector("form[data-begun]:not([data-hand][hidden]), body[data-busy]")) return false;
  closeStream();
  location.replace(fresh.scored);
  return true;
}

/** @param {Element} file a style sheet or a script of a page */
const nameOf = (file) => (file.getAttribute("href") ?? file.getAttribute("src") ?? "").replace(/.*\/static\/\w+\//, "");

/**
 * Bring the style sheets and scripts that this page needs now and did not when it was opened.
 * @param {Document} fresh
 */
function bringFiles(fresh) {
  const files = 'link[rel="stylesheet"], script[src]';
  const known = new Set([...document.head.querySelectorAll(files)].map(nameOf));
  for (const file of fresh.head.querySelectorAll(files)) {
    if (known.has(nameOf(file))) continue;
    const brought = document.createElement(file.localName);
    for (const { name, value } of file.attributes) brought.setAttribute(name, value);
    document.head.append(brought);
  }
}

async function load() {
  const text = await ask(page ?? own ?? location.href);
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const told = required("[data-state]", HTMLElement, fresh).dataset;
  if (follow(told)) return;
  // The same address may show another kind of page now: a game that is reopened has no final page.
  if (!page && fresh.body.className !== kind) return location.reload();
  if (!page) bringFiles(fresh);
  isIncomplete = !renew(fresh, blocks);
  if (!isIncomplete) state = told.state ?? "";
  document.dispatchEvent(new Event("renewed"));
}

/**
 * Load the page if it does not show this state of the game.
 * @param {string} found
 */
async function update(found) {
  newest = found;
  if (isLoading) return;
  isLoading = true;
  try {
    while (newest !== null) {
      const wanted = newest;
      newest = null;
      if (wanted === state) continue;
      await new Promise((done) => setTimeout(done, SPREAD * Math.random()));
      await load();
    }
  } finally {
    isLoading = false;
  }
}

function closeStream() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

function openStream() {
  closeStream();
  if (document.hidden) return;
  let isRefused = true;
  const fail = () => poll(isRefused);
  source = new EventSource(stream);
  source.onmessage = ({ data }) => {
    isRefused = false;
    offline.hidden = true;
    clearTimeout(timer);
    timer = setTimeout(fail, LONGEST_SILENCE);
    update(data).catch(fail);
  };
  source.addEventListener("gone", () => poll());
  source.onerror = fail;
  timer = setTimeout(fail, LONGEST_OPENING);
}

/**
 * Ask for the state once. After a pause, open a stream or, while streams are refused, ask again.
 * @param {boolean} [isRefused] whether a stream was just refused
 */
async function poll(isRefused = false) {
  closeStream();
  let isReached = true;
  try {
    await update(await ask(version));
    if (isRefused) refusedUntil = Date.now() + PAUSE_WHEN_REFUSED;
  } catch (refused) {
    isReached = refused instanceof Response && CLOSED.includes(refused.status);
  }
  offline.hidden = isReached;
  closeStream();
  if (document.hidden) return;
  const next = isReached && Date.now() >= refusedUntil ? openStream : () => poll();
  // The pauses differ, so that not all phones ask at the same moment.
  timer = setTimeout(next, POLL_PAUSE * (0.8 + 0.4 * Math.random()));
}

/**
 * Take a lost seat back, or let it go, without leaving a page on which something is entered.
 * @param {SubmitEvent} event
 */
async function answerSeatNews(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement && form.closest("#seat-news"))) return;
  event.preventDefault();
  try {
    await fetch(form.action, { method: "POST", body: new FormData(form) });
    document.dispatchEvent(new Event("outdated"));
  } catch {
    form.submit();
  }
}

document.addEventListener("visibilitychange", () => (document.hidden ? closeStream() : openStream()));
document.addEventListener("input", ({ target }) => {
  if (target instanceof Element) target.closest("form")?.setAttribute("data-begun", "");
});
// A script of the page has changed something on the server.
document.addEventListener("outdated", () => load().catch(() => {}));
// In the capture phase: the pad stands in a form itself, and at that form browsers stop the event of one within it.
if (page) document.addEventListener("submit", answerSeatNews, true);
document.addEventListener("focusout", () => {
  if (isIncomplete) setTimeout(() => load().catch(() => {}));
});
addEventListener("pagehide", closeStream);
addEventListener("pageshow", ({ persisted }) => persisted && openStream());
addEventListener("online", openStream);
addEventListener("offline", () => poll());
openStream();
announceTyping();
