/** The errors of commands: their messages, and the exit code of the process. */

import { tmpdir } from 'node:os';
import { dirname, relative, sep } from 'node:path';
import { exitCodeAfter } from '../../common/platform/shell.js';
import { flagName, kebabCase } from '../../emulator/option-spec.js';
import { OPTION_SPECS } from '../../emulator/options.js';
import type { Terminal } from './terminal.js';

/** A command was called incorrectly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A check failed: exit code 1. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
}

/** The user's command, which this command has run, has failed, or a signal has ended this command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  /** @param message the text to print. Default: nothing, because the command itself has reported its failure */
  constructor(exitCode: number, message = '') {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit code: the command was called or configured incorrectly, or has a bug. Nothing was checked. */
const EXIT_UNUSABLE = 2;
/** Exit code: a check failed, or the command failed for another reason. */
const EXIT_FAILURE = 1;

/**
 * The names of the errors that end a command with {@link EXIT_FAILURE}. Any other error ends it with
 * {@link EXIT_UNUSABLE}. A failed call of the system throws an `Error`, and a failed `fetch` throws a `TypeError`.
 */
const FAILURES: ReadonlySet<string> = new Set(['CheckError', 'BrokerError', 'VerifierError', 'Error', 'TypeError']);

/** The error of a command that was interrupted before its work was done. */
export function commandInterrupted({ interrupted }: Pick<Terminal, 'interrupted'>, message?: string): CommandError {
  return new CommandError(exitCodeAfter(interrupted.reason as NodeJS.Signals), message);
}

/** Prints the reason on standard error, with a stack trace only for a bug of id-emulator. @returns the exit code */
export function reportFailure(error: unknown, { printError }: Pick<Terminal, 'printError'>): number {
  // The user's command has already said why it failed.
  if (error instanceof CommandError && error.message === '') return error.exitCode;
  if (isOurBug(error)) {
    printError(internalErrorText(error));
    return EXIT_UNUSABLE;
  }

  const folderReason = temporaryFolderReason(error as NodeJS.ErrnoException);
  const reason = folderReason ?? reasonOf(error);
  printError(`id-emulator: ${reason.replaceAll('\n', '\nid-emulator: ')}\n`);
  if (folderReason !== undefined) return EXIT_UNUSABLE;
  if (error instanceof CommandError) return error.exitCode;

  return FAILURES.has((error as Error).name) ? EXIT_FAILURE : EXIT_UNUSABLE;
}

/**
 * Prints an error that nothing caught: it proves nothing about what was checked.
 * @returns the exit code
 */
export function reportUncaught(error: Error, terminal: Pick<Terminal, 'printError'>): number {
  const place = foreignPlace(error);
  const reason = `${place}: nothing catches this error; perhaps an await is missing: ${error.message}`;
  reportFailure(place === undefined ? error : new CommandError(EXIT_UNUSABLE, reason), terminal);

  return EXIT_UNUSABLE;
}

/** The folder of the built package. */
const OWN_FOLDER = dirname(import.meta.dirname);
/** Matches a file in a stack, with line and column: `at setUp (file:///tmp/states.mjs:1:126)`. */
const STACK_FILE = /(?:\(| at | async )(?:file:\/\/)?((?:\/|[A-Z]:\\)[^\n()]*)/g;

/** Where a loaded file, such as one with provider states, made the error; undefined if the error is our own. */
function foreignPlace({ stack = '' }: Error): string | undefined {
  const places = [...stack.matchAll(STACK_FILE)].map(([, place]) => place!);
  const foreign = places.find((place) => !place.startsWith(OWN_FOLDER) && !place.includes('node_modules'));

  return foreign && relative('', foreign);
}

/** Why the folder for the files of a run cannot be created, in one line; undefined for any other error. */
function temporaryFolderReason({ code, syscall, path }: NodeJS.ErrnoException): string | undefined {
  // A write to a full disk names no path.
  const isTemporary = path === undefined || path.startsWith(tmpdir() + sep);
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const createsFolder = syscall === 'mkdtemp' || syscall === 'mkdir';
  const isAboutFolder = isTemporary && (isFull || createsFolder);
  if (!isAboutFolder) return undefined;

  const reason = isFull ? 'its disk is full' : `it cannot be written (${code ?? 'unknown'})`;
  return `the temporary folder ${tmpdir()}: ${reason}; set TMPDIR to another one`;
}

/** The text about a bug of id-emulator, with the stack trace. */
export function internalErrorText({ stack, message }: Error): string {
  return `id-emulator: internal error, please report it: ${stack ?? message}\n`;
}

/** Whether the error comes from a bug in our code. Errors of Node.js have a code, and those of `fetch` have a cause. */
function isOurBug(error: unknown): error is Error {
  const isProgrammingError = error instanceof TypeError || error instanceof ReferenceError || error instanceof URIError;
  return isProgrammingError && error.cause === undefined && !('code' in error);
}

/** The message, with the names of options as they are typed: `--tls-key` for `option tlsKey`. */
function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return message.replace(/\boption ([a-z]+(?:[A-Z][a-z]+)*)\b/g, (_, name: string) => {
    const spec = OPTION_SPECS.find((known) => known.name === name);
    return spec === undefined ? `--${kebabCase(name)}` : flagName(spec);
  });
}
