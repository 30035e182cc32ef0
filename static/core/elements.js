/** Makes and changes elements of the page. */

/** @typedef {string | number | boolean | null | undefined} AttributeValue */
/** @typedef {Node | string | null | false} Child `null` and `false` add nothing */

const SIGN = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]";
/** A name alone: it begins with such a letter, and holds no list and no word of another script. */
const ALONE = `^[^\\p{L}\\u2068]*${SIGN}(?:(?!, | [–+·] |(?:(?!${SIGN})\\p{L}){2})[^−\\u2068])*$`;
const WORDS = `${SIGN}+(?:[ .'’"\\u200c\\u200d\\-]+${SIGN}+)*`;
const NAMES = new RegExp(`\u2068[^\u2069]*\u2069|${ALONE}|${WORDS}`, "gu");

/**
 * Write a text whose names from right to left do not move the figures beside them, as templates do.
 * @param {string} text
 */
export const isolate = (text) =>
  text.replace(NAMES, (found) => found.startsWith("\u2068") ? found : `\u2068${found}\u2069`);

/**
 * Make an element with attributes and children; names from right to left in a text are isolated.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, AttributeValue>} [attributes]
 * @param {...(Child | Child[])} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  const present = children.flat().filter((child) => child !== null && child !== false);
  made.append(...present.map((child) => typeof child === "string" ? isolate(child) : child));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an icon of the page's sprite.
 * @param {string} name
 * @param {string} [className]
 */
export function icon(name, className = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  setAttributes(svg, { class: className, "aria-hidden": "true" });
  const use = document.createElementNS(SVG, "use");
  setAttributes(use, { href: `#icon-${name}` });
  svg.append(use);
  return svg;
}

/**
 * Set attributes that differ. `null`, `undefined` and `false` remove one, `true` sets an empty one.
 * @param {Element} target
 * @param {Record<string, AttributeValue>} attributes
 */
export function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) target.removeAttribute(name);
    else if (target.getAttribute(name) !== String(value)) {
      target.setAttribute(name, value === true ? "" : String(value));
    }
  }
}
