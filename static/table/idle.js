/** Hides the controls at the foot of a TV view while nobody points at it. */

const PAUSE = 5000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"];

/** Watch from now on; the style hides what it must while the page is idle. */
export function watchIdle() {
  let timer = 0;
  const wake = () => {
    delete document.body.dataset.idle;
    clearTimeout(timer);
    timer = setTimeout(() => (document.body.dataset.idle = ""), PAUSE);
  };
  for (const sign of SIGNS) addEventListener(sign, wake);
  wake();
}
