/**
 * Opens the chart, the arithmetic or the other pair on a wide screen and the lines of a game whose head is tapped,
 * begins a wide sheet at the own column, moves the names and totals that stay in view with its columns, marks the deals
 * that come while the page is open, until the next touch, says on the way to a deal that it is begun, and shares the
 * end of a game.
 */

import { all } from "../core/page.js";
import { loadValue, names } from "../core/storage.js";

if (matchMedia("(min-width: 60rem)").matches) document.querySelector("[data-unfold]")?.setAttribute("open", "");

const columns = document.querySelector(".pad > .box");
const heads = document.querySelector(".heads > ul");
if (columns && heads) {
  const follow = () => heads.scrollLeft = columns.scrollLeft;
  columns.addEventListener("scroll", follow, { passive: true });
  const own = columns.querySelector("[data-mine]");
  // The own column is in view from the start, and no other is cut at the left; they may have been moved already.
  if (own instanceof HTMLElement) {
    const width = own.offsetWidth;
    columns.scrollLeft ||= Math.ceil((own.offsetLeft + width - columns.clientWidth) / width) * width;
  }
  follow();
}

// The head of a game leads to its lines, which are folded. On a low screen the course would begin behind the foot.
document.addEventListener("click", ({ target }) => {
  const course = target instanceof Element && target.closest("#course:not([open]) > summary")?.nextElementSibling;
  if (course) requestAnimationFrame(() => course.scrollIntoView({ block: "nearest" }));
  const head = target instanceof Element && target.closest(".sheet .game > a");
  const lines = document.querySelector("#so-far");
  if (head && lines instanceof HTMLDetailsElement) lines.open = true;
});

/** The ids of deals; each is that of its entry, so a deal that is put back is a new one to nobody. */
const idsOfDeals = () => [...document.querySelectorAll("[data-deal]")].map(({ id }) => id);
const known = new Set(idsOfDeals());
/** @type {Set<string>} */
const fresh = new Set();

function markFresh() {
  for (const id of idsOfDeals()) {
    if (!known.has(id)) fresh.add(id);
    known.add(id);
    document.getElementById(id)?.classList.toggle("fresh", fresh.has(id));
  }
}

document.addEventListener("renewed", markFresh);
for (const touch of ["pointerdown", "keydown"]) {
  document.addEventListener(touch, () => {
    fresh.clear();
    markFresh();
  });
}

/** A notice that removes itself after some seconds, if it has any. */
class BriefNews extends HTMLElement {
  connectedCallback() {
    const { seconds } = this.dataset;
    if (seconds) setTimeout(() => this.remove(), Number(seconds) * 1000);
  }
}
customElements.define("brief-news", BriefNews);

/**
 * The result is shared as a picture where the phone can; elsewhere the link leads to its text.
 * @param {MouseEvent} event
 */
async function share(event) {
  const link = event.target instanceof Element && event.target.closest("#share");
  if (!(link instanceof HTMLAnchorElement && "share" in navigator)) return;
  event.preventDefault();
  const { shareResult } = await import(link.dataset.script ?? "");
  await shareResult(link);
}
document.addEventListener("click", share);

// Papers lead here for the picture, which is drawn from this page; loaded again it saves no second one.
const shown = document.querySelector("#picture #share");
if (shown instanceof HTMLElement && location.hash === "#picture") {
  history.replaceState(null, "", location.pathname);
  import(shown.dataset.script ?? "").then(({ savePicture }) => savePicture(shown.dataset));
}

/** Say that a deal goes on which this phone has begun: the pad keeps its draft until it is sent. */
function tellBegun() {
  for (const link of all(".foot a")) {
    const [, deal, number] = link.textContent.trim().match(/^(?:Enter|Continue) ((?:my hand, )?deal (\d+))$/) ?? [];
    const draft = `pad:${document.body.dataset.table}/${
      link.getAttribute("href")?.replace(/.*\/game\/[^/]+\//, "")
    }#${number}`;
    const isBegun = names().some((name) => name.split(".")[0] === draft && !loadValue(name)?.sent);
    if (deal) link.textContent = `${isBegun ? "Continue" : "Enter"} ${deal}`;
  }
}
document.addEventListener("renewed", tellBegun);
addEventListener("pageshow", tellBegun);
addEventListener("outbox", tellBegun);
