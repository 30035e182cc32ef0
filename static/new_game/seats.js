// Seats are put in order by dragging their grips; arrows do the same for keyboards and without.

export function watchGrips(form, move) {
  for (const grip of form.querySelectorAll(".grip")) {
    grip.hidden = false;
    grip.addEventListener("pointerdown", (event) => drag(event, grip, form, move));
  }
}

function drag(event, grip, form, move) {
  const rows = [...form.querySelectorAll(".seat:not([hidden])")];
  let held = rows.indexOf(grip.closest(".seat"));
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  rows[held].classList.add("held");
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
