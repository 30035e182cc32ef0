/** Forms that are not kept: without a connection they stay on the page, where a browser would show a blank one. */

const PATIENCE = 4000;
const WORDS = "No connection. Try again";
const passed = new WeakSet();

const isReached = () =>
  Promise.race([
    fetch(location.href, { method: "HEAD", cache: "no-store" }).then(() => true, () => false),
    new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE)),
  ]);

// A hand is too dear to be sent into the void; for the rest the browser's word is enough to ask.
const isDoubtful = (form) => !navigator.onLine || "seat" in form.dataset;

async function hold(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || passed.delete(form)) return;
  if (!isDoubtful(form)) return;
  event.preventDefault();
  if (!(await isReached())) {
    if (submitter) submitter.textContent = WORDS;
  } else if (form.isConnected) {
    passed.add(form);
    form.requestSubmit(submitter?.isConnected ? submitter : null);
  }
}

/** Watch every form of the page that sends something. */
export function begin() {
  document.addEventListener("submit", hold);
}
