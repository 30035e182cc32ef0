/**
 * Counts down to the bell of a round by the server's clock. How far that is from the phone's own is asked for when the
 * page opens or is seen again, and is kept for a page without a network. It sounds where somebody has tapped for it.
 */

import { required } from "../core/page.js";
import { load, loadValue, remove, save, saveValue } from "../core/storage.js";

const SECOND = 1000;
const KEPT_AS = "server-clock";
const LOUD = "bell-sounds";
/** In hertz and seconds: a stroke of the bell, one at the warning and three when it rings. */
const STROKE = { tone: 880, lasts: 0.8, follows: 0.9, loudness: 0.5, silence: 0.001 };
/** The server's time less that of this phone, in milliseconds. */
let difference = Number(loadValue(KEPT_AS)) || 0;

/** @type {AudioContext | null} a browser lets it sound only after a tap */
let sound = null;
/** What the bell said last; empty until the page has looked. */
let last = "";

function allowSound() {
  sound ??= new AudioContext();
  void sound.resume();
}

/** @param {number} times */
function strike(times) {
  for (let stroke = 0; sound && stroke < times; stroke++) {
    const begins = sound.currentTime + stroke * STROKE.follows;
    const tone = new OscillatorNode(sound, { frequency: STROKE.tone });
    const volume = new GainNode(sound, { gain: STROKE.loudness });
    volume.gain.setValueAtTime(STROKE.loudness, begins);
    volume.gain.exponentialRampToValueAtTime(STROKE.silence, begins + STROKE.lasts);
    tone.connect(volume).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + STROKE.lasts);
  }
}

/** Sound from now on, or no more. */
function switchSound() {
  if (load(LOUD) === null) {
    save(LOUD, "yes");
    allowSound();
    strike(1);
  } else {
    remove(LOUD);
    void sound?.close();
    sound = null;
  }
  tick();
}

/** @param {HTMLElement} bell */
function showSound(bell) {
  const row = required(".sound", HTMLElement, bell);
  row.hidden = !("AudioContext" in window);
  required("button", HTMLElement, row).ariaPressed = String(load(LOUD) !== null);
}

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
  // The server's clock is known to half a second: rounded up, 45 minutes would begin with 45:01.
  const seconds = Math.round(left / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  const bell = document.querySelector("#bell");
  if (!(bell instanceof HTMLElement)) return;
  const { rings = "", warns = "" } = bell.dataset;
  const now = Date.now() + difference;
  const left = Date.parse(rings) - now;
  const when = left <= 0 ? "rung" : now >= Date.parse(warns) ? "warned" : "running";
  if (bell.dataset.when !== when) bell.dataset.when = when;
  if (last && last !== when && when !== "running") strike(when === "rung" ? 3 : 1);
  last = when;
  required(".left b", HTMLElement, bell).textContent = write(Math.max(0, left));
  required(".left", HTMLElement, bell).hidden = false;
  showSound(bell);
}

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest(".bell .sound")) switchSound();
  // The page before was allowed to sound: this one is by its first tap.
  else if (load(LOUD) !== null) allowSound();
});
const ask = () => void askTime().catch(() => {});
document.addEventListener("visibilitychange", () => document.hidden || (tick(), ask()));
document.addEventListener("renewed", tick);
addEventListener("online", ask);
setInterval(tick, SECOND / 4);
tick();
ask();
