/** Starts the pad on which whole hands of gin are entered. */

import { startDealPad } from "./deal_pad.js";
import { makeGinBoard } from "./gin_board.js";
import { GIN_KEYS } from "./gin_keys.js";
import { makePreview } from "./preview.js";

startDealPad({ keys: GIN_KEYS, makeBoard: makeGinBoard, makePreview });
