/** The pad: a screen of keys over a plain form. It fills the form's fields, and the form is what is sent. */

import { required } from "../../core/page.js";
import { load, save } from "../../core/storage.js";
import { hideOthers } from "./form.js";
import { drawFrame, flash, makeFrame } from "./frame.js";
import { press, start } from "./grammar.js";
import { watchHolding } from "./holding.js";
import { loadSeldom, seldomNow } from "./later.js";
import { makeOffer } from "./offer.js";
import { around } from "./parts.js";
import { emptyState } from "./state.js";
import { writeFields } from "./write_fields.js";
import { isGin } from "./table.js";

/** @import { Entry } from "./entry.js" */
/** @import { Board, Frame } from "./frame.js" */
/** @import { Answer } from "./preview.js" */
/** @import { State } from "./state.js" */
/** @import { Keys, PadTable } from "./table.js" */
/** @import { Texts } from "./write_fields.js" */
/**
 * What a kind of pad brings: its keys, its board, and who tells the result before the deal is sent.
 * @typedef {object} Kind
 * @property {Keys} keys
 * @property {(table: PadTable) => Board} makeBoard
 * @property {(form: HTMLFormElement, show: () => void) => (state: State) => Answer | null} makePreview
 */
/**
 * What a page brings: its form, by the names of a deal's fields, and what was entered on it before.
 * @typedef {object} Host
 * @property {(form: HTMLFormElement) => Texts} read
 * @property {(form: HTMLFormElement, texts: Texts) => void} write
 * @property {(texts: Texts) => Entry} begin
 * @property {boolean} [waits] whether the keys come only when they are asked for
 */

const LEFT_HANDED = "pad-mirror";
/** What stands at the head of the page, and of the pad: deals that wait to be sent, and a seat that was lost. */
const NOTICES = "#outbox, #seat-news";
// How hands are usually entered belongs to the table: another may add up in the head.
const USUAL = `pad-mode:${document.body.dataset.table}`;

export const form = required("form:has(#pad)", HTMLFormElement);
export const place = required("#pad", HTMLElement);
const content = required("#content", HTMLElement);
/** @type {PadTable} */
export let table;
/** @type {Entry} */
export let entry;
/** @type {Kind} */
let kind;
/** @type {Host} */
let host;
/** @type {ReturnType<Kind["makePreview"]>} */
let preview;
/** @type {Frame | null} */
let frame = null;
/** @type {((now: Texts) => void) | undefined} */
let hideMended;
/** @type {Texts} what the fields held when the site answered */
let before;

/** Return what the pad's fields hold, and how hands are usually entered here. */
export function typed() {
  const owned = [...Object.keys(writeFields(emptyState(table))), "ending"];
  const texts = Object.entries(host.read(form)).filter(([name]) => owned.includes(name));
  return { ...Object.fromEntries(texts), mode: load(USUAL) ?? "" };
}

/**
 * Put away what was entered, and go on with another entry.
 * @param {Entry} next
 */
export function goOnWith(next) {
  place.querySelector(".frame")?.remove();
  frame = null;
  entry = next;
  turnOn();
}

/** Show what the site found wrong with the deal that was sent, which is still as it was entered. */
export function showFaults() {
  hideMended = undefined;
  before = writeFields(entry.state);
  if (isOn()) turnOn();
}

export const isOn = () => place.classList.contains("on");

export function turnOn() {
  frame ??= makeFrame(table, kind.makeBoard(table), form, place);
  place.classList.toggle("left", load(LEFT_HANDED) === "yes");
  place.classList.add("on");
  required(".frame", HTMLElement, place).prepend(...document.querySelectorAll(NOTICES));
  const faults = document.querySelectorAll("#content > .note[role=alert]");
  frame.board.element.prepend(...faults);
  hideOthers(place, true);
  draw();
  faults[0]?.scrollIntoView();
}

