/** Proposes the time zone of this browser for a new club, and the day that it is there. */

import { input, required } from "../core/page.js";

const zone = required("#time_zone", HTMLSelectElement);
zone.value = new Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone.selectedIndex < 0) zone.value = "";
// Swedish days are written as ISO has them.
else input(required("#set-up", HTMLFormElement), "opened").value = new Date().toLocaleDateString("sv");
