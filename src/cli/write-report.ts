/** Writes the file of a report. */

import { writeFileSync } from 'node:fs';

/** @throws Error with the name of the file and the reason if it cannot be written */
export function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Error(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}
