/**
 * Lint rule: in a block of four statements or more, a blank line follows the guards, each loop and each function of
 * three lines or more, and comes before a result after three statements. Prettier keeps blank lines and sets none.
 */

/** Statements after which the block does not go on. */
const LEAVES = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'];

/** Whether a statement leaves the block around it, or is a block that ends so. */
const leaves = ({ type, body = [] }) =>
  LEAVES.includes(type) || (type === 'BlockStatement' && leaves(body.at(-1) ?? {}));

/** Whether a statement is a guard: an `if` without `else`, which leaves the block around it. */
const isGuard = ({ type, consequent, alternate }) => type === 'IfStatement' && !alternate && leaves(consequent);

/** Whether a statement is a paragraph by itself. */
function isLong({ type, loc, declarations = [] }) {
  const isFunction =
    type === 'FunctionDeclaration' || declarations.some(({ init }) => init?.body?.type === 'BlockStatement');
  const isBlock = isFunction || /^(For|While|DoWhile|Try|Switch)/.test(type);

  return isBlock && loc.end.line - loc.start.line >= 2;
}

/** @type {import('oxlint').Rule} */
export const paragraphs = {
  create: (context) => ({
    BlockStatement({ body }) {
      if (body.length < 4) return;

      const endsParagraph = ({ loc }) => context.sourceCode.lines[loc.end.line].trim() === '';
      for (const [index, statement] of body.slice(0, -1).entries()) {
        const next = body[index + 1];
        const isLastGuard = isGuard(statement) && !isGuard(next);
        const isBeforeResult =
          next.type === 'ReturnStatement' && next === body.at(-1) && !body.slice(-4, -1).some(endsParagraph);
        if (endsParagraph(statement) || !(isLastGuard || isBeforeResult || isLong(statement))) continue;

        context.report({ node: next, message: 'Set a blank line before this statement: it begins a paragraph.' });
      }
    },
  }),
};
