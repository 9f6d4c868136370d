#!/usr/bin/env node
/** The command line: what there is, and how it ends. */

import { Command, CommanderError } from 'commander';
import { packageVersion } from '../shipped.js';
import { addCommands } from './commands.js';
import { reportFailure, UsageError } from './failure.js';

const program = new Command('id-emulator')
  .description('A local, contract-checked emulator of the institution credentials and human-score service.')
  .version(packageVersion())
  .exitOverride()
  .configureOutput({ writeErr: () => undefined })
  .showSuggestionAfterError();
try {
  // A command comes first: the program's own flags, --help and --version, go with none.
  await addCommands(program, process.argv[2]);
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = reportFailure(error);
  else if (error.exitCode !== 0) process.exitCode = reportFailure(new UsageError(usageOf(error)));
}

/** Commander has no words for a missing command, nor for one that `help` does not know. */
function usageOf({ code, message }: CommanderError): string {
  if (code !== 'commander.help') return message.replace(/^error: /, '').replaceAll('\n', ' ');
  const [, asked] = program.args;
  return asked === undefined
    ? 'there is no command; "start" starts the emulator, "--help" shows what else there is'
    : `unknown command '${asked}'`;
}
