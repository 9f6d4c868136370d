/** Runs a command of the user as a child process, as if it had been called in this command's place. */

import type { Readable } from 'node:stream';
import spawn from 'cross-spawn';
import { exitCodeAfter } from '../../common/platform/shell.js';
import { CommandError } from '../terminal/failure.js';

/** Signals that end a process by default, and that this process would otherwise keep to itself. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit codes of a shell for a command that cannot be run. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** Milliseconds to wait for the rest of the output if a program that the command has left behind holds the stream. */
const DRAIN = 100;

/**
 * Runs the command with this process's streams, and waits for its end.
 * @param interrupted the command is not started if a signal came before; the reason is the signal's name
 * @param onOutput called with each piece of output, which is passed on. Default: the command has the streams itself
 * @returns its exit code; 128 and the signal's number if a signal ended it, as in a shell
 * @throws CommandError with 126 or 127 if it cannot be run
 */
export function runCommand(
  [command = '', ...parameters]: readonly string[],
  environment: NodeJS.ProcessEnv,
  interrupted: AbortSignal,
  onOutput?: (piece: string) => void,
): Promise<number> {
  if (interrupted.aborted) return Promise.resolve(exitCodeAfter(interrupted.reason as NodeJS.Signals));
  const output = onOutput === undefined ? 'inherit' : 'pipe';
  // On Windows, npm and npx are .cmd files, which only a shell can run: cross-spawn sees to it.
  const child = spawn(command, [...parameters], { stdio: ['inherit', output, output], env: environment });
  const streams = [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const;
  const closings = streams.map(([from, to]) => passOn(from, to, onOutput));
  const forward = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to both processes. A second one would make test runners end without cleaning up.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return new Promise<number>((resolve, reject) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const exitCode = code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE;
      const reason = code === 'ENOENT' ? 'there is no such command' : message;
      reject(new CommandError(exitCode, `cannot run ${JSON.stringify(command)}: ${reason}`));
    });
    child.once('exit', (code, signal) => {
      const exitCode = code ?? exitCodeAfter(signal!);
      child.once('close', () => resolve(exitCode));
      // What has come is passed on between the timer and `setImmediate`, however busy this process was.
      setTimeout(() => setImmediate(resolve, exitCode), DRAIN).unref();
    });
  }).finally(() => {
    for (const signal of FORWARDED) process.off(signal, forward);
    for (const close of closings) close();
  });
}

/**
 * Passes on what a command writes. If nobody reads it any longer, the next write of the command fails, as if it had the
 * stream itself: otherwise a command that never ends by itself would run for ever.
 * @returns ends it
 */
function passOn(from: Readable | null, to: NodeJS.WriteStream, onOutput?: (piece: string) => void): () => void {
  const close = (): void => {
    to.off('error', close);
    from?.destroy();
  };
  if (from === null) return close;
  to.on('error', close);
  from.on('data', (piece: Buffer) => {
    to.write(piece);
    onOutput?.(piece.toString());
  });
  return close;
}
