/** Lays a tray of digits over the foot of the page for a part of a payment. */

import { element, icon, isolate } from "../core/elements.js";
import { input, required } from "../core/page.js";

const tray = required("#tray", HTMLElement);
const digits = Number(tray.dataset.digits);
const sign = tray.dataset.sign ?? "";
const KEYS = [..."123456789", digits ? "." : "00", "0"];

/**
 * Write a typed amount with all digits of the currency; empty if it is none.
 * @param {string} text
 */
function amountOf(text) {
  const [whole, part = "", ...more] = text.replace(",", ".").split(".");
  const isAmount = /^\d*$/.test(whole + part) && part.length <= digits && !more.length && Number(whole + part) > 0;
  if (!isAmount) return "";
  return `${Number(whole)}${digits ? `.${part.padEnd(digits, "0")}` : ""}`;
}

/** @typedef {{ form: HTMLFormElement, figure: HTMLInputElement, main: HTMLButtonElement, close: () => void }} Opened */

/** @param {Opened} opened */
function drawButton({ form, figure, main }) {
  const [amount, whole] = [amountOf(figure.value), input(form, "amount").value];
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

/** @param {Opened} opened */
function pay({ form, figure, main, close }) {
  if (main.disabled) return;
  input(form, "part").value = amountOf(figure.value);
  form.requestSubmit();
  close();
}

/** @param {Opened} opened */
function drawKeys(opened) {
  const { figure } = opened;
  /** @param {string} text */
  const write = (text) => {
    figure.value = text;
    drawButton(opened);
  };
  const keys = KEYS.map((key) => keyOf(key, () => write(figure.value + (key === "." && !figure.value ? "0." : key))));
  const back = keyOf(icon("backspace"), () => write(figure.value.slice(0, -1)), "take back one digit");
  return element("div", { class: "digits", role: "group", "aria-label": "Digits" }, keys, back);
}

/**
 * Open the tray for the form of a part amount.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} opener gets the focus back
 */
function openTray(form, opener) {
  const { payer, payee } = form.dataset;
  const about = { inputmode: "none", autocomplete: "off", maxlength: 16, placeholder: "–" };
  const figure = element("input", { id: "part", ...about });
  const main = element("button", { type: "button", class: "main" });
  const cancel = element("button", { type: "button", class: "second" }, "Cancel");
  const close = () => {
    tray.hidden = true;
    opener.focus();
  };
  const opened = { form, figure, main, close };
  tray.replaceChildren(
    element("p", { class: "caps" }, `${payer} to ${payee}, ${input(form, "amount").value} open`),
    element("label", { class: "figure", for: "part" }, element("span", { class: "caps" }, "Part"), figure),
    drawKeys(opened),
    element("div", { class: "tray-foot" }, cancel, main),
  );
  main.addEventListener("click", () => pay(opened));
  cancel.addEventListener("click", close);
  figure.addEventListener("input", () => drawButton(opened));
  tray.onkeydown = ({ key }) => {
    if (key === "Escape") close();
    else if (key === "Enter" && document.activeElement === figure) pay(opened);
  };
  drawButton(opened);
  tray.hidden = false;
  figure.focus();
}

/**
 * @param {Node | string} label
 * @param {() => void} act
 * @param {string} [words]
 */
function keyOf(label, act, words) {
  const key = element("button", { type: "button", class: "key", "aria-label": words }, label);
  key.addEventListener("click", act);
  return key;
}

/** Open the tray wherever a part of a payment is asked for. */
export function offerTray() {
  document.body.dataset.tray = "";
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    /** @type {HTMLElement | null} */
    const opener = target.closest(".pay summary");
    /** @type {HTMLFormElement | null | undefined} */
    const form = opener?.parentElement?.querySelector("form[data-part]");
    if (!opener || !form) return;
    if (opener.closest("details")?.open) tray.hidden = true; // it closes now
    else openTray(form, opener);
  });
}
