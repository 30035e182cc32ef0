/** Works the page on which the look is chosen. */

import { required } from "./page.js";
import { watchLook } from "./theme.js";

watchLook(required("#look", HTMLFormElement));
