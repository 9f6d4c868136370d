/** Lint rule: the name of an error ends in `Error`, so that it is known for one wherever it is thrown or caught. */

/** Errors of the public interface: their users catch them by these names. */
const PUBLIC = new Set(['Problem', 'ServiceUnusable']);

const isErrorName = (name) => name.endsWith('Error') || PUBLIC.has(name);

/** @type {import('oxlint').Rule} */
export const errorNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { name: 'The name of the error class "{{name}}" has to end in "Error".' },
  },
  create(context) {
    const check = ({ id, superClass }) => {
      const parent = superClass?.name ?? superClass?.property?.name ?? '';
      if (id && isErrorName(parent) && !isErrorName(id.name))
        context.report({ node: id, messageId: 'name', data: { name: id.name } });
    };
    return { ClassDeclaration: check, ClassExpression: check };
  },
};
