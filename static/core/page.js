/** Finds elements of the page. */

/**
 * Return the first element that matches a selector; throw if the page has none of that kind.
 * @template {Element} Kind
 * @param {string} selector
 * @param {new () => Kind} kind such as `HTMLFormElement`
 * @param {ParentNode} [within]
 */
export function required(selector, kind, within = document) {
  const found = within.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`This page has no ${selector}.`);
}

/** @type {(selector: string, within?: ParentNode) => HTMLElement | null} */
export const seek = (selector, within = document) => within.querySelector(selector);

/** @type {(selector: string, within?: ParentNode) => NodeListOf<HTMLElement>} */
export const all = (selector, within = document) => within.querySelectorAll(selector);

/** @type {(form: HTMLFormElement, name: string) => HTMLInputElement} */
export const input = (form, name) => required(`input[name="${name}"]`, HTMLInputElement, form);
