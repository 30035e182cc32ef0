/** A plugin of `deno lint` that reports every text, number and pattern of a script, so that scripts can be compared. */
export default {
  name: "texts",
  rules: {
    every: {
      create: (context) => ({
        Literal: (node) => context.report({ node, message: node.raw }),
        TemplateElement: (node) => context.report({ node, message: node.raw }),
      }),
    },
  },
};
