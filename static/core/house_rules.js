/**
 * Keeps the words of the house rules true while they are chosen: which rules differ from the printed
 * ones, and how many. Figures go up and down by usual steps. Every button also works through the server.
 */

import { all, required } from "./page.js";

const pad = required("[data-rules]", HTMLElement);
const steps = (pad.dataset.rules ?? "").split(" ").map(Number);

/** @param {HTMLElement} row */
function chosen(row) {
  const field = required("input:checked, input[type=checkbox], input[inputmode]", HTMLInputElement, row);
  if (field.type === "checkbox") return { value: field.checked ? "yes" : "no", words: "" };
  const value = field.value.trim();
  return { value, words: field.type === "radio" ? field.labels?.[0].textContent?.trim() : value || "off" };
}

/** @param {HTMLElement} row */
function update(row) {
  const { value, words } = chosen(row);
  const isChanged = value !== row.dataset.value;
  row.classList.toggle("changed", isChanged);
  required("[data-printed]", HTMLElement, row).hidden = !isChanged;
  const shown = row.querySelector("summary b");
  if (shown) shown.textContent = words ?? "";
}

function updateCount() {
  const count = pad.querySelectorAll(".rule.changed").length;
  required("#changed", HTMLElement).textContent = count ? `${count} changed` : "as printed";
}

/** @param {EventTarget | null} field */
function change(field) {
  const row = field instanceof Element ? field.closest(".rule") : null;
  if (!(row instanceof HTMLElement)) return;
  row.classList.add("seen");
  update(row);
  updateCount();
}

/** @param {Event} event */
function press(event) {
  const button = event.target instanceof Element ? event.target.closest("button.step") : null;
  const field = button?.parentElement?.querySelector("input");
  if (!(button instanceof HTMLButtonElement) || !field) return;
  const now = field.value.trim() === "" ? -1 : Number(field.value);
  if (Number.isNaN(now)) return;
  event.preventDefault();
  const least = Number(field.dataset.least);
  const usual = steps.filter((step) => step >= least);
  const next = button.value.startsWith("rules-more")
    ? usual.find((step) => step > now)
    : usual.findLast((step) => step < now) ?? ("off" in field.dataset ? "" : now);
  field.value = String(next ?? field.value);
  change(field);
}

pad.addEventListener("input", ({ target }) => change(target));
pad.addEventListener("click", press);

function updateAll() {
  all(".rule", pad).forEach(update);
  updateCount();
}

// A rule may be changed before this script has come, or be kept by a browser that loads the page again.
updateAll();
// A page that comes back from the browser's memory has its fields filled, and not yet the words.
addEventListener("pageshow", (event) => event.persisted && updateAll());
