/**
 * Opens the chart on a wide screen, and moves the names and totals that stay in view with the columns of a wide
 * sheet.
 */

/** @type {HTMLDetailsElement | null} */
const chart = document.querySelector("[data-chart]");
if (chart && matchMedia("(min-width: 60rem)").matches) chart.open = true;

const columns = document.querySelector(".pad > .box");
const heads = document.querySelector(".heads > ul");
if (columns && heads) {
  const follow = () => heads.scrollLeft = columns.scrollLeft;
  columns.addEventListener("scroll", follow, { passive: true });
  follow(); // the columns may have been moved before this script came
}

/** A notice that removes itself after some seconds, if it has any. */
class BriefNews extends HTMLElement {
  connectedCallback() {
    const { seconds } = this.dataset;
    if (seconds) setTimeout(() => this.remove(), Number(seconds) * 1000);
  }
}
customElements.define("brief-news", BriefNews);
