/** Changes the look of the page as soon as it is chosen. The server keeps the choice in a cookie. */

import { required } from "./page.js";

const form = required("#look", HTMLFormElement);
const button = required("button", HTMLButtonElement, form);
button.hidden = true;
form.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { dataset } = document.documentElement;
  if (target.value) dataset[target.name] = target.value;
  else delete dataset[target.name];
  fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" }).catch(
    () => (button.hidden = false),
  );
});
