/** Changes the order of seats by dragging their grips. The arrow buttons do the same. */

/** @typedef {(from: number, to: number) => void} Move moves a player from one seat to another, from 0 */

/**
 * Show the grips, and move a player while the grip is dragged.
 * @param {HTMLFormElement} form
 * @param {Move} move
 */
export function watchGrips(form, move) {
  /** @type {NodeListOf<HTMLElement>} */
  const grips = form.querySelectorAll(".grip");
  for (const grip of grips) {
    grip.hidden = false;
    grip.addEventListener("pointerdown", (event) => drag(event, grip, form, move));
  }
}

/**
 * @param {PointerEvent} event
 * @param {HTMLElement} grip
 * @param {HTMLFormElement} form
 * @param {Move} move
 */
function drag(event, grip, form, move) {
  const rows = [...form.querySelectorAll(".seat:not([hidden])")];
  let held = rows.findIndex((row) => row.contains(grip));
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  rows[held].classList.add("held");
  /** @param {PointerEvent} event */
  const follow = ({ clientY }) => {
    const over = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
    const there = over < 0 ? rows.length - 1 : over;
    if (there === held) return;
    move(held, there);
    rows[held].classList.remove("held");
    rows[there].classList.add("held");
    held = there;
  };
  const release = () => {
    rows[held].classList.remove("held");
    grip.removeEventListener("pointermove", follow);
  };
  grip.addEventListener("pointermove", follow);
  grip.addEventListener("lostpointercapture", release, { once: true });
}
