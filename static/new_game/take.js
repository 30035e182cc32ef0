/** Forgets the codes of a sheet when its game is taken. */

import { input, required } from "../core/page.js";
import { forgetSheet, readPart } from "./sheet_parts.js";

const form = required("#take", HTMLFormElement);
const part = readPart(input(form, "text").value.split(/\s+/)[0]);
form.addEventListener("submit", () => part && forgetSheet(part.check));
