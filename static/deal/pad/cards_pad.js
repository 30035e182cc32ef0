/** Starts the pad on which whole hands of gin are entered. */

import { startDealPad } from "./deal_pad.js";
import { GIN } from "./gin_kind.js";

startDealPad(GIN);
