/** Proposes the time zone of this browser for a new club, and the day that it is in the zone that is chosen. */

import { input, required } from "../core/page.js";

const zone = required("#time_zone", HTMLSelectElement);
const opened = input(required("#set-up", HTMLFormElement), "opened");
let proposed = opened.value;

zone.value = new Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone.selectedIndex < 0) zone.value = "";
proposeDay();
zone.addEventListener("change", proposeDay);

/** Show the day of the zone, that of the server without one, unless another day was typed. */
function proposeDay() {
  if (opened.value !== proposed) return;
  // Swedish days are written as ISO has them.
  proposed = zone.value ? new Date().toLocaleDateString("sv", { timeZone: zone.value }) : opened.defaultValue;
  opened.value = proposed;
}
