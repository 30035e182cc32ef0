/** Answers each line of the input, `[text, line, table]` as JSON, by the scripts of a folder, as they are served. */

const [folder] = Deno.args;
const { hear } = await import(`${folder}/hear.js`);
const { rulesOf } = await import(`${folder}/rules.js`);
const input = await new Response(Deno.stdin.readable).text();
for (const each of input.trim().split("\n")) {
  const [text, line, table] = JSON.parse(each);
  console.log(JSON.stringify(hear(text, line, rulesOf(table))));
}
