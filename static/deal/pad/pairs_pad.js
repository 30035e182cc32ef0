/** Starts the pad on which partners enter their pairs, each on a board of its own. */

import { GIN } from "./gin_kind.js";
import { readFacts } from "./pad.js";
import { Pairs } from "./pairs.js";

new Pairs(readFacts(), GIN).start();
