/** A plugin of `deno lint` that reports every text and pattern of a script, so that scripts can be compared. */
export default {
  name: "texts",
  rules: {
    every: {
      create: (context) => ({
        Literal: (node) => {
          const isKey = node.parent.type === "Property" && node.parent.key === node;
          if (node.regex) context.report({ node, message: node.raw });
          else if (typeof node.value === "string" && !isKey) context.report({ node, message: `=${node.value}` });
        },
        TemplateElement: (node) => context.report({ node, message: `=${node.cooked}` }),
      }),
    },
  },
};
