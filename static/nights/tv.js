/**
 * The night on a TV: shows the time, makes long names as small as they must be, that of the club too, and turns the
 * pages of more tables, seats or ranks than the screen has room for.
 */

import { all, required } from "../core/page.js";
import { fitName, watchScreen } from "../table/on_tv.js";

/** How long a page stays, in milliseconds. */
const STAYS = 12_000;
const NAMES = ".bar h1, .of-table :is(h2, .words), .figures .name > span, .byes span, .ranks .who";
const PLACES = ".of-table, .byes, .after";
let pages = 0;

/**
 * Where a name of a table is cut, give each column what its words need at the least size: the widest get what is left.
 * @param {HTMLElement} table
 */
function shareColumns(table) {
  const names = all(NAMES, table);
  if (![...names].some(isTooNarrow)) return;
  const shown = getComputedStyle(table);
  const columns = shown.gridTemplateColumns.split(" ").length;
  for (const name of names) name.style.cssText = "--fit-name: 0";
  table.style.gridTemplateColumns = `repeat(${columns}, min-content)`;
  const needs = shown.gridTemplateColumns.split(" ").map(parseFloat);
  const widths = [...needs];
  let [left, open] = [table.clientWidth, columns];
  for (const at of [...needs.keys()].sort((one, other) => needs[one] - needs[other])) {
    widths[at] = Math.min(needs[at], left / open);
    left -= widths[at];
    open -= 1;
  }
  table.style.gridTemplateColumns = widths.map((width) => `${width + left / columns}px`).join(" ");
  for (const name of names) fitName(name);
}

const isTooNarrow = (/** @type {Element} */ name) => !name.classList.contains("fitted");

/**
 * Give names that are cut as many lines as they need. For one that has a word wider than its column, and for as many as
 * there is no height for, what tells it from others stands there.
 * @param {HTMLElement} place
 */
function useHeight(place) {
  const names = all(NAMES, place);
  const cut = [...names].filter(isTooNarrow);
  if (!cut.length) return;
  place.classList.add("roomy");
  for (const name of cut) fitName(name, 0);
  const boxes = [place, ...place.querySelectorAll(".figures")];
  const isTooLow = () => boxes.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1);
  const shorten = (/** @type {HTMLElement} */ name) => {
    name.classList.add("cut");
    fitName(name);
  };
  cut.filter(isTooNarrow).forEach(shorten);
  cut.sort((one, other) => other.offsetHeight - one.offsetHeight).forEach((name) => isTooLow() && shorten(name));
  place.classList.toggle("low", isTooLow());
}

/**
 * Make the seats of a table as large as each stands on one line, in two columns or three; if none of the sizes is small
 * enough, in several lines. Where even the least is too large, the longest names are cut.
 * @param {HTMLElement} seats
 */
function fitSeats(seats) {
  const place = /** @type {HTMLElement} */ (seats.parentElement);
  const lengthOf = (/** @type {Element} */ name) => name.lastChild?.textContent?.length ?? 0;
  const names = all("li > span", seats);
  for (const name of names) {
    name.classList.remove("cut");
    name.style.cssText = "";
  }
  const sizes = Array.from({ length: 11 }, (_, step) => 1 - step * 0.05);
  const stands = (/** @type {string} */ way, /** @type {number} */ size) => {
    seats.className = way;
    seats.style.setProperty("--fit-name", `${size}`);
    return seats.scrollWidth <= seats.clientWidth && seats.offsetHeight <= place.clientHeight;
  };
  const fitAs = (/** @type {string[]} */ ...ways) => sizes.some((size) => ways.some((way) => stands(way, size)));
  const longest = [...names].sort((one, other) => lengthOf(other) - lengthOf(one));
  while (!fitAs("whole", "whole three") && !fitAs("", "three") && longest.length) longest.shift()?.classList.add("cut");
  for (const name of names) fitName(name, 0);
}

function fit() {
  const tables = all(".figures");
  for (const table of tables) table.style.removeProperty("grid-template-columns");
  const places = all(PLACES);
  for (const place of places) place.classList.remove("roomy", "low");
  for (const name of all(NAMES)) {
    name.classList.remove("cut");
    fitName(name);
  }
  for (const table of tables) shareColumns(table);
  for (const place of places) useHeight(place);
  all(".next-seats ul").forEach(fitSeats);
}

/** Show the parts of each row or grid that have their turn. */
function showPage() {
  let told = "";
  for (const paged of all("[data-at-once]")) {
    const [size, parts] = [Number(paged.dataset.atOnce), paged.querySelectorAll(":scope > :not(.cell)")];
    const [sides, shown] = [Math.ceil(parts.length / size), pages % Math.ceil(parts.length / size)];
    parts.forEach((part, at) => part.toggleAttribute("hidden", Math.floor(at / size) !== shown));
    if (sides > 1) told ||= `Page ${shown + 1} of ${sides}`;
  }
  required(".turning", HTMLElement).textContent = told;
  fit();
}

document.addEventListener("renewed", showPage);
// A style sheet that a new state brings comes after it.
document.addEventListener("load", ({ target }) => target instanceof HTMLLinkElement && fit(), true);
setInterval(() => {
  pages += 1;
  showPage();
}, STAYS);
watchScreen(showPage);
