/** Answers each line of the standard input, `[text, line, table]` as JSON, as the phone's script would. */

import { hear } from "../../static/deal/hear/hear.js";

const input = await new Response(Deno.stdin.readable).text();
for (const each of input.trim().split("\n")) console.log(JSON.stringify(hear(...JSON.parse(each))));
