/** Lint rule: comments are no wider than the code, which Prettier lays out and which leaves comments as they are. */

/** Characters, indentation included. */
const WIDTH = 120;

/** @type {import('oxlint').Rule} */
export const commentWidth = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { width: 'This line of a comment has {{length}} characters; wrap it, or say it in at most 120.' },
  },
  create(context) {
    return {
      Program() {
        const { sourceCode } = context;
        for (const { loc } of sourceCode.getAllComments()) {
          const isBesideCode = sourceCode.lines[loc.start.line - 1].slice(0, loc.start.column).trim() !== '';
          for (let line = loc.start.line + Number(isBesideCode); line <= loc.end.line; line++) {
            const end = line === loc.end.line ? loc.end.column : sourceCode.lines[line - 1].length;
            if (end <= WIDTH) continue;
            const place = { start: { line, column: 0 }, end: { line, column: end } };
            context.report({ loc: place, messageId: 'width', data: { length: String(end) } });
          }
        }
      },
    };
  },
};
