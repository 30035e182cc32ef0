/** A plugin of `deno lint` that refuses what the oldest browsers of the README lack. */

import lacking from "../oldest/lacking.json" with { type: "json" };

/** Names of our own that newer browsers have for something else. */
const OWN = new Set(
  ("actions added auto check command draw drop element entry first hand icon last limits lines number pad results " +
    "seconds take to until when").split(" "),
);

/** The reason by each name. */
const names = (byReason) =>
  Object.fromEntries(Object.entries(byReason).flatMap(([why, all]) => all.map((name) => [name, why])));
const members = names(lacking.scripts.members);
const globals = names(lacking.scripts.globals);

/** Looks at names alone: a member is taken for there if any interface of those browsers has one of its name. */
function lint(context) {
  const check = (node, among, name) => {
    if (Object.hasOwn(among, name)) context.report({ node, message: `${name} is not in ${among[name]}.` });
  };
  const checkMember = (node, name) => OWN.has(name) || check(node, members, name);
  return {
    MemberExpression: ({ computed, property }) => computed || checkMember(property, property.name),
    "ObjectPattern > Property": ({ key }) => checkMember(key, key.name),
    NewExpression: ({ callee }) => check(callee, globals, callee.name),
    CallExpression: ({ callee, arguments: [event] }) => {
      check(callee, globals, callee.name);
      const name = callee.property?.name ?? callee.name;
      if (name === "addEventListener" && event?.type === "Literal") check(event, members, `on ${event.value}`);
    },
    Literal: (node) => node.regex?.flags.includes("v") && check(node, members, "unicodeSets"),
  };
}

export default { name: "oldest", rules: { lacks: { create: lint } } };
