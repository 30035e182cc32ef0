/**
 * Counts down to the bell of a round by the server's clock. How far that is from the phone's own is asked for when the
 * page opens or is seen again, and is kept for a page without a network.
 */

import { required } from "../core/page.js";
import { loadValue, saveValue } from "../core/storage.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const KEPT_AS = "server-clock";
/** The server's time less that of this phone, in milliseconds. */
let difference = Number(loadValue(KEPT_AS)) || 0;

async function askTime() {
  const { version = "" } = required("#live", HTMLElement).dataset;
  const sent = Date.now();
  const answer = await fetch(version, { cache: "no-store" });
  const told = Date.parse(answer.headers.get("Date") ?? "");
  if (!told) return;
  // An answer names its whole second: on an average half of it has passed.
  difference = told + SECOND / 2 - (sent + Date.now()) / 2;
  saveValue(KEPT_AS, difference);
  tick();
}

/** @param {number} left milliseconds */
function write(left) {
  const seconds = String(Math.ceil(left / SECOND) % 60).padStart(2, "0");
  return `${Math.floor(Math.ceil(left / SECOND) * SECOND / MINUTE)}:${seconds}`;
}

function tick() {
  const bell = document.querySelector("#bell");
  if (!(bell instanceof HTMLElement)) return;
  const { rings = "", warns = "" } = bell.dataset;
  const now = Date.now() + difference;
  const left = Date.parse(rings) - now;
  const when = left <= 0 ? "rung" : now >= Date.parse(warns) ? "warned" : "running";
  if (bell.dataset.when !== when) bell.dataset.when = when;
  const clock = required(".left", HTMLElement, bell);
  clock.textContent = write(Math.max(0, left));
  clock.hidden = false;
}

const ask = () => void askTime().catch(() => {});
document.addEventListener("visibilitychange", () => document.hidden || (tick(), ask()));
document.addEventListener("renewed", tick);
addEventListener("online", ask);
setInterval(tick, SECOND / 4);
tick();
ask();
