/** Lays a tray of digits over the foot of the page for a part of a payment. */

import { isolate } from "../core/elements.js";
import { input, required } from "../core/page.js";
import { amountOf, minorOf } from "../new_game/stake.js";

const tray = required("#tray", HTMLElement);
const figure = required("#part", HTMLInputElement, tray);
const main = required(".main", HTMLButtonElement, tray);
const digits = Number(tray.dataset.digits);
const sign = tray.dataset.sign ?? "";

/** Return the amount that is typed; empty if it is none. */
const amountTyped = () => amountOf(minorOf(`0${figure.value}`, digits) ?? 0, digits);

/** @type {HTMLFormElement} whose payment is open */
let form;
/** @type {HTMLElement} what opened the tray; it gets the focus back */
let summary;

function draw() {
  const [amount, whole] = [amountTyped(), input(form, "amount").value];
  const isTooMuch = Number(amount) > Number(whole);
  main.disabled = !amount || isTooMuch;
  const paid = `${form.dataset.payer} paid ${amount ? sign + amount : "…"}`;
  const isWrong = figure.value && !amount && figure.value !== "0.";
  main.textContent = isTooMuch
    ? `Only ${sign}${whole} is unpaid`
    : isWrong
    ? `“${figure.value}” is not an amount`
    : isolate(paid);
}

function putAway() {
  tray.hidden = true;
  summary.focus();
}

function pay() {
  if (main.disabled) return;
  input(form, "part").value = amountTyped();
  form.requestSubmit();
  putAway();
}

/** @param {string} key a digit or the point; empty takes back the last one */
function type(key) {
  figure.value = key ? figure.value + (key === "." && !figure.value ? "0." : key) : figure.value.slice(0, -1);
  draw();
}

function show() {
  const { payer, payee } = form.dataset;
  required(".caps", HTMLElement, tray).textContent = isolate(
    `${payer} to ${payee}, ${input(form, "amount").value} open`,
  );
  figure.value = "";
  draw();
  tray.hidden = false;
  figure.focus();
}

/** Open the tray wherever a part of a payment is asked for. */
export function offerTray() {
  document.body.dataset.tray = "";
  for (const key of tray.querySelectorAll(".key")) key.addEventListener("click", () => type(key.textContent.trim()));
  main.addEventListener("click", pay);
  required(".second", HTMLElement, tray).addEventListener("click", putAway);
  figure.addEventListener("input", draw);
  tray.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") putAway();
    else if (key === "Enter" && document.activeElement === figure) pay();
  });
  document.addEventListener("click", ({ target }) => {
    const touched = target instanceof Element && target.closest(".pay summary");
    const found = touched && touched.parentElement?.querySelector("form[data-part]");
    if (!(touched instanceof HTMLElement && found instanceof HTMLFormElement)) return;
    [form, summary] = [found, touched];
    if (summary.closest("details")?.open) tray.hidden = true; // it closes now
    else show();
  });
}
