/**
 * The standings on a TV: shows ten people at a time and the high scores of a variant, the next ones every twelve
 * seconds, and the time of day.
 */

import { all, required } from "../core/page.js";
import { watchClock } from "../table/on_tv.js";

const AT_ONCE = 10;
const SECONDS_A_SIDE = 12_000;
/** How long until the page is loaded again, if the site answers, since results change. */
const SECONDS_FRESH = 120_000;

const [rows, scores] = [all(".standings tbody tr"), all(".records")];
const pages = Math.ceil(rows.length / AT_ONCE);
let side = 0;
let turns = true;

/** Show the rows and high scores of one side. */
function show() {
  rows.forEach((row, place) => row.hidden = Math.floor(place / AT_ONCE) !== side % pages);
  scores.forEach((score, place) => score.hidden = place !== side % scores.length);
  if (pages > 1) required(".turning span", HTMLElement).textContent = `Page ${side % pages + 1} of ${pages}`;
}

/** Turn to the next side from now on, unless somebody stops it. */
function begin() {
  required(".turning", HTMLElement).hidden = false;
  const button = required(".turning button", HTMLElement);
  button.addEventListener("click", () => {
    turns = !turns;
    button.textContent = turns ? "Stop turning pages" : "Turn pages";
  });
  show();
  setInterval(() => {
    if (turns) side += 1;
    show();
  }, SECONDS_A_SIDE);
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

if (Math.max(pages, scores.length) > 1) begin();
setInterval(refresh, SECONDS_FRESH);
watchClock();
