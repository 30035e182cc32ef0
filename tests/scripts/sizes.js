/** A plugin of `deno lint` that refuses long functions and long lines. */

const MOST_LINES_OF_FUNCTION = 40;
const MOST_CHARACTERS = 120;

/** Counts lines as they are laid out; comments before a function are not part of it. */
function lint(context) {
  const linesOf = (node) => context.sourceCode.getText(node).split("\n");
  const checkFunction = (node) => {
    const { length } = linesOf(node);
    if (length > MOST_LINES_OF_FUNCTION) context.report({ node, message: `The function has ${length} lines.` });
  };
  return {
    Program: (node) => {
      const lines = context.sourceCode.text.trimEnd().split("\n");
      const long = lines.findIndex((line) => [...line].length > MOST_CHARACTERS);
      if (long >= 0) context.report({ node, message: `Line ${long + 1} is too long.` });
    },
    FunctionDeclaration: checkFunction,
    FunctionExpression: checkFunction,
    ArrowFunctionExpression: checkFunction,
  };
}

export default { name: "sizes", rules: { most: { create: lint } } };
