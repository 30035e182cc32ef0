/** Keeps each deal on the phone until the server has it, so that none is lost and none is entered twice. */

import { watchForms } from "./outbox/deal_form.js";
import { markKeptPage } from "./outbox/kept_page.js";
import { draw, showNotice } from "./outbox/notice.js";
import { sendAfresh, sendLater } from "./outbox/send.js";
import { releaseLock } from "./outbox/store.js";

/** Show the deals that wait, and send them whenever the server may be in reach again. */
export function beginOutbox() {
  watchForms();
  showNotice();
  markKeptPage();
  addEventListener("outbox", sendLater);
  addEventListener("online", sendAfresh);
  addEventListener("pageshow", () => {
    draw();
    sendAfresh();
  });
  addEventListener("pagehide", releaseLock);
  document.addEventListener("visibilitychange", () => document.hidden || sendAfresh());
  sendAfresh();
}
