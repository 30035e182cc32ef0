/** Defines the pad on which melds are laid down. */

import { makeMeldBoard } from "./meld_board.js";
import { MELD_KEYS } from "./meld_keys.js";

/** @import { Kind } from "./pad.js" */

/** @type {Kind} */
export const MELDS = { keys: MELD_KEYS, makeBoard: makeMeldBoard, makePreview: () => () => null };
