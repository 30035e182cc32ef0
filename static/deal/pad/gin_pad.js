/** Starts the pad on which whole hands of gin are entered. */

import { makeGinBoard } from "./gin_board.js";
import { GIN_KEYS } from "./gin_keys.js";
import { startPad } from "./pad.js";
import { makePreview } from "./preview.js";

startPad({ keys: GIN_KEYS, makeBoard: makeGinBoard, makePreview });
