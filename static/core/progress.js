/** Shows how much of a file the site has made: asks every second, and loads the page again when it is done. */

const SECOND = 1000;
const told = document.querySelector("[data-progress]");
const bar = document.querySelector("progress");

async function ask() {
  if (!(told instanceof HTMLElement) || !bar || !told.dataset.progress) return;
  try {
    const answer = await fetch(told.dataset.progress);
    const found = await answer.json();
    if (!found.goes_on) {
      location.reload();
      return;
    }
    bar.max = found.of || 1;
    bar.value = found.done;
    told.textContent = `${found.done} of ${found.of} ${told.dataset.of}`;
  } catch {
    // The site does not answer now; it may in a second.
  }
  setTimeout(ask, SECOND);
}

setTimeout(ask, SECOND);
