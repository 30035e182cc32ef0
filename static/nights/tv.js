/** The night on a TV: shows the time, and makes long names as small as they must be, that of the club too. */

import { watchClock } from "../table/clock.js";
import { fitName } from "../table/fit_name.js";
import { watchIdle } from "../table/idle.js";

function fit() {
  /** @type {NodeListOf<HTMLElement>} */
  const names = document.querySelectorAll(".bar h1, .figures .name > span");
  for (const name of names) fitName(name);
}

document.addEventListener("renewed", fit);
addEventListener("resize", fit);
// WebKit may run this before the styles are there.
addEventListener("load", fit);
watchClock();
watchIdle();
fit();
