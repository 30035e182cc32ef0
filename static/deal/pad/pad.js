/**
 * The pad: a screen of keys over the plain form of a deal. It fills the form's fields, and the form is
 * what is sent.
 */

import { element, setAttributes } from "../../core/elements.js";
import { input, required } from "../../core/page.js";
import { load, save } from "../../core/storage.js";
import { draftOf, dropSaved } from "./draft.js";
import { Entry } from "./entry.js";
import { hideOthers, readForm, writeForm } from "./form.js";
import { drawFrame, flash, makeFrame } from "./frame.js";
import { press } from "./grammar.js";
import { pressOf } from "./keyboard.js";
import { key } from "./parts.js";
import { makePreview } from "./preview.js";
import { emptyState } from "./state.js";
import { writeFields } from "./write_fields.js";
import { isGin } from "./table.js";

/** @import { Frame } from "./frame.js" */
/** @import { PadTable } from "./table.js" */

const LEFT_HANDED = "pad-mirror";
const LONG_PRESS = 450;

const form = required("#deal", HTMLFormElement);
const place = required("#pad", HTMLElement);
const content = required("#content", HTMLElement);
/** @type {PadTable} */
const table = JSON.parse(required("#pad-table", HTMLElement).textContent);
const owned = [...Object.keys(writeFields(emptyState(table))), "ending"];
const preview = makePreview(form, refresh);

dropSaved(form);
const draft = findDraft();
let entry = new Entry(table, draft, typed(), draft.read());
/** @type {Frame | null} */
let frame = null;

/** Return what the pad's fields hold. */
function typed() {
  return Object.fromEntries(Object.entries(readForm(form)).filter(([name]) => owned.includes(name)));
}

/** Return the draft of the deal that this page is about, which may come after one that still waits to be sent. */
function findDraft() {
  table.number = Number(form.dataset.number ?? table.number);
  table.asks_for = table.asks_for_all[table.number - 1] ?? table.asks_for;
  // A deal that met another version keeps its draft by its entry id: its number may be another deal's by now.
  const late = form.dataset.seen && input(form, "entry_id").value;
  return draftOf(form, late || (form.dataset.draft ?? table.number));
}

/** Begin the next deal while this one waits to be sent. */
function beginAnother() {
  place.querySelector(".frame")?.remove();
  frame = null;
  entry = new Entry(table, findDraft(), typed(), null);
  turnOn();
}

const isOn = () => place.classList.contains("on");

function turnOn() {
  frame ??= makeFrame(table, form, place);
  place.classList.toggle("left", load(LEFT_HANDED) === "yes");
  place.classList.add("on");
  const notice = document.getElementById("outbox");
  if (notice) required(".frame", HTMLElement, place).prepend(notice);
  hideOthers(place, true);
  draw();
}

function turnOff() {
  place.classList.remove("on");
  hideOthers(place, false);
  const notice = document.getElementById("outbox");
  if (notice) content.before(notice);
  content.scrollIntoView();
}

/** Go from the plain form back to the keys. All that was typed there is one press. */
function returnToKeys() {
  const code = `load:${JSON.stringify(typed())}`;
  const { refused } = press(entry.state, code);
  if (refused) return offer.tell(refused.text);
  entry.press(code);
  turnOn();
}

/** Make the key that leads back from the plain form, with a place to say why it cannot. */
function makeOffer() {
  const problem = element("span", { class: "problem" });
  const line = element("p", { class: "offer" }, key("do:pad", { class: "second small" }, "Use the keys"));
  return {
    line,
    /** @param {string} text */
    tell: (text) => {
      problem.textContent = text;
      line.append(problem);
    },
  };
}
const offer = makeOffer();

/** Draw the state, and fill the form with it. */
function draw() {
  writeForm(form, writeFields(entry.state));
  form.toggleAttribute("data-begun", entry.presses.length > 0);
  if (frame) drawFrame(frame, entry.state, preview(entry.state));
}

/** Draw again if the pad is in use: the server has answered, or may be in reach again. */
function refresh() {
  if (!isOn()) return;
  draw();
  scrollToOpen();
}

/** Scroll to the line or hand that is being entered, and return it. */
function scrollToOpen() {
  const open = place.querySelector(".mline.open, .in_hand.open, .ginhand.open");
  open?.scrollIntoView({ block: "nearest" });
  return open;
}

