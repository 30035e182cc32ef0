/** The TV view: shows the time, lets figures fill their columns, and goes on to the table's next game. */

import { required } from "../core/page.js";

const SECONDS_SHOWN = 1000;
/** Parts of a column whose size is the largest at which all of a row fit, with the name of their scale. */
const FITTED = [[".total", "--fit"], [".last", "--fit-last"], [".togo", "--fit-togo"]];

/** Figures differ in width from font to font, and a page cannot ask for that in a style. */
function fit() {
  const board = required(".board", HTMLElement);
  for (const [selector, scale] of FITTED) {
    board.style.removeProperty(scale);
    const room = [...board.querySelectorAll(selector)].map((each) => each.clientWidth / Math.max(1, each.scrollWidth));
    const least = Math.min(1, ...room);
    if (least < 1) board.style.setProperty(scale, String(Math.floor(least * 1000) / 1000));
  }
}

function follow() {
  /** @type {HTMLAnchorElement | null} */
  const next = document.querySelector("a[data-next]");
  if (next) location.replace(next.href);
}

function tell() {
  const clock = required(".clock", HTMLTimeElement);
  clock.textContent = new Date().toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  clock.hidden = false;
}

document.addEventListener("renewed", () => {
  fit();
  follow();
});
addEventListener("resize", fit);
setInterval(tell, SECONDS_SHOWN);
tell();
fit();
follow();
