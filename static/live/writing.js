// Says that somebody is entering cards here, so that the others at the table need not.

const PAUSE = 20_000;

const form = document.querySelector("form[data-writing]");
let said = 0;

function send(more, options) {
  const { csrf_token: token } = form.elements;
  const body = new URLSearchParams({ csrf_token: token.value, seat: form.dataset.seat ?? "", ...more });
  fetch(form.dataset.writing, { method: "POST", body, ...options }).catch(() => {});
}

function press() {
  if (Date.now() - said < PAUSE) return;
  said = Date.now();
  send({});
}

function leave() {
  if (said) send({ stop: "yes" }, { keepalive: true });
  said = 0;
}

/** Begin to say so, with the first press. */
export function tellWriting() {
  if (!form) return;
  for (const name of ["pointerdown", "input"]) form.addEventListener(name, press);
  document.addEventListener("keydown", press);
  addEventListener("pagehide", leave);
}
