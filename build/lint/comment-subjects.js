/** Lint rule: a comment says what it is about, so that it can be read alone, as an editor shows it for a name. */

/** Beginnings of comments that make sense only after the comment or the code above. */
const WITHOUT_SUBJECT = /^[\s*]*(The same|Of|So many)\b/;

/** @type {import('oxlint').Rule} */
export const commentSubjects = {
  create: (context) => ({
    Program() {
      for (const node of context.sourceCode.getAllComments()) {
        const [, beginning] = (node.type === 'Block' && WITHOUT_SUBJECT.exec(node.value)) || [];
        const message = `A comment that begins with "${beginning}" cannot be read alone: name what it is about.`;
        if (beginning !== undefined) context.report({ node, message });
      }
    },
  }),
};
