/** Reads a deal aloud, in the words of the page. */

import { required } from "../core/page.js";

const button = required("button[data-read]", HTMLButtonElement);
const words = required("details[data-words]", HTMLDetailsElement);

function read() {
  if (button.ariaPressed === "true") {
    speechSynthesis.cancel();
    button.ariaPressed = "false";
    return;
  }
  button.ariaPressed = "true";
  // One sentence at a time: some voices stop in the middle of a long text.
  const text = required("[data-spoken]", HTMLElement, words).textContent.trim();
  const sentences = text.split(/(?<=\.)\s+/).map((sentence) => new SpeechSynthesisUtterance(sentence));
  for (const sentence of sentences) {
    sentence.lang = document.documentElement.lang;
    sentence.onerror = () => button.ariaPressed = "false";
  }
  sentences[sentences.length - 1].onend = () => button.ariaPressed = "false";
  sentences.forEach((sentence) => speechSynthesis.speak(sentence));
}

if ("speechSynthesis" in globalThis) {
  button.hidden = false;
  button.addEventListener("click", read);
  addEventListener("pagehide", () => speechSynthesis.cancel());
}
