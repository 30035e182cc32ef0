/** The time of day in the head of a TV view. */

import { required } from "../core/page.js";

const SECOND = 1000;

function tell() {
  const clock = required(".clock", HTMLTimeElement);
  clock.textContent = new Date().toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  clock.hidden = false;
}

/** Show the time from now on. */
export function watchClock() {
  setInterval(tell, SECOND);
  tell();
}
