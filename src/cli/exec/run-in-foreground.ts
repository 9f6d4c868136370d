/** Runs a command of the user as if it had been called in this command's place. */

import type { Readable } from 'node:stream';
import spawn from 'cross-spawn';
import { NotStartedError, Program } from '../../common/platform/program.js';
import { exitCodeAfter } from '../../common/platform/shell.js';
import { CommandError } from '../terminal/failure.js';

/** Signals that are forwarded to the command. Without a handler, each would end this process before the command. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit codes of a shell for a command that cannot be run. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/**
 * Runs the command with this process's streams, and waits for its end.
 * @param interrupted the command is not started if a signal came before; the reason is the signal's name
 * @param onOutput called with each piece of output, which is also passed on. Default: the command inherits the streams
 * @returns the exit code of the command; 128 and the number of the signal if a signal ended it, as in a shell
 * @throws CommandError with 126 or 127 if the command cannot be run
 */
export async function runInForeground(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
  interrupted: AbortSignal,
  onOutput?: (piece: string) => void,
): Promise<number> {
  if (interrupted.aborted) return exitCodeAfter(interrupted.reason as NodeJS.Signals);

  const output = onOutput === undefined ? 'inherit' : 'pipe';
  const program = new Program(command, { environment, stdio: ['inherit', output, output], spawn });
  const stopPassingOn = [
    passOn(program.child.stdout, process.stdout, onOutput),
    passOn(program.child.stderr, process.stderr, onOutput),
  ];

  const forward = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to both processes. A second signal would make test runners end without cleaning up.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) program.signal(signal);
  };

  for (const signal of FORWARDED) process.on(signal, forward);

  try {
    const { exitCode } = await program.exited;
    // After the end of the command, its last output may still be in the pipe.
    await program.drained();
    return exitCode;
  } catch (error) {
    if (!(error instanceof NotStartedError)) throw error;

    throw new CommandError(error.isMissing ? NOT_FOUND : NOT_EXECUTABLE, error.message);
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
    for (const stop of stopPassingOn) stop();
  }
}

/**
 * Passes on what a command writes. If nobody reads the output any longer, the next write of the command fails, as if
 * the command had inherited the stream. Otherwise, a command that never ends by itself would run for ever.
 * @param from null if the command has inherited the stream
 * @returns a function that stops passing on
 */
function passOn(from: Readable | null, to: NodeJS.WriteStream, onOutput?: (piece: string) => void): () => void {
  const stop = (): void => {
    to.off('error', stop);
    from?.destroy();
  };

  if (from === null) return stop;

  to.on('error', stop);
  from.on('data', (piece: Buffer) => {
    to.write(piece);
    onOutput?.(piece.toString());
  });

  return stop;
}
