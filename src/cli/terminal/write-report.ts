/** Prints reports, and writes them to files. */

import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
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
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
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

  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing?.isDirectory() === true) throw new UsageError(`cannot write ${file}: this is a folder, not a file`);

  // A new file needs a folder that can be written.
  refuseReadOnly(existing === undefined ? dirname(file) : file, file);
}

/** Refuses a folder into which no report can be written. A missing folder is created later. @throws UsageError */
export function refuseUnwritableFolder(folder: string): void {
  const existing = statSync(folder, { throwIfNoEntry: false });
  if (existing?.isDirectory() === false)
    throw new UsageError(`cannot write to ${folder}: this is a file, not a folder`);
  if (existing !== undefined) refuseReadOnly(folder, folder);
}

/**
 * Refuses a file or folder that this process may not write to.
 * @param file the file of the report, for the message
 * @throws UsageError
 */
function refuseReadOnly(fileOrFolder: string, file: string): void {
  try {
    accessSync(fileOrFolder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}
