// Comforts of a game's pages: a menu closes by itself, a wide screen has room for the chart.

const menu = document.querySelector(".menu");

function close(event) {
  const escapes = event.type === "keydown" && event.key === "Escape";
  if (!menu.open || !(escapes || (event.type === "click" && !menu.contains(event.target)))) return;
  menu.open = false;
  if (escapes) menu.querySelector("summary").focus();
}

document.addEventListener("click", close);
document.addEventListener("keydown", close);

const chart = document.querySelector("[data-chart]");
if (chart && matchMedia("(min-width: 60rem)").matches) chart.open = true;

// What was taken back is news for a minute; the page may have been drawn within it.
customElements.define(
  "brief-news",
  class extends HTMLElement {
    connectedCallback() {
      setTimeout(() => this.remove(), this.dataset.seconds * 1000);
    }
  },
);
