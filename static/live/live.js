// Keeps a page on view up to date. The server says only where the game stands; where that is not
// what the page shows, the page is asked for again and changed in place. A missed word heals.
//
// The stream is closed while nobody looks: a browser has six connections to a site. Where streams
// are refused or break, the page asks from time to time, and tries again later.

import { renew } from "./morph.js";
import { tellWriting } from "./writing.js";

const PAUSE = 2500;
const REFUSED = 30_000;
const SILENCE = 40_000;
const SLOW = 6000;

const { dataset } = document.getElementById("live");
const lost = document.querySelector("[data-lost]");
const kind = document.body.className;
let { state } = dataset;
let news = null;
let loading = false;
let isHeld = false;
let source = null;
let timer = 0;
let refusedUntil = 0;

async function ask(address) {
  const answer = await fetch(address, { headers: { "X-Again": "yes" } });
  if (answer.ok) return answer.text();
  if ([403, 404, 410].includes(answer.status)) leave(answer.status);
  throw new Error(answer.statusText);
}

/** A deal that is no more has no page; a link that was withdrawn has one that says so. */
function leave(status) {
  close();
  if (status === 404) location.replace(dataset.home);
  else location.reload();
}

async function load() {
  const text = await ask(dataset.page ?? location.href);
  const fresh = new DOMParser().parseFromString(text, "text/html");
  // The same address may show another kind of page now: a game that goes on has no end.
  if (!dataset.page && fresh.body.className !== kind) return location.reload();
  isHeld = !renew(fresh, dataset.blocks);
  if (!isHeld) ({ state } = fresh.querySelector("[data-state]").dataset);
  return document.dispatchEvent(new Event("renewed"));
}

/** Take notice of where the game stands. */
async function hear(found) {
  news = found;
  if (loading) return;
  loading = true;
  try {
    while (news !== null) {
      const wanted = news;
      news = null;
      if (wanted !== state) await load();
    }
  } finally {
    loading = false;
  }
}

function close() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

function open() {
  close();
  if (document.hidden) return;
  let isNew = true;
  const fail = () => poll(isNew);
  source = new EventSource(dataset.stream);
  source.onmessage = ({ data }) => {
    isNew = false;
    lost.hidden = true;
    clearTimeout(timer);
    timer = setTimeout(fail, SILENCE);
    hear(data).catch(fail);
  };
  source.addEventListener("gone", leave);
  source.onerror = fail;
  timer = setTimeout(fail, SLOW);
}

/** Ask once, and again after a pause, until there is a stream. */
async function poll(isRefused = false) {
  close();
  let reached = true;
  try {
    await hear(await ask(dataset.version));
    if (isRefused) refusedUntil = Date.now() + REFUSED;
  } catch {
    reached = false;
  }
  lost.hidden = reached;
  close();
  if (document.hidden) return;
  const next = reached && Date.now() >= refusedUntil ? open : () => poll();
  timer = setTimeout(next, PAUSE * (0.8 + 0.4 * Math.random()));
}

function look() {
  if (document.hidden) close();
  else open();
}

document.addEventListener("visibilitychange", look);
document.addEventListener("focusout", () => {
  if (isHeld) setTimeout(() => load().catch(() => {}));
});
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => persisted && open());
addEventListener("online", open);
addEventListener("offline", () => poll());
open();
tellWriting();
