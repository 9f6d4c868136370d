/** Lint rule: the name of an error ends in `Error`, so that it is known for one wherever it is thrown or caught. */

/** Errors, and those of the public interface, which their users catch by other names. */
const ERROR_NAME = /Error$|^(?:Problem|ServiceUnusable)$/;

/** @type {import('oxlint').Rule} */
export const errorNames = {
  create(context) {
    const check = ({ id, superClass }) => {
      const parent = superClass?.name ?? superClass?.property?.name ?? '';
      if (!id || !ERROR_NAME.test(parent) || ERROR_NAME.test(id.name)) return;

      const message = `The name of the error class "${id.name}" has to end in "Error".`;
      context.report({ node: id, message });
    };
    return { ClassDeclaration: check, ClassExpression: check };
  },
};
