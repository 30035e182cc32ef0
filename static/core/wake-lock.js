/**
 * Keeps the screen on while the score is shown, and says whether it does.
 *
 * A phone that came by plain http has no Wake Lock API. There a silent video does the same, after a
 * tap: WebKit requires sound and no loop, Chromium requires that the video is on the screen.
 */

import { required } from "./page.js";
import { load, save } from "./storage.js";

const row = required("[data-wake]", HTMLElement);
const state = required("span", HTMLElement, row);
const button = required("button", HTMLButtonElement, row);
/** "phone" or "screen", which is a TV for instance */
const kind = row.dataset.wake;
const canLock = "wakeLock" in navigator;
const canPlay = "captureStream" in HTMLCanvasElement.prototype && "AudioContext" in globalThis;
/** @type {(() => void) | null} lets the screen sleep again */
let release = null;
let isAsking = false;

/** Tell whether the screen should stay on: as was chosen, else on a TV, or where that needs no tap. */
function isWanted() {
  const chosen = load("screen");
  return chosen ? chosen === "on" : canLock || kind === "screen";
}

async function lock() {
  const held = await navigator.wakeLock.request("screen");
  held.addEventListener("release", () => {
    release = null;
    show();
  });
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
  video.playsInline = true;
  video.srcObject = stream;
  document.body.append(video);
  const stop = () => {
    end();
    video.remove();
  };
  video.addEventListener("pause", () => {
    stop();
    release = null;
    show();
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
    // The browser refuses it on a low battery, for instance. The row says so; coming back asks again.
  }
  isAsking = false;
  show();
}

function show() {
  const sleeps = canLock || kind === "screen" ? "Screen may sleep." : "This phone may sleep; nothing is lost.";
  state.textContent = release ? "Screen stays on." : sleeps;
  row.classList.toggle("stays-on", release !== null);
  button.textContent = release ? "Let it sleep" : "Keep it on";
  button.hidden = !canLock && !canPlay;
  row.hidden = false;
}

button.addEventListener("click", () => {
  save("screen", release ? "sleep" : "on");
  if (release) release();
  else keepOn();
});
if (canLock) {
  document.addEventListener("visibilitychange", keepOn);
  keepOn();
} else if (canPlay) {
  // A video with sound needs a tap. One on the page before will do in some browsers, else it begins with the
  // first tap or key on this page.
  if (load("screen") === "on") keepOn();
  for (const touch of ["click", "keydown"]) {
    document.addEventListener(touch, ({ target }) => {
      if (!button.contains(/** @type {Node | null} */ (target))) keepOn();
    });
  }
}
show();
