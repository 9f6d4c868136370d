/** Lint rule: only `src/emulator/domain/time/` reads the machine's time and randomness; all other code uses the sandbox's. */

const TIME = "Ask the sandbox's clock (src/emulator/domain/time).";
const CHANCE = 'Draw from src/emulator/domain/time/random.ts.';

/** @type {import('oxlint').Rule} */
export const ambient = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    if (!/\/src\/(?!emulator\/domain\/time\/)/.test(path)) return {};
    return {
      CallExpression(node) {
        const { callee } = node;
        const method =
          callee.type === 'MemberExpression' ? `${callee.object.name}.${callee.property.name}` : callee.name;
        if (method === 'Date.now') context.report({ node, message: TIME });
        if (method === 'Math.random' || /(?:^|\.)randomUUID$/.test(method ?? ''))
          context.report({ node, message: CHANCE });
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) context.report({ node, message: TIME });
      },
    };
  },
};
