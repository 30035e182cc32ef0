/** Starts the pad on which the melds of a deal are laid down. */

import { startDealPad } from "./deal_pad.js";
import { MELDS } from "./meld_kind.js";

startDealPad(MELDS);