/**
 * The keys that change no state: each says what to do on the page.
 * @type {Record<string, () => void>}
 */
const ACTIONS = {
  "do:pad": returnToKeys,
  "do:plain": turnOff,
  "do:mirror": () => void save(LEFT_HANDED, place.classList.toggle("left") ? "yes" : "no"),
  "do:text": enterLine,
  "do:done": () => required("[data-done]", HTMLElement, place).click(),
};

/**
 * Do what a key stands for.
 * @param {string} code
 * @param {Element | null} touched
 */
function act(code, touched) {
  if (code in ACTIONS) return ACTIONS[code]();
  if (code === "undo") entry.undo();
  else entry.press(code);
  draw();
  flash(touched);
  if (!entry.state.refused) flash(scrollToOpen());
}

/** Enter what was typed into the text line. */
function enterLine() {
  const line = frame?.more.line;
  if (!line?.value.trim()) return;
  entry.press(`t:${line.value}`);
  if (!entry.state.refused) line.value = "";
  draw();
}

/**
 * Return the element around the place of an event that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
const around = ({ target }, selector) => target instanceof Element ? target.closest(selector) : null;

/**
 * Follow a link to a problem: to the reason of a correction, or to the player whose hand it is.
 * @param {Event} event
 */
function followLink(event) {
  const address = around(event, "a")?.getAttribute("href") ?? "";
  if (address === "#reason") {
    event.preventDefault();
    required("[data-reason]", HTMLElement, place).focus();
  }
  const seat = around(event, ".note") ? /^#hand(\d+)/.exec(address)?.[1] : undefined;
  if (seat === undefined || !isOn()) return;
  event.preventDefault();
  act(`seat:${seat}`, null);
}

/**
 * Send a deal that met another version on top of the version that it was made on: the server shows both again.
 * @param {Event} event
 */
function compareAgain(event) {
  if (!form.dataset.seen || !around(event, "[data-done]")) return;
  event.preventDefault();
  input(form, "version").value = form.dataset.seen;
  form.submit();
}

let timer = 0;
let wasLong = false;

/**
 * Begin another set of a rank where its key is held down.
 * @param {Event} event
 */
function watchLongPress(event) {
  const touched = around(event, ".keys [data-press]");
  const { part, pending } = entry.state;
  const rank = touched?.dataset.press ?? "";
  wasLong = false;
  clearTimeout(timer);
  if (isGin(table) || !/^[A2-9TJQK]$/.test(rank) || part !== "melded" || pending) return;
  timer = setTimeout(() => {
    wasLong = true;
    act(`new:${rank}`, touched);
  }, LONG_PRESS);
}

/** @param {Event} event */
function click(event) {
  compareAgain(event);
  followLink(event);
  const touched = around(event, "[data-press]");
  const isEndOfLongPress = wasLong;
  wasLong = false;
  if (touched?.dataset.press && !isEndOfLongPress) act(touched.dataset.press, touched);
}

/** @param {Event} event */
function type({ target }) {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.dataset.reason) input(form, "reason").value = target.value;
  if (!target.dataset.number) return;
  target.value = target.value.replace(/\D/g, "");
  entry.press(`${target.dataset.number}:${target.value}`);
  draw();
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  if (!isOn()) return;
  const field = around(event, "input, textarea, select");
  if (field) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (field.dataset.text) enterLine();
    return;
  }
  if (event.key === "Enter" && around(event, "button, a, summary")) return;
  const code = pressOf(event, entry.state);
  if (!code) return;
  event.preventDefault();
  act(code, place.querySelector(`.tray [data-press="${CSS.escape(code)}"]`));
}

place.addEventListener("pointerdown", watchLongPress);
for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
  place.addEventListener(name, () => clearTimeout(timer));
}
place.addEventListener("click", click);
place.addEventListener("input", type);
document.addEventListener("keydown", pressKey);
addEventListener("online", refresh);
form.addEventListener("submit", () => {
  // What was typed by hand comes back in the fields, if it comes back at all.
  if (isOn()) entry.draft.send(entry);
  else entry.draft.drop();
});
form.addEventListener("kept", () => {
  entry.draft.drop();
  if (isOn()) turnOff();
});
form.addEventListener("another", beginAnother);

place.append(offer.line);
setAttributes(place, { hidden: null });
// Where the page shows two versions of the deal, the keys come only when they are asked for.
if (entry.isReadable && !form.dataset.seen) turnOn();
