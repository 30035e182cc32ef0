/** Makes the parts of which the pad is drawn: icons, keys, and contents that are drawn only when they change. */

import { element, present, setAttributes } from "../../core/elements.js";

/** @import { AttributeValue, Child } from "../../core/elements.js" */

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
 * Make a button that is a press.
 * @param {string} press
 * @param {Record<string, AttributeValue>} attributes
 * @param {...(Child | Child[])} children
 */
export const key = (press, attributes, ...children) =>
  element("button", { type: "button", "data-press": press, ...attributes }, ...children);

/**
 * Make a button that is either down or not, with a tick.
 * @param {string} press
 * @param {string} label
 * @param {boolean} isDown
 */
export const toggle = (press, label, isDown) =>
  key(press, { class: "chip", "aria-pressed": String(isDown) }, icon("tick", ""), label);

/**
 * Make the key that takes back a press, for where the other keys are hidden.
 * @param {string} [words] what stands on it instead of its sign
 */
export const undoKey = (words) =>
  key("undo", { class: "key wordy undo", "aria-label": words ?? "take back one press" }, words ?? icon("backspace"));

/**
 * Make a part that is folded away under its title.
 * @param {string} className
 * @param {string} title
 * @param {...Child} content
 */
export const fold = (className, title, ...content) =>
  element(
    "details",
    { class: className },
    element("summary", {}, icon("chevron", "chevron"), element("span", {}, title)),
    content,
  );

/**
 * Make one of several keys of which one is chosen.
 * @param {string} press
 * @param {string} label
 * @param {boolean} isChosen
 */
export const half = (press, label, isChosen) => key(press, { class: "half", "aria-pressed": String(isChosen) }, label);

/**
 * Draw an element's contents, if the values on which they depend have changed.
 * @param {HTMLElement} place
 * @param {unknown} values
 * @param {() => Child[]} draw
 */
export function redraw(place, values, draw) {
  const text = JSON.stringify(values);
  if (place.dataset.drawn === text) return;
  place.dataset.drawn = text;
  place.replaceChildren(...present(draw()));
}

/**
 * Write a number with a true minus sign.
 * @param {number} number
 */
export const figure = (number) => String(number).replace("-", "−");

/**
 * Return the element around the place of an event that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = ({ target }, selector) => target instanceof Element ? target.closest(selector) : null;
