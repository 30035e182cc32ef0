/** Makes and changes elements of the page. */

/** @typedef {string | number | boolean | null | undefined} AttributeValue */
/** @typedef {Node | string | null | false | undefined} Child `null`, `undefined` and `false` add nothing */

/**
 * Make an element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, AttributeValue>} [attributes]
 * @param {...(Child | Child[])} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  for (const child of children.flat()) {
    if (child || child === "") made.append(child);
  }
  return made;
}

/**
 * Set attributes that differ; `null`, `undefined` and `false` remove one, `true` sets an empty one.
 * @param {Element} element
 * @param {Record<string, AttributeValue>} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}
