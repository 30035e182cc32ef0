// Deals that are sent are kept on the phone until the server has them: nothing lost, nothing doubled.

import { begin as beginForm } from "./outbox/form.js";
import { begin as beginKept } from "./outbox/kept.js";
import { begin as beginLine, draw } from "./outbox/line.js";
import { keepTrying, tryAfresh } from "./outbox/send.js";
import { endTurn } from "./outbox/store.js";

/** Show what waits, and try to send it whenever the server may be back. */
export function begin() {
  beginForm();
  beginLine();
  beginKept();
  addEventListener("outbox", keepTrying);
  addEventListener("online", tryAfresh);
  addEventListener("pageshow", () => {
    draw();
    tryAfresh();
  });
  addEventListener("pagehide", endTurn);
  document.addEventListener("visibilitychange", () => document.hidden || tryAfresh());
  tryAfresh();
}
