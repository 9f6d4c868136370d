import { RemoteEmulatorError } from '../control/client/remote-emulator-error.js';
import { Problem } from '../control/problem.js';
import { DocumentError } from '../documents/read-document.js';
import { SigningKeyError } from '../domain/tokens/signing-key.js';
import { NoBaseline } from '../audit/no-baseline.js';
import { CommandNotFound } from '../audit/run/command-not-found.js';
import { InjectionError } from '../injection/injection.js';
import { OptionsError } from '../options.js';
import { RecordError } from '../proxy/recording/recording-folder.js';
import { UpstreamError } from '../proxy/proxy-errors.js';
import { StoreError } from '../store/store-error.js';
import type { Terminal } from './terminal.js';

/** A command was called incorrectly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A check failed: exit code 1. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** A command that was run in this one's place has ended: its exit code is passed on. */
export class CommandEnded extends Error {
  override readonly name = 'CommandEnded';
  readonly exitCode: number;

  /** @param message what to print; default: nothing, because the command itself has said enough */
  constructor(exitCode: number, message = '') {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit code: the command was called or configured incorrectly. */
const EXIT_USAGE = 2;
/** Exit code: a check failed, or the command failed for another reason. */
const EXIT_FAILURE = 1;

/** Prints the reason on standard error, without a stack trace. @returns the exit code */
export function reportFailure(error: unknown, { printError }: Pick<Terminal, 'printError'>): number {
  if (error instanceof CommandEnded && error.message === '') return error.exitCode;
  printError(`id-emulator: ${reasonOf(error).replaceAll('\n', '\nid-emulator: ')}\n`);
  if (error instanceof CommandEnded) return error.exitCode;
  return isUsage(error) ? EXIT_USAGE : EXIT_FAILURE;
}

function isUsage(error: unknown): boolean {
  return [
    UsageError,
    OptionsError,
    DocumentError,
    SigningKeyError,
    RemoteEmulatorError,
    UpstreamError,
    RecordError,
    Problem,
    InjectionError,
    CommandNotFound,
    StoreError,
    NoBaseline,
  ].some((Kind) => error instanceof Kind);
}

function reasonOf(error: unknown): string {
  const { code, address, hostname, port, message } = error as NodeJS.ErrnoException & {
    address?: string;
    hostname?: string;
    port?: number;
  };
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${address} is in use; choose another with --port, or a free one with --port 0`;
    case 'EACCES':
      return `port ${port} on ${address} is not permitted; choose one above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `this machine has no address ${address ?? hostname ?? ''} to listen on; choose another with --host`;
    default:
      return message;
  }
}
