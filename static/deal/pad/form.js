/** Reads and fills the plain form below the pad, and hides the rest of the page. */

/** @import { Texts } from "./write_fields.js" */

/**
 * @param {HTMLFormElement} form
 * @returns {Texts}
 */
export const readForm = (form) =>
  Object.fromEntries([...new FormData(form)].map(([name, text]) => [name, String(text)]));

/**
 * Put texts into the fields of a form; choices are chosen and boxes ticked.
 * @param {HTMLFormElement} form
 * @param {Texts} texts
 */
export function writeForm(form, texts) {
  for (const field of form.elements) {
    if (!("name" in field) || !(String(field.name) in texts)) continue;
    const text = texts[String(field.name)];
    if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type)) field.checked = field.value === text;
    else if (hasText(field)) field.value = text;
  }
}

/**
 * @param {Element} field
 * @returns {field is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement}
 */
const hasText = (field) =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;

/**
 * Hide or show everything on the page except an element and its parents.
 * @param {HTMLElement} shown
 * @param {boolean} isHidden
 */
export function hideOthers(shown, isHidden) {
  for (let inner = shown; inner !== document.body && inner.parentElement; inner = inner.parentElement) {
    for (const each of inner.parentElement.children) {
      if (each !== inner && each.localName !== "script") each.classList.toggle("under-pad", isHidden);
    }
  }
  document.body.classList.toggle("pad-on", isHidden);
}
