/**
 * Collects the codes of a sheet. Each scan by a phone's camera opens the page again, with a part after
 * the # of the address; photos and typed text add parts too. The form is sent once all are there.
 */

import { awaitServer } from "../core/outbox/kept_page.js";
import { required } from "../core/page.js";
import { forgetOld, keepPart, latestSheet, readPart } from "./sheet_parts.js";
import { photoReader } from "./sheet_photos.js";

/** @typedef {import("./sheet_parts.js").Sheet} Sheet */

const WAITS = "Waiting for the network.";
const NOT_A_CODE = "This code is not from a score sheet.";
const OTHER = "This code is from another sheet.";
const READS = "The photo is being read.";

const reader = required("#read", HTMLFormElement);
const field = required("#text", HTMLTextAreaElement, reader);
const told = required("#told", HTMLElement, reader);
let waits = false;

/** @param {string} words */
const tell = (words) => (told.textContent = words);

/** @param {Sheet} sheet */
const partsRead = (sheet) => Object.keys(sheet.texts).length;

/** @param {Sheet} sheet */
const tellOf = (sheet) => tell(`${partsRead(sheet)} of ${sheet.count} read.`);

/** @param {Sheet} sheet */
function showSheet(sheet) {
  field.value = Object.values(sheet.texts).join("\n");
  tellOf(sheet);
}

/** Send the form once the server can be reached. */
async function send() {
  if (waits) return;
  try {
    await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    reader.submit();
  } catch {
    waits = true;
    tell(`${told.textContent ?? ""} ${WAITS}`.trim());
    awaitServer(() => reader.submit());
  }
}

/**
 * Add what a code holds; return whether it is a part of a sheet.
 * @param {string} text
 */
function addCode(text) {
  const part = readPart(text);
  if (!part) return false;
  const before = latestSheet();
  const sheet = keepPart(part);
  showSheet(sheet);
  const begun = before && partsRead(before) < before.count;
  if (begun && before.check !== part.check) tell(`${OTHER} ${told.textContent}`);
  if (partsRead(sheet) === sheet.count) send();
  return true;
}

function takeFromAddress() {
  const { hash } = location;
  // The address has done its work; if the part stayed in it, going back would add it again.
  if (hash) history.replaceState(null, "", location.pathname);
  if (hash && !addCode(hash)) tell(NOT_A_CODE);
}

/** Keep what is typed or pasted, too. */
function readTyped() {
  const parts = field.value.split(/\s+/).map(readPart).filter((part) => part !== null);
  const last = parts.map(keepPart).at(-1);
  if (last) tellOf(last);
}

/** Offer to choose photos where the browser reads codes itself. */
async function offerPhotos() {
  const read = await photoReader();
  if (!read) return;
  const photos = required("#photo", HTMLInputElement, reader);
  required("#photo-field", HTMLElement, reader).hidden = false;
  photos.addEventListener("change", async () => {
    const files = [...photos.files ?? []];
    photos.value = ""; // the same photo may be chosen again
    if (!files.length) return;
    tell(READS);
    const { texts, problem } = await read(files);
    const sheetCodes = texts.filter(addCode);
    if (!sheetCodes.length) tell(texts.length ? NOT_A_CODE : problem);
  });
}

field.addEventListener("input", readTyped);
reader.addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});
addEventListener("hashchange", takeFromAddress);
forgetOld();
offerPhotos();
const latest = latestSheet();
if (!field.value.trim() && latest) showSheet(latest);
takeFromAddress();
