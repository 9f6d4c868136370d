/** Lint rule: comments are no wider than the code, which Prettier lays out and which leaves comments as they are. */

/** Characters, indentation included. */
const WIDTH = 120;

/** @type {import('oxlint').Rule} */
export const commentWidth = {
  create: (context) => ({
    Program() {
      const { lines, getAllComments } = context.sourceCode;
      for (const { loc } of getAllComments()) {
        const isBesideCode = lines[loc.start.line - 1].slice(0, loc.start.column).trim() !== '';
        for (let line = loc.start.line + Number(isBesideCode); line <= loc.end.line; line++) {
          const column = line === loc.end.line ? loc.end.column : lines[line - 1].length;
          if (column <= WIDTH) continue;

          const place = { start: { line, column: 0 }, end: { line, column } };
          const message = `This line of a comment has ${column} characters; wrap it, or say it in at most 120.`;
          context.report({ loc: place, message });
        }
      }
    },
  }),
};
