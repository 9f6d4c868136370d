/** Lint rule: a comment says what it is about, so that it can be read alone, as an editor shows it for a name. */

/** Beginnings that only make sense after the comment or the code above. */
const WITHOUT_SUBJECT = /^[\s*]*(The same|Of|So many)\b/;

/** @type {import('oxlint').Rule} */
export const commentSubjects = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { subject: 'A comment that begins with "{{beginning}}" cannot be read alone: name what it is about.' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const beginning = comment.type === 'Block' ? WITHOUT_SUBJECT.exec(comment.value)?.[1] : undefined;
          if (beginning !== undefined) context.report({ node: comment, messageId: 'subject', data: { beginning } });
        }
      },
    };
  },
};
