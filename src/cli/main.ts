#!/usr/bin/env node
/** The command line as a process: standard streams, signals and the exit code. */

import { Console } from 'node:console';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { keepCompiled } from '../common/platform/compile-cache.js';
import { OutputStream } from './terminal/output-stream.js';

/** Milliseconds in which signals count as one: under npm, Ctrl-C arrives twice, from the terminal and from npm. */
const ONE_SIGNAL = 500;
/** After a signal, how many milliseconds the process waits for a reader of its output that has stopped reading. */
const READER_PATIENCE = 1_000;
/** The width of a terminal that does not report its width. */
const USUAL_COLUMNS = 80;
/** The exit code of a command that has succeeded as far as it knows, but proves nothing. */
const EXIT_UNPROVEN = 2;

/** Aborted by the first signal; the reason is the name of the signal. */
const interruption = new AbortController();
const secondInterruption = new AbortController();
/** Whether the command has returned its exit code. */
let isOver = false;
// The first signal asks the command to clean up and end. A second signal asks it to end at once.
let firstSignalAt = Number.POSITIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Only the first signal sets the moment: every later one comes after it.
    firstSignalAt = Math.min(firstSignalAt, performance.now());
    interruption.abort(signal);
    if (performance.now() - firstSignalAt > ONE_SIGNAL) secondInterruption.abort(signal);
  });

// npm and npx start this process in a shell. The shell ends at SIGTERM without passing the signal on: this process then
// gets another parent.
if (process.env['npm_execpath'] !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

// Node.js keeps compiled code in this folder, so that the next command starts sooner. The folder is removed with the
// package. In the temporary folder of the system, the code would be left behind.
keepCompiled(join(import.meta.dirname, '../../.build/compile-cache'));
// Standard output is that of the command, such as a report in JSON. What loaded files print goes to standard error.
globalThis.console = new Console(process.stderr);
void main();

// A file that a command loads, such as one with provider states, may end the process, with any exit code.
process.on('exit', (code) => {
  if (isOver || interruption.signal.aborted) return;

  if (code === 0) process.exitCode = EXIT_UNPROVEN;
  writeSync(2, 'id-emulator: the process ended before the command was done; perhaps a loaded file ends it\n');
});

async function main(): Promise<void> {
  // All other modules are loaded here, after the handlers of signals are installed. An earlier signal ends the process
  // at once, and there is nothing to clean up then.
  const { run } = await import('./run.js');
  const { reportUncaught } = await import('./terminal/failure.js');

  const output = new OutputStream(process.stdout, (reason) => sayLost('standard output', reason));
  const errorOutput = new OutputStream(process.stderr, (reason) => sayLost('standard error', reason));
  const sayLost = (stream: string, reason: string): void =>
    errorOutput.write(`id-emulator: cannot write to ${stream}, so output is lost: ${reason}\n`);
  const rewriteLine = rewriterOf(errorOutput);

  const terminal = {
    environment: process.env,
    print: (text: string) => output.write(text),
    unread: () => output.unread,
    outputFailed: output.failed,
    printError: (text: string) => errorOutput.write(text),
    ...(rewriteLine !== undefined && { rewriteLine }),
    ...(process.stdout.isTTY && { screen: process.stdout }),
    ...(process.stderr.isTTY && { errorScreen: process.stderr }),
    interrupted: interruption.signal,
    interruptedAgain: secondInterruption.signal,
  };
  // An error that nothing catches, such as that of a provider state without `await`, ends the command.
  const uncaught = new Promise<number>((resolve) => {
    process.on('uncaughtException', (error) => resolve(reportUncaught(error, terminal)));
  });
  const exitCode = await Promise.race([run(process.argv.slice(2), terminal), uncaught]);

  // The command is over, even if something is still open: a connection of a client, or a server after a failure.
  const outputs = [output, errorOutput];
  await Promise.all(outputs.map((stream) => stream.written(interruption.signal, READER_PATIENCE)));
  const isOutputLost = outputs.some(({ hasLost }) => hasLost);
  isOver = true;
  process.exit(exitCode === 0 && isOutputLost ? EXIT_UNPROVEN : exitCode);
}

/** The function that shows progress in one line that changes; undefined if nothing can show progress. */
function rewriterOf(errorOutput: OutputStream): ((text: string) => void) | undefined {
  // `process.send` exists if the parent process listens for messages, as `mcp` does. A message fails only if the parent
  // has ended, and then nobody needs the progress.
  if (process.send !== undefined) return (progress) => process.send!({ progress }, () => undefined);
  if (!process.stderr.isTTY) return undefined;

  return (text) => {
    // Text beyond the end of the line could not be replaced.
    const columns = process.stderr.columns || USUAL_COLUMNS;
    errorOutput.write(`\r\u001B[K${text.slice(0, columns - 1)}`);
  };
}
