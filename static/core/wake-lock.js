/**
 * Keeps the screen on while the score is shown: on a phone without a word, once a deal was entered; on a TV from the
 * start, with a line that says so and lets it sleep.
 *
 * A phone that came by plain http has no Wake Lock API. There a silent video does the same, after a
 * tap: WebKit requires sound and no loop, Chromium requires that the video is on the screen.
 */

import { required } from "./page.js";
import { load, save } from "./storage.js";

const TV = '[data-wake="screen"]';
const PHONE = '[data-wake="phone"]';
const canLock = "wakeLock" in navigator;
const canPlay = "captureStream" in HTMLCanvasElement.prototype && "AudioContext" in globalThis;
/** @type {(() => void) | null} lets the screen sleep again */
let release = null;
let isAsking = false;

/** Tell whether the screen should stay on. */
function isWanted() {
  return document.querySelector(PHONE) !== null || (isTv() && load("screen") !== "sleep");
}

const isTv = () => document.querySelector(TV) !== null;

function sayReleased() {
  release = null;
  show();
}

async function lock() {
  // deno-lint-ignore oldest/lacks -- where it fails, a silent video plays
  const held = await navigator.wakeLock.request("screen");
  // deno-lint-ignore oldest/lacks
  held.addEventListener("release", sayReleased);
  return () => void held.release();
}

/** Return a video stream without a picture and without sound, and a function that ends it. */
function silentStream() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const paint = canvas.getContext("2d");
  const ticking = setInterval(() => paint?.fillRect(0, 0, 2, 2), 500);
  const audio = new AudioContext();
  const sound = audio.createMediaStreamDestination().stream;
  const end = () => {
    clearInterval(ticking);
    audio.close();
  };
  return { stream: new MediaStream([...canvas.captureStream().getTracks(), ...sound.getTracks()]), end };
}

async function play() {
  const { stream, end } = silentStream();
  const video = document.createElement("video");
  video.className = "awake";
  // deno-lint-ignore oldest/lacks -- only iPhones would fill the screen with it
  video.playsInline = true;
  video.srcObject = stream;
  document.body.append(video);
  const stop = () => {
    end();
    video.remove();
  };
  video.addEventListener("pause", () => {
    stop();
    sayReleased();
  });
  await video.play().catch((error) => {
    stop();
    throw error;
  });
  return () => video.pause();
}

async function keepOn() {
  if (release || isAsking || !isWanted() || document.hidden) return;
  isAsking = true;
  try {
    release = await (canLock ? lock() : play());
  } catch {
    // The browser refuses it on a low battery, for instance. A TV says so; coming back asks again.
  }
  isAsking = false;
  show();
}

/** On a TV say whether the screen stays on. */
function show() {
  if (!isTv()) return;
  const row = required(TV, HTMLElement);
  const button = required("button", HTMLButtonElement, row);
  required("span", HTMLElement, row).textContent = release ? "Screen stays on." : "Screen may sleep.";
  row.classList.toggle("stays-on", release !== null);
  button.textContent = release ? "Let it sleep" : "Keep it on";
  button.hidden = !canLock && !canPlay;
  row.hidden = false;
}

/** @param {Event} event */
const isSwitch = ({ target }) => target instanceof Element && target.closest(`${TV} button`) !== null;

document.addEventListener("click", (event) => {
  if (!isSwitch(event)) return;
  save("screen", release ? "sleep" : "on");
  if (release) release();
  else keepOn();
});
if (canLock) {
  // The first deal of a game comes while the page is open.
  for (const change of ["visibilitychange", "renewed"]) document.addEventListener(change, keepOn);
  keepOn();
} else if (canPlay) {
  // A video with sound needs a tap. In some browsers a tap on the page before will do; else it begins with
  // the first tap or key on this page.
  if (load("screen") === "on") keepOn();
  for (const touch of ["click", "keydown"]) {
    document.addEventListener(touch, (event) => void (isSwitch(event) || keepOn()));
  }
}
show();
