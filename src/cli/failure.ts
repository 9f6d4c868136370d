import { RemoteEmulatorError } from '../control/client/control-plane-client.js';
import { DocumentError } from '../documents/read-document.js';
import { SigningKeyError } from '../domain/tokens/signing-key.js';
import { OptionsError } from '../options.js';
import { RecordError } from '../proxy/recording/record-error.js';
import { UpstreamError } from '../proxy/upstream-error.js';

/** Thrown where a command was not called as it has to be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown where something that was to be checked is not right. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** For how the command was called or set up. */
const EXIT_USAGE = 2;
/** For everything else that keeps it from its work. */
const EXIT_FAILURE = 1;

/** Prints the reason on standard error, and gives the exit code. */
export function reportFailure(error: unknown): number {
  process.stderr.write(`id-emulator: ${reasonOf(error).replaceAll('\n', '\nid-emulator: ')}\n`);
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
      return `port ${port} on ${address} is taken; choose another with --port, or --port 0 for a free one`;
    case 'EACCES':
      return `port ${port} on ${address} may not be used; choose one above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `this machine has no address ${address ?? hostname ?? ''} to listen on; choose another with --host`;
    default:
      return message;
  }
}
