/** Text on a terminal that a person looks at: in colour where it helps, and no wider than the terminal. */

import { stripVTControlCharacters, styleText } from 'node:util';

/** A terminal in its current state: a person may change its width. */
export interface Screen {
  /** Characters of a line. Absent if the terminal does not report its width. */
  readonly columns?: number;
}

/** The patterns that are highlighted in reports and logs, each with its style. */
const STYLES: readonly (readonly [pattern: RegExp, style: Parameters<typeof styleText>[0]])[] = [
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
  // Audits: calls with a wrong reaction in the matrix (`2!3`), findings, and what to do.
  [/(?<= )\d+!\d+\b/g, 'red'],
  [/^\d+\. .*/, 'bold'],
  [/^\s*(?:remedy:|→)/, 'cyan'],
];

/**
 * A line that people copy, and that a line break would spoil. Such a line begins with a command, or ends with one:
 * `repeat it: id-emulator call x`.
 */
const COMMAND = /^\s*(?:repeat: |curl |export |npx |id-emulator |NODE_EXTRA_CA_CERTS=)|: id-emulator \w+ [^ ]+$/;

/**
 * The text for a terminal; unchanged without one.
 * @param environment `NO_COLOR` and `TERM=dumb` switch colour off (https://no-color.org)
 */
export function forPeople(text: string, screen: Screen | undefined, environment: NodeJS.ProcessEnv): string {
  if (screen === undefined) return text;

  const { NO_COLOR: noColour = '', TERM: kind } = environment;
  const hasColour = noColour === '' && kind !== 'dumb';
  const { columns = 0 } = screen;
  // Some terminals report 0 if they do not know their width.
  const width = columns === 0 ? Number.POSITIVE_INFINITY : columns;

  const lines = text.split('\n').map((line) => (hasColour ? coloured(line) : line));
  return lines.map((line) => wrapped(line, width)).join('\n');
}

function coloured(line: string): string {
  let styled = line;
  for (const [pattern, style] of STYLES)
    // Node.js would ask whether standard output shows colour, and the text may go to standard error.
    styled = styled.replace(pattern, (found) => styleText(style, found, { validateStream: false }));
  return styled;
}

/** The line, broken at blanks into rows. Further rows are indented, to show that they belong to the first one. */
function wrapped(line: string, columns: number): string {
  // The control sequences of colours take no place on the screen.
  const text = stripVTControlCharacters(line);
  if (text.length <= columns || COMMAND.test(text)) return line;

  const indent = `${/^\s*/.exec(text)![0]}  `;
  const rows = [''];

  // A word keeps the blanks behind it.
  for (const word of line.split(/(?<=\s)(?=\S)/)) {
    const row = rows.at(-1)!;
    const width = stripVTControlCharacters(row + word).trimEnd().length;
    // A word that is wider than the screen gets a row of its own.
    const isRowEmpty = stripVTControlCharacters(row).trim() === '';
    if (width <= columns || isRowEmpty) rows[rows.length - 1] = row + word;
    else rows.push(indent + word);
  }

  return rows.map((row) => row.trimEnd()).join('\n');
}
