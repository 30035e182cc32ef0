// Asks every few seconds whether there is anything new, and draws only that.

const PAUSE = 3000;
const lost = document.querySelector("[data-lost]");

async function get(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

async function refresh() {
  const board = document.getElementById("board");
  try {
    if ((await get(board.dataset.ask)) !== board.dataset.version) {
      const page = new DOMParser().parseFromString(await get(location.href), "text/html");
      board.replaceWith(page.getElementById("board"));
    }
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
  setTimeout(refresh, PAUSE);
}

setTimeout(refresh, PAUSE);
