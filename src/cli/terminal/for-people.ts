/** Text on a terminal that a person looks at: in colour where it helps. */

import { styleText } from 'node:util';

/** A terminal, as it is now: a person may change its width. */
export interface Screen {
  /** Characters of a line. Absent if it does not say. */
  readonly columns?: number;
}

type Style = Parameters<typeof styleText>[0];

/** What stands out in reports and logs, and how. */
const STYLES: readonly (readonly [pattern: RegExp, style: Style])[] = [
  // Verdicts of the judge.
  [/^FAIL\b/, ['bold', 'red']],
  [/^suspected\b/, 'yellow'],
  [/^pass\b/, 'green'],
  [/^not seen\b/, 'dim'],
  // Outcomes of interactions.
  [/^\s*✓/, 'green'],
  [/^\s*✗/, 'red'],
  [/^\s*[~!](?= )/, 'yellow'],
  // Statuses of exchanges, and remarks such as the scenarios behind them.
  [/(?<=#\d+ [A-Z]+ \S+ )[23]\d\d\b/, 'green'],
  [/(?<=#\d+ [A-Z]+ \S+ )4\d\d\b/, 'yellow'],
  [/(?<=#\d+ [A-Z]+ \S+ )5\d\d\b/, 'red'],
  [/(?<= {2})\[[^[\]]+\]/, 'magenta'],
  [/\bWARNING:/, ['bold', 'yellow']],
  // Calls with a wrong reaction in the matrix of an audit, its findings, and what to do.
  [/(?<= )\d+!\d+\b/g, 'red'],
  [/^\d+\. .*/, 'bold'],
  [/^\s*(?:remedy:|→)/, 'cyan'],
];

/**
 * The text for a terminal; unchanged without one.
 * @param environment `NO_COLOR` and `TERM=dumb` switch colour off (https://no-color.org)
 */
export function forPeople(text: string, screen: Screen | undefined, environment: NodeJS.ProcessEnv): string {
  if (screen === undefined) return text;
  const { NO_COLOR: noColour = '', TERM: kind } = environment;
  if (noColour !== '' || kind === 'dumb') return text;
  return text.split('\n').map(coloured).join('\n');
}

function coloured(line: string): string {
  return STYLES.reduce(
    (styled, [pattern, style]) =>
      styled.replace(pattern, (found) => styleText(style, found, { validateStream: false })),
    line,
  );
}
