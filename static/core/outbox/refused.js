/** Shows the page that the server gave with its refusal of a deal, without asking for it. */

import { required } from "../page.js";

const PARTS = ":scope > :is(section, fieldset)";

/**
 * Show why a deal was refused: beside what was typed or, if this phone needs a seat first, on the page of seats.
 * @param {HTMLFormElement} form
 * @param {string} text the page that the server gave
 * @param {() => void} watch watches the form of a page that takes the place of this one
 * @param {(form: HTMLFormElement) => void} drop drops what is kept of a correction that changes nothing
 */
export function showRefusal(form, text, watch, drop) {
  const page = new DOMParser().parseFromString(text, "text/html");
  if (page.body.matches(".seats")) {
    showPage(page);
    watch();
  } else {
    const drawn = required("#deal", HTMLFormElement, page);
    showFaults(form, page, drawn);
    if ("unchanged" in drawn.dataset) drop(form);
  }
}

/** @param {Document} page */
function showPage(page) {
  const content = required("#content", HTMLElement);
  content.before(...document.querySelectorAll("#outbox, #seat-news"));
  [document.title, document.body.className] = [page.title, page.body.className];
  required(".bar", HTMLElement).replaceWith(required(".bar", HTMLElement, page));
  content.replaceWith(required("#content", HTMLElement, page));
  scrollTo(0, 0);
}

/**
 * Put the fields as the server drew them, with what is wrong with each, in the place of these.
 * @param {HTMLFormElement} form
 * @param {Document} page
 * @param {HTMLFormElement} drawn its form
 */
function showFaults(form, page, drawn) {
  for (const each of document.querySelectorAll(".note[role=alert]")) each.remove();
  form.before(...page.querySelectorAll("main > .note[role=alert]"));
  const parts = [...drawn.querySelectorAll(PARTS)];
  form.querySelectorAll(PARTS).forEach((part, place) => part.replaceWith(parts[place]));
  form.dataset.returned = "";
  form.dispatchEvent(new Event("refused"));
  scrollTo(0, 0);
}
