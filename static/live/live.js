/**
 * Keeps an openStream page up to date. A stream of events gives the state of the game alone; where that is
 * not the state that the page shows, the page is loaded again and changed in place. So an event that
 * got lost does no harm: the next one repairs the page.
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
const CLOSED = [403, 404, 410];
const NOT_FOUND = 404;

/**
 * The addresses that the page names: of the stream, of the game's state, of its score sheet, and of
 * the page to load where that is another one than this. `blocks` selects what is renewed.
 * @typedef {{ stream: string, version: string, home: string, page?: string, blocks: string, state: string }} LiveData
 */

const place = required("#live", HTMLElement);
const { stream, version, home, page, blocks, ...first } =
  /** @type {LiveData} */ (/** @type {unknown} */ (place.dataset));
const offline = required("[data-lost]", HTMLElement);
const kind = document.body.className;
let { state } = first;
/** @type {string | null} the state that was heard of last, until it is looked at */
let heard = null;
let isLoading = false;
let isIncomplete = false;
/** @type {EventSource | null} */
let source = null;
let timer = 0;
let refusedUntil = 0;

/** @param {string} address */
async function ask(address) {
  const answer = await fetch(address, { headers: { "X-Again": "yes" } });
  if (answer.ok) return answer.text();
  if (CLOSED.includes(answer.status)) leave(answer.status);
  throw new Error(answer.statusText);
}

/**
 * Leave a page that is no more. A deal that was undone has no page; a withdrawn link has one that says so.
 * @param {number} [status]
 */
function leave(status) {
  closeStream();
  if (status === NOT_FOUND) location.replace(home);
  else location.reload();
}

async function load() {
  const text = await ask(page ?? location.href);
  const fresh = new DOMParser().parseFromString(text, "text/html");
  // The same address may show another kind of page now: a game that is reopened has no final page.
  if (!page && fresh.body.className !== kind) return location.reload();
  isIncomplete = !renew(fresh, blocks);
  if (!isIncomplete) state = required("[data-state]", HTMLElement, fresh).dataset.state ?? "";
  document.dispatchEvent(new Event("renewed"));
}

/**
 * Load the page until it shows the state that was heard of last.
 * @param {string} found
 */
async function hear(found) {
  heard = found;
  if (isLoading) return;
  isLoading = true;
  try {
    while (heard !== null) {
      const wanted = heard;
      heard = null;
      if (wanted !== state) await load();
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
    hear(data).catch(fail);
  };
  source.addEventListener("gone", () => leave());
  source.onerror = fail;
  timer = setTimeout(fail, LONGEST_OPENING);
}

/**
 * Ask once, and again after a pause, until there is a stream.
 * @param {boolean} [isRefused] whether a stream was just refused
 */
async function poll(isRefused = false) {
  closeStream();
  let isReached = true;
  try {
    await hear(await ask(version));
    if (isRefused) refusedUntil = Date.now() + PAUSE_WHEN_REFUSED;
  } catch {
    isReached = false;
  }
  offline.hidden = isReached;
  closeStream();
  if (document.hidden) return;
  const next = isReached && Date.now() >= refusedUntil ? openStream : () => poll();
  // Not all phones ask at the same moment.
  timer = setTimeout(next, POLL_PAUSE * (0.8 + 0.4 * Math.random()));
}

document.addEventListener("visibilitychange", () => (document.hidden ? closeStream() : openStream()));
document.addEventListener("focusout", () => {
  if (isIncomplete) setTimeout(() => load().catch(() => {}));
});
addEventListener("pagehide", closeStream);
addEventListener("pageshow", ({ persisted }) => persisted && openStream());
addEventListener("online", openStream);
addEventListener("offline", () => poll());
openStream();
announceTyping();
