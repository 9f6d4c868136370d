/** Prints reports, and writes them to files. */

import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './failure.js';
import type { Terminal } from './terminal.js';

/** Prints a report: as JSON for programs if `--json` is given, else as text for people. */
export function printReport(
  report: unknown,
  textOf: () => string,
  { json = false }: { readonly json?: boolean | undefined },
  { print }: Pick<Terminal, 'print'>,
): void {
  if (json) print(`${JSON.stringify(report, undefined, 2)}\n`);
  // People see the text in colour and no wider than their terminal.
  else print(textOf(), 'people');
}

/** @throws UsageError with the name of the file and the reason if it cannot be written */
export function writeReport(file: string, text: string): void {
  tryToWrite(file, () => writeFileSync(file, text));
}

/** @throws UsageError as {@link writeReport} */
export function writeJson(file: string, value: unknown): void {
  writeReport(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

/**
 * Call it before a long run, so that its report is not lost.
 * @param inputs the files that the command reads. Default: none
 * @throws UsageError if the file cannot be written, or is an input
 */
export function refuseUnwritable(file: string, inputs: readonly string[] = []): void {
  if (file === '') throw new UsageError('cannot write a report: the name of its file is empty');
  if (inputs.some((input) => resolve(input) === resolve(file)))
    throw new UsageError(`cannot write ${file}: the command reads this file; name another one`);

  const exists = existsSync(file);
  if (exists && statSync(file).isDirectory())
    throw new UsageError(`cannot write ${file}: this is a folder, not a file`);

  // A new file needs a folder that can be written.
  const place = exists ? file : dirname(file);
  tryToWrite(file, () => accessSync(place, constants.W_OK));
}

/** Refuses a folder into which no report can be written. A missing folder is created later. @throws UsageError */
export function refuseUnwritableFolder(folder: string): void {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  if (!statSync(place).isDirectory())
    throw new UsageError(`cannot write to ${folder}: ${place} is a file, not a folder`);

  // Rights alone do not tell: nobody can make a folder in `/proc`.
  tryToWrite(folder, () => rmdirSync(mkdtempSync(join(place, 'id-emulator-'))));
}

/** @param place the file or folder, for the message @throws UsageError with the reason if `write` fails */
function tryToWrite(place: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`cannot write ${place}: ${(error as Error).message}`, { cause: error });
  }
}
