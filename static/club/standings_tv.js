/**
 * The standings on a TV: shows ten people at a time and the high scores of a variant, the next ones every twelve
 * seconds, and the time of day.
 */

import { all } from "../core/page.js";
import { watchClock } from "../table/on_tv.js";

const AT_ONCE = 10;
const SECONDS_A_SIDE = 12_000;
/** How long until the page is loaded again, if the site answers, since results change. */
const SECONDS_FRESH = 120_000;

const [rows, scores] = [all(".standings tbody tr"), all(".records")];
const [pages, sides] = [Math.ceil(rows.length / AT_ONCE), Math.max(Math.ceil(rows.length / AT_ONCE), scores.length)];
let side = 0;
let turns = true;

/** Show the rows of one side. */
function show() {
  const body = document.querySelector(".standings tbody");
  body?.classList.remove("turned");
  rows.forEach((row, place) => {
    row.hidden = Math.floor(place / AT_ONCE) !== side % pages;
  });
  scores.forEach((score, place) => score.hidden = place !== side % scores.length);
  const told = document.querySelector(".turning span");
  if (told && pages > 1) told.textContent = `Page ${side % pages + 1} of ${pages}`;
  // Reading the height makes the browser begin the animation again.
  if (body instanceof HTMLElement && body.offsetHeight) body.classList.add("turned");
}

function turn() {
  if (!turns) return;
  side += 1;
  show();
}

/** @param {HTMLElement} line */
function begin(line) {
  line.hidden = false;
  const button = line.querySelector("button");
  button?.addEventListener("click", () => {
    turns = !turns;
    button.textContent = turns ? "Stop turning pages" : "Turn pages";
  });
  show();
  setInterval(turn, SECONDS_A_SIDE);
}

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { method: "HEAD" });
    if (answer.ok) location.reload();
  } catch {
    // The site does not answer; what is shown is better than an error.
  }
}

const line = document.querySelector(".turning");
if (sides > 1 && line instanceof HTMLElement) begin(line);
setInterval(refresh, SECONDS_FRESH);
watchClock();
