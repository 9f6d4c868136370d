/** Checks files that users write: fixtures and scenarios. */

import { DocumentError, UnreadFileError } from '../../contract/documents/read-document.js';
import { OptionsError } from '../../emulator/complete-options.js';
import { CheckError } from '../terminal/failure.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Prints a line for each file that is valid.
 * @param lineOf checks a file, and returns its line; throws a DocumentError or OptionsError if the file is wrong
 * @throws CheckError with the mistakes of all files; UnreadFileError
 */
export function checkFiles(files: readonly string[], lineOf: (file: string) => string, print: Terminal['print']): void {
  const mistakes: string[] = [];
  for (const file of files)
    try {
      print(`${lineOf(file)}\n`);
    } catch (error) {
      // Nothing was checked in a file that cannot be read, so it ends the command instead of failing the check.
      if (error instanceof UnreadFileError) throw error;
      if (!(error instanceof DocumentError || error instanceof OptionsError)) throw error;

      mistakes.push(error.message);
    }

  if (mistakes.length > 0) throw new CheckError(mistakes.join('\n'));
}
