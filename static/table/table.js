/** On the pages of a game: the menu closes by itself, and a wide screen opens the chart. */

import { required } from "../core/page.js";

const menu = required("details.menu", HTMLDetailsElement);

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Node && menu.contains(target))) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu.open) return;
  menu.open = false;
  required("summary", HTMLElement, menu).focus();
});

/** @type {HTMLDetailsElement | null} */
const chart = document.querySelector("[data-chart]");
if (chart && matchMedia("(min-width: 60rem)").matches) chart.open = true;

/** A notice that can be acted on for some seconds; the page may have been drawn within them. */
class BriefNews extends HTMLElement {
  connectedCallback() {
    setTimeout(() => this.remove(), Number(this.dataset.seconds) * 1000);
  }
}
customElements.define("brief-news", BriefNews);
