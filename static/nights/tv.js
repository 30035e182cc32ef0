/**
 * The night on a TV: shows the time, makes long names as small as they must be, that of the club too, and turns the
 * pages of more tables, seats or ranks than the screen has room for.
 */

import { fitName, watchScreen } from "../table/on_tv.js";

/** How long a page stays, in milliseconds. */
const STAYS = 12_000;
const NAMES = ".bar h1, .of-table :is(h2, .words), .figures .name > span, .next-seats li li > span, .ranks .who";
let pages = 0;

/**
 * Where a name of a table is cut, give each column what its words need at the least size: the widest get what is left.
 * @param {HTMLElement} table
 */
function shareColumns(table) {
  /** @type {NodeListOf<HTMLElement>} */
  const names = table.querySelectorAll(".name > span");
  if (!table.querySelector(".name > span:not(.fitted)")) return;
  for (const name of names) name.style.setProperty("--fit-name", "0");
  table.style.gridTemplateColumns = "repeat(var(--n), min-content)";
  const needs = getComputedStyle(table).gridTemplateColumns.split(" ").map(parseFloat);
  const widths = [...needs];
  let [left, columns] = [table.clientWidth, needs.length];
  for (const at of [...needs.keys()].sort((one, other) => needs[one] - needs[other])) {
    widths[at] = Math.min(needs[at], left / columns);
    left -= widths[at];
    columns -= 1;
  }
  table.style.gridTemplateColumns = widths.map((width) => `${width + left / widths.length}px`).join(" ");
  for (const name of names) fitName(name);
}

function fit() {
  /** @type {NodeListOf<HTMLElement>} */
  const tables = document.querySelectorAll(".figures");
  for (const table of tables) table.style.removeProperty("grid-template-columns");
  /** @type {NodeListOf<HTMLElement>} */
  const names = document.querySelectorAll(NAMES);
  for (const name of names) fitName(name);
  for (const table of tables) shareColumns(table);
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
// A style sheet that a new state brings comes after it.
document.addEventListener("load", ({ target }) => target instanceof HTMLLinkElement && fit(), true);
setInterval(() => {
  pages += 1;
  showPage();
}, STAYS);
watchScreen(fit);
