/**
 * The night on a TV: shows the time, makes long names as small as they must be, that of the club too, and turns the
 * pages of more tables, seats or ranks than the screen has room for.
 */

import { fitName, watchScreen } from "../table/on_tv.js";

/** How long a page stays, in milliseconds. */
const STAYS = 12_000;
const NAMES = ".bar h1, .of-table :is(h2, .words), .figures .name > span, .next-seats li li > span, .ranks .who";
let pages = 0;

function fit() {
  /** @type {NodeListOf<HTMLElement>} */
  const names = document.querySelectorAll(NAMES);
  for (const name of names) fitName(name);
}

/** Show the parts of each row or grid that have their turn. */
function showPage() {
  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll("[data-at-once]");
  for (const paged of all) {
    const [size, parts] = [Number(paged.dataset.atOnce), paged.querySelectorAll(":scope > :not(.cell)")];
    const shown = pages % Math.ceil(parts.length / size);
    parts.forEach((part, at) => part.toggleAttribute("hidden", Math.floor(at / size) !== shown));
  }
  fit();
}

document.addEventListener("renewed", showPage);
setInterval(() => {
  pages += 1;
  showPage();
}, STAYS);
watchScreen(fit);
