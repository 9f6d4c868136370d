/**
 * Lint rule: the time of a regular expression grows with the length of the text, never with its square. The text may
 * come from a stranger, and an expression that goes back and forth in a long text holds up every other request.
 */

import { analyse } from 'scslre';

export const linearExpressions = {
  create(context) {
    const check = (node, source, flags) => {
      for (const { exponential, character } of slowPartsOf(source, flags)) {
        const { source: text, flags: textFlags } = character.literal;
        const growth = exponential ? 'exponential' : 'quadratic or longer';
        const message = `This expression takes ${growth} time in texts with many /${text}/${textFlags} in a row. Make its parts exclude one another, or scan the text by hand.`;
        context.report({ node, message });
      }
    };
    return {
      Literal(node) {
        if (node.regex) check(node, node.regex.pattern, node.regex.flags);
      },
      NewExpression({ callee, arguments: [pattern, flags] }) {
        if (callee.name === 'RegExp' && typeof pattern?.value === 'string')
          check(pattern, pattern.value, typeof flags?.value === 'string' ? flags.value : '');
      },
    };
  },
};

/** The parts of an expression that can go back and forth; empty if there are none. */
export function slowPartsOf(source, flags) {
  return analyse({ source, flags }).reports;
}
