/** The TV view: shows the time, lets names and figures fill their columns, and opens the table's next game. */

import { all, required, seek } from "../core/page.js";
import { fitName, watchScreen } from "./on_tv.js";

/** The parts of a column that get the largest size at which all in their row fit, each with its scale in CSS. */
const FITTED = [[".total", "--fit"], [".last", "--fit-last"], [".togo", "--fit-togo"]];

/** Names and figures differ in width from font to font, and a page cannot ask for that in a style. */
function fit() {
  const board = required(".boards, .board", HTMLElement);
  board.style.removeProperty("--head");
  for (const words of [".bar .quiet", ".bar h1"]) fitName(required(words, HTMLElement));
  const names = all(".board .name");
  const sizes = [...names].map((name) => fitName(name));
  // In two rows a short name must not look more important than a long one.
  if (board.matches(".two")) {
    for (const name of names) name.style.setProperty("--fit-name", Math.min(...sizes).toFixed(2));
  }
  // So totals of all columns stand on one line.
  const heads = [...board.querySelectorAll("tbody th")].map((each) => each.clientHeight);
  board.style.setProperty("--head", `${Math.max(...heads)}px`);
  for (const [selector, scale] of FITTED) {
    board.style.removeProperty(scale);
    const room = [...board.querySelectorAll(selector)].map((each) => each.clientWidth / Math.max(1, each.scrollWidth));
    const least = Math.min(1, ...room);
    if (least < 1) board.style.setProperty(scale, String(Math.floor(least * 1000) / 1000));
  }
}

function follow() {
  const next = seek("a[data-next]")?.getAttribute("href");
  if (next) location.replace(next);
}

document.addEventListener("renewed", () => {
  fit();
  follow();
});
watchScreen(fit);
follow();
