/** Closes the menu of a game's pages by itself, and opens the chart on a wide screen. */

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

/** A notice that removes itself after some seconds. */
class BriefNews extends HTMLElement {
  connectedCallback() {
    setTimeout(() => this.remove(), Number(this.dataset.seconds) * 1000);
  }
}
customElements.define("brief-news", BriefNews);
