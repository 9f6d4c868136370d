#!/usr/bin/env node
/** The command line as a process: standard streams, signals and the exit code. */

import { join } from 'node:path';
import { keepCompiled } from '../common/platform/compile-cache.js';
import { OutputStream } from './terminal/output-stream.js';

const interruption = new AbortController();
const secondInterruption = new AbortController();
/** Milliseconds in which signals count as one: under npm, Ctrl-C arrives twice, from the terminal and from npm. */
const ONE_SIGNAL = 500;
/** Milliseconds to wait after a signal for a reader of the output that reads nothing. */
const UNREAD_TIME = 1_000;
/** The width of a terminal that does not report its width. */
const USUAL_COLUMNS = 80;
/** The exit code of a command that has succeeded, but whose output could not be written. */
const EXIT_LOST = 2;
let firstAt = Number.POSITIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    firstAt = Math.min(firstAt, performance.now());
    interruption.abort(signal);
    if (performance.now() - firstAt > ONE_SIGNAL) secondInterruption.abort(signal);
  });
// npm and npx start this process in a shell. The shell ends at SIGTERM without passing the signal on.
if (process.env['npm_execpath'] !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
// The cache is not in the temporary folder, where commands leave nothing behind. Here it is removed with the package.
keepCompiled(join(import.meta.dirname, '../../.build/compile-cache'));
void main();

async function main(): Promise<void> {
  // All other modules are loaded after the handlers of signals are installed. An earlier signal ends the process, which
  // leaves nothing behind at that time.
  const { run } = await import('./run.js');
  const output = new OutputStream(process.stdout, (reason) => sayLost('standard output', reason));
  const errorOutput = new OutputStream(process.stderr, (reason) => sayLost('standard error', reason));
  const sayLost = (stream: string, reason: string): void =>
    errorOutput.write(`id-emulator: cannot write to ${stream}, so output is lost: ${reason}\n`);
  // On a terminal, progress is a line that changes. A parent process that listens, as `mcp` does, gets messages.
  const rewriting =
    process.send !== undefined
      ? // A message fails only if its reader has ended.
        { rewriteLine: (progress: string) => process.send!({ progress }, () => undefined) }
      : process.stderr.isTTY && {
          // Text beyond the end of the line could not be replaced.
          rewriteLine: (text: string) =>
            errorOutput.write(`\r\u001B[K${text.slice(0, (process.stderr.columns || USUAL_COLUMNS) - 1)}`),
        };
  const exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    print: (text) => output.write(text),
    unread: () => output.unread,
    outputFailed: output.failed,
    printError: (text) => errorOutput.write(text),
    ...rewriting,
    ...(process.stdout.isTTY && { screen: process.stdout }),
    ...(process.stderr.isTTY && { errorScreen: process.stderr }),
    interrupted: interruption.signal,
    interruptedAgain: secondInterruption.signal,
  });
  // The command is over, even if something is still open: a connection of a client, or a server after a failure.
  const outputs = [output, errorOutput];
  await Promise.all(outputs.map((stream) => stream.written(interruption.signal, UNREAD_TIME)));
  process.exit(exitCode === 0 && outputs.some(({ hasLost }) => hasLost) ? EXIT_LOST : exitCode);
}
