// Reads the deal aloud, in the very words that stand on the page.

const button = document.querySelector("[data-read]");
const words = document.querySelector("[data-words]");

function read() {
  const voice = window.speechSynthesis;
  if (button.getAttribute("aria-pressed") === "true") {
    voice.cancel();
    return show(false);
  }
  words.open = true;
  show(true);
  // One sentence at a time: some voices fall silent in the middle of a long text.
  const sentences = words.querySelector("[data-spoken]").textContent.trim().split(/(?<=\.)\s+/);
  const spoken = sentences.map((sentence) => new SpeechSynthesisUtterance(sentence));
  for (const each of spoken) {
    each.lang = document.documentElement.lang;
    each.onerror = () => show(false);
    voice.speak(each);
  }
  spoken.at(-1).onend = () => show(false);
}

function show(reading) {
  button.setAttribute("aria-pressed", String(reading));
}

if ("speechSynthesis" in window) {
  button.hidden = false;
  button.addEventListener("click", read);
  addEventListener("pagehide", () => speechSynthesis.cancel());
}
