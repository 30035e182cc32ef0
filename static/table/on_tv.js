/** What every TV view does: it shows the time, hides its controls while nobody points at it, and fits names. */

import { required } from "../core/page.js";

const SECOND = 1000;
/** How long nobody points at a view that is idle, in milliseconds. */
const PAUSE = 5000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"];
/** How much smaller than its full size a long name may become, and by which steps. */
const SMALLEST = 0.45;
const STEP = 0.05;

/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** @param {string} [timeZone] its name, or nothing for that of the TV */
function timeIn(timeZone) {
  try {
    return new Date().toLocaleTimeString("en", { ...TIME, timeZone });
  } catch { // an old browser, which does not know a new name
    return new Date().toLocaleTimeString("en", TIME);
  }
}

function tellTime() {
  const clock = required(".clock", HTMLElement);
  clock.textContent = timeIn(clock.dataset.zone || undefined);
  clock.hidden = false;
}

/** Show the time of day from now on. */
export function watchClock() {
  setInterval(tellTime, SECOND);
  tellTime();
}

/** Mark the page while it is idle; the style hides what it must. */
function watchIdle() {
  let timer = 0;
  const wake = () => {
    delete document.body.dataset.idle;
    clearTimeout(timer);
    timer = setTimeout(() => (document.body.dataset.idle = ""), PAUSE);
  };
  for (const sign of SIGNS) addEventListener(sign, wake);
  wake();
}

/**
 * Watch a view whose names and figures are fitted to its size.
 * @param {() => void} fit
 */
export function watchScreen(fit) {
  addEventListener("resize", fit);
  // WebKit may run this before the styles are there.
  addEventListener("load", fit);
  watchClock();
  watchIdle();
  fit();
}

/**
 * Make a name as large as it can be with no word broken, as high as "lines" of its full size.
 * Where even the smallest size is too large for a word, the style breaks it. Return the part of its full size.
 * @param {HTMLElement} name
 * @param {number} [size] the largest that is tried
 */
export function fitName(name, size = 1) {
  name.classList.add("fitted");
  name.style.cssText = `--fit-name: ${size}`;
  const style = getComputedStyle(name);
  const lines = (Number(style.getPropertyValue("--lines")) + 0.1) * parseFloat(style.lineHeight);
  const height = lines + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  const words = document.createRange();
  words.selectNodeContents(name);
  // Dots stand also for a part of a pixel, which "scrollWidth" leaves out.
  const isTooLarge = () =>
    name.scrollWidth > name.clientWidth || name.scrollHeight > height ||
    words.getBoundingClientRect().width > name.getBoundingClientRect().width;
  while (isTooLarge() && size > SMALLEST) {
    size -= STEP;
    name.style.setProperty("--fit-name", size.toFixed(2));
  }
  if (isTooLarge()) name.classList.remove("fitted");
  // A name of two lines is no wider than its words, so that a mark beside it is not afloat.
  const wide = words.getBoundingClientRect().width + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  if (size < 1) name.style.setProperty("max-width", `${(wide + 2) / parseFloat(style.fontSize)}em`);
  return size;
}
