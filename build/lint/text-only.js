/** Lint rule: in the inspector, what comes from a client is text. Nothing there makes HTML or script of a text. */

/** Members that read a text as HTML, or as script. */
const SINKS = new Set([
  'innerHTML',
  'outerHTML',
  'srcdoc',
  'dangerouslySetInnerHTML',
  'insertAdjacentHTML',
  'createContextualFragment',
  'parseFromString',
  'setHTMLUnsafe',
  'parseHTMLUnsafe',
  'write',
  'writeln',
]);
const CALLS = new Set(['eval', 'Function']);

/** @type {import('oxlint').Rule} */
export const textOnly = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { sink: '"{{name}}" reads a text as HTML or script; show it as the child of an element.' },
  },
  create(context) {
    if (!/\/src\/inspector\//.test(context.filename.replaceAll('\\', '/'))) return {};
    const refuse = (node, name) => context.report({ node, messageId: 'sink', data: { name } });
    const refuseCall = (node) => {
      if (CALLS.has(node.callee.name)) refuse(node, node.callee.name);
    };
    return {
      MemberExpression(node) {
        const name = node.computed ? node.property.value : node.property.name;
        if (SINKS.has(name)) refuse(node, name);
      },
      JSXAttribute(node) {
        if (SINKS.has(node.name.name)) refuse(node, node.name.name);
      },
      CallExpression: refuseCall,
      NewExpression: refuseCall,
    };
  },
};
