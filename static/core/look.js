/** Changes the look of the page as soon as it is chosen. The server keeps the choice in a cookie. */

import { required } from "./page.js";

const form = required("#look", HTMLFormElement);
const button = required("button", HTMLButtonElement, form);
button.hidden = true;
let sending = new AbortController();

form.addEventListener("change", ({ target }) => target instanceof HTMLInputElement && choose([target]));
// Somebody may have chosen before this script came.
choose([...form.querySelectorAll("input")].filter((each) => each.checked && !each.defaultChecked));

/** @param {HTMLInputElement[]} chosen */
function choose(chosen) {
  const { dataset } = document.documentElement;
  for (const { name, value } of chosen) {
    if (value) dataset[name] = value;
    else delete dataset[name];
  }
  if (chosen.length) keep();
}

/** Send all choices, and show the button again if the server did not keep them. */
async function keep() {
  // If the answer to an earlier choice came last, its cookie would replace this one's.
  sending.abort();
  sending = new AbortController();
  const { signal } = sending;
  button.hidden = await fetch(form.action, {
    method: "POST",
    body: new FormData(form),
    redirect: "manual",
    keepalive: true, // the look is kept even if the page is left at once
    signal,
  }).then(({ type }) => type === "opaqueredirect", () => signal.aborted);
}
