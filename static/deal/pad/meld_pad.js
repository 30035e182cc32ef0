/** Starts the pad on which melds are laid down. */

import { makeMeldBoard } from "./meld_board.js";
import { MELD_KEYS } from "./meld_keys.js";
import { startPad } from "./pad.js";

startPad({ keys: MELD_KEYS, makeBoard: makeMeldBoard, makePreview: () => () => null });
