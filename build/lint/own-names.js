/**
 * Lint rule: an object literal that maps any text is not indexed by a name from outside. Every object inherits
 * `constructor` and `toString`, which a file or a request may have as names. A `Map` has no such names, and
 * `Object.hasOwn` guards an object.
 */

/** Whether a type is `Record<string, ...>`, also if it is read-only. */
const mapsAnyText = (type) => {
  if (type?.type !== 'TSTypeReference') return false;

  const [first] = type.typeArguments?.params ?? [];
  if (type.typeName.name === 'Record') return first?.type === 'TSStringKeyword';

  return ['Readonly', 'Partial'].includes(type.typeName.name) && mapsAnyText(first);
};

/** @type {import('oxlint').Rule} */
export const ownNames = {
  create(context) {
    // The names of tables, the names that `Object.hasOwn` guards, and the places where a table may be indexed. They are
    // compared at the end, because a guard may come after its table was indexed.
    const maps = new Set();
    const guarded = new Set();
    const indexed = [];

    return {
      VariableDeclarator({ id, init }) {
        const literal = init?.type === 'TSSatisfiesExpression' ? init.expression : init;
        const isTable = literal?.type === 'ObjectExpression' && literal.properties.length > 0;
        if (isTable && mapsAnyText(id.typeAnnotation?.typeAnnotation)) maps.add(id.name);
      },
      CallExpression({ callee, arguments: [first] }) {
        if (callee.property?.name === 'hasOwn' && first?.type === 'Identifier') guarded.add(first.name);
      },
      MemberExpression(node) {
        const isDynamic = node.computed && !['Literal', 'TemplateLiteral'].includes(node.property.type);
        const isWritten = node.parent.type === 'AssignmentExpression' && node.parent.left === node;
        if (isDynamic && !isWritten && node.object.type === 'Identifier') indexed.push(node);
      },
      'Program:exit'() {
        for (const node of indexed) {
          const { name } = node.object;
          if (!maps.has(name) || guarded.has(name)) continue;

          const remedy = 'make it a Map, or ask Object.hasOwn before';
          context.report({ node, message: `"${name}" inherits names such as "constructor": ${remedy}.` });
        }
      },
    };
  },
};
