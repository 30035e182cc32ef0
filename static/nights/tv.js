/** The night on a TV: shows the time. */

import { watchClock } from "../table/clock.js";

watchClock();
