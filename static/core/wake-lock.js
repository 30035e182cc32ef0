// Keeps the screen on while the score is shown, and says whether it does.
//
// A phone that came by plain http has no Wake Lock API. There a silent video does the same, from a
// tap on: WebKit wants it with sound and not in a loop, Chromium wants it on the screen.

const row = document.querySelector("[data-wake]");
const [state, button] = row.children;
const canLock = "wakeLock" in navigator;
const canPlay = "captureStream" in HTMLCanvasElement.prototype && "AudioContext" in window;
let release = null;
let asking = false;

function wishes() {
  const wish = localStorage.getItem("screen");
  return wish ? wish === "on" : canLock;
}

async function lock() {
  const held = await navigator.wakeLock.request("screen");
  held.addEventListener("release", () => {
    release = null;
    show();
  });
  return () => held.release();
}

async function play() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const paint = canvas.getContext("2d");
  const ticking = setInterval(() => paint.fillRect(0, 0, 2, 2), 500);
  const audio = new AudioContext();
  const video = document.createElement("video");
  video.className = "awake";
  video.playsInline = true;
  video.srcObject = new MediaStream([
    ...canvas.captureStream().getTracks(),
    ...audio.createMediaStreamDestination().stream.getTracks(),
  ]);
  document.body.append(video);
  const stop = () => {
    clearInterval(ticking);
    video.remove();
    audio.close();
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

async function keep() {
  if (release || asking || !wishes() || document.hidden) return;
  asking = true;
  try {
    release = await (canLock ? lock() : play());
  } catch {
    // Refused, by a low battery for instance: the state says so, and the next return asks again.
  }
  asking = false;
  show();
}

function show() {
  const sleeps = canLock ? "Screen may sleep." : "This phone may sleep; nothing is lost.";
  state.textContent = release ? "Screen stays on." : sleeps;
  button.textContent = release ? "Let it sleep" : "Keep it on";
  button.hidden = !canLock && !canPlay;
  row.hidden = false;
}

button.addEventListener("click", () => {
  localStorage.setItem("screen", release ? "sleep" : "on");
  if (release) release();
  else keep();
});
if (canLock) {
  document.addEventListener("visibilitychange", keep);
  keep();
} else if (canPlay) {
  // Sound needs a tap; whoever chose it before gets it again with the first.
  document.addEventListener("click", (event) => button.contains(event.target) || keep());
}
show();
