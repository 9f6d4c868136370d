/** Lint rule: code asks the sandbox for the time and for randomness, never the machine. `.oxlintrc.json` says where. */

const MACHINE = /^(?:Date\.now|Math\.random|(?:.+\.)?randomUUID)$/;
const message = "Ask the sandbox's clock, or draw from random.ts: both are in src/emulator/domain/time.";

/** @type {import('oxlint').Rule} */
export const ambient = {
  create: (context) => ({
    CallExpression(node) {
      const { name, object, property } = node.callee;
      const called = name ?? `${object?.name}.${property?.name}`;
      if (MACHINE.test(called)) context.report({ node, message });
    },
    NewExpression(node) {
      const isNow = node.callee.name === 'Date' && node.arguments.length === 0;
      if (isNow) context.report({ node, message });
    },
  }),
};
