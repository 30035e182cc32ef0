/** Makes the way back from the plain form to the keys. */

import { element } from "../../core/elements.js";
import { key } from "./parts.js";

/** Make the key that leads back from the plain form, with a place to say why it cannot. */
export function makeOffer() {
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