export function turnOff() {
  place.classList.remove("on");
  hideOthers(place, false);
  content.before(...document.querySelectorAll(NOTICES));
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

const offer = makeOffer();

/** Draw the state, and fill the form with it: the fields of the deal, and the presses that made them. */
function draw() {
  const { state, base, presses } = entry;
  const texts = writeFields(state);
  host.write(form, { ...texts, presses: JSON.stringify({ base, presses }) });
  form.toggleAttribute("data-begun", presses.length > 0);
  if (!frame) return;
  hideMended ??= seldomNow()?.watchProblems(document.body, before);
  hideMended?.(texts);
  drawFrame(frame, state, preview(state));
  if (!seldomNow() && (state.fining || state.hands.some(({ mode }) => /totals|quick/.test(mode)))) drawLater();
}

/** Load the rest, if it is not there yet: from the first key on, all is, whatever becomes of the network. */
function loadRest() {
  if (!seldomNow()) loadSeldom(place).then(refresh, () => {});
}

/** Load what draws figures, and draw. Where the server is out of reach, the plain form takes figures too. */
const drawLater = () => loadSeldom(place).then(refresh, () => isOn() && turnOff());

/** Draw again if the pad is in use: the server has answered, or may be in reach again. */
function refresh() {
  if (!isOn()) return;
  draw();
  // Why a deal was refused stands at the head of the list, and is read first.
  if (!place.querySelector(".board > .note:not([hidden])")) scrollToOpen();
}

/** Scroll to the line or hand that is being entered, or to the top where none is, and return it. */
function scrollToOpen() {
  const open = place.querySelector(".mline.open, .in_hand.open, .ginhand.open, .srow.open");
  if (open) open.scrollIntoView({ block: "nearest" });
  else if (frame) frame.board.element.scrollTop = 0;
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
 * @param {string} code a press, or a key of those above
 * @param {Element | null} touched
 */
export function act(code, touched) {
  loadRest();
  if (code in ACTIONS) return ACTIONS[code]();
  if (code === "undo") entry.undo();
  else entry.press(code);
  const { refused, usual } = entry.state;
  const isChip = touched?.matches(".board .chip");
  if (/^(mode:|sums$)/.test(code) && !refused) save(USUAL, usual);
  draw();
  flash(touched);
  // Who ticks a chip goes on looking at it: only a key scrolls to what it changed.
  if (!refused && !isChip) flash(scrollToOpen());
}

/** Enter what was typed into the text line. */
function enterLine() {
  const line = place.querySelector("input[data-text]");
  if (!(line instanceof HTMLInputElement) || !line.value.trim()) return;
  act(`t:${line.value}`, null);
  if (!entry.state.refused) line.value = "";
}

/**
 * Return what holding a key down does: the key of a rank begins another set.
 * @param {Event} event
 */
function whatHoldingDoes(event) {
  const touched = around(event, ".keys [data-press]");
  const { part, pending } = entry.state;
  const rank = touched?.dataset.press ?? "";
  if (isGin(table) || !/^[A2-9TJQK]$/.test(rank) || part !== "melded" || pending) return null;
  return () => act(`new:${rank}`, touched);
}
const isEndOfHolding = watchHolding(place, whatHoldingDoes);

/** @param {Event} event */
function click(event) {
  const touched = around(event, "[data-press]");
  if (!isEndOfHolding() && touched?.dataset.press) act(touched.dataset.press, touched);
}

/** @param {Event} event */
function type({ target }) {
  if (!(target instanceof HTMLInputElement)) return;
  const verb = target.dataset.typed;
  if (!verb) return;
  if (verb === "left") target.value = target.value.replace(/\D/g, "");
  entry.press(`${verb}:${target.value}`);
  draw();
}

/**
 * Press what a key of a keyboard stands for; the first key loads what knows that.
 * @param {KeyboardEvent} event
 */
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
  const seldom = seldomNow();
  if (!seldom) return void loadSeldom(place).then(() => pressKey(event), () => {});
  const code = seldom.pressOf(event, entry.state);
  if (!code) return;
  event.preventDefault();
  act(code, place.querySelector(`.tray [data-press="${CSS.escape(code)}"]`));
}

function listen() {
  place.addEventListener("click", click);
  place.addEventListener("toggle", loadRest, true);
  place.addEventListener("input", type);
  document.addEventListener("keydown", pressKey);
  addEventListener("online", refresh);
}

/**
 * Start the pad of this page.
 * @param {Kind} found
 * @param {Host} page
 */
export function startPad(found, page) {
  [kind, host] = [found, page];
  table = { ...JSON.parse(required("#pad-table", HTMLElement).textContent), keys: kind.keys };
  preview = kind.makePreview(form, refresh);
  const texts = typed();
  entry = host.begin(texts);
  // A draft may have mended already what the site found wrong.
  before = writeFields(start(table, texts) ?? entry.state);
  listen();
  place.append(offer.line);
  place.hidden = false;
  if (entry.isReadable && !host.waits) turnOn();
  if (entry.state.ending !== null) loadRest();
}
