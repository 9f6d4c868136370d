/** Writes environment variables for the program that will read them. */

import { shellQuote } from '../../common/reporting/commands.js';
import type { FlagsOf } from './declared-command.js';

/** The function that writes one variable, by the format. */
const WRITERS = {
  shell: (name: string, value: string) => `export ${name}=${shellQuote(value)}\n`,
  dotenv: (name: string, value: string) => `${name}=${dotenvQuote(value)}\n`,
  github: (name: string, value: string) => githubLine(name, value),
  // PowerShell takes curly quotes for straight quotes. Inside quotes, a quote has to be written twice.
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll(/['‘’‚‛]/g, '$&$&')}'\n`,
} as const;

/** A format of variables. The format `json` is one object, and all other formats have a line for each variable. */
export type VariableFormat = FlagsOf<'env'>['format'];

/** The variables as text. */
export function writeVariables(variables: Readonly<Record<string, string>>, format: VariableFormat): string {
  if (format === 'json') return `${JSON.stringify(variables, undefined, 2)}\n`;

  const lines = Object.entries(variables).map(([name, value]) => WRITERS[format](name, value));
  return lines.join('');
}

/**
 * Quotes a value for a dotenv file. Single quotes keep every character; a value with a single quote needs double
 * quotes.
 */
function dotenvQuote(value: string): string {
  // These characters need no quotes.
  if (/^[\w@%+:,./-]*$/.test(value)) return value;

  return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
}

/**
 * A line of the file `GITHUB_ENV`.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#multiline-strings
 */
function githubLine(name: string, value: string): string {
  if (!value.includes('\n')) return `${name}=${value}\n`;
  const end = 'END_OF_VALUE';
  return `${name}<<${end}\n${value}\n${end}\n`;
}
