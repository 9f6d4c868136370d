/** `id-emulator pact from-journal`: the exchanges of a sandbox as a Pact file. */

import type { Command } from 'commander';
import { fetchPact, type SandboxAddress } from '../control/client/remote-journal.js';
import type { LeftOut } from '../pact/pact-json.js';
import { DEFAULT_PROVIDER } from '../pact/generate/pact-from-journal.js';
import { replaceFile } from '../platform/replace-file.js';
import { CheckFailed } from './failure.js';
import { controlTokenOf, variableName } from './settings.js';

export interface PactFromJournalOptions extends SandboxAddress {
  readonly consumer: string;
  readonly provider: string;
  /** A file for the pact; it is printed where there is none. */
  readonly out?: string;
}

/** Where a command writes: the pact, and what people are told about it. */
export interface PactOutput {
  readonly pact: (text: string) => void;
  readonly notes: (text: string) => void;
}

/** Declares the command. */
export function addPactCommands(root: Command): void {
  root
    .command('pact')
    .description('pacts from what consumers have done: from-journal')
    .command('from-journal')
    .description('the exchanges in the journal of a running emulator as a pact (version 4 of the Pact specification)')
    .requiredOption('--consumer <name>', 'who made the requests')
    .option('--provider <name>', 'who answered them', DEFAULT_PROVIDER)
    .option('--url <url>', 'where the emulator listens', 'http://127.0.0.1:4010')
    .option('--sandbox <id>', 'the sandbox that the consumer has used', 'default')
    .option('--control-token <text>', `the emulator's control token, if it has one [${variableName('controlToken')}]`)
    .option('--out <file>', 'writes the pact to this file instead of printing it')
    .action(async (flags: PactFromJournalOptions) => {
      const output = {
        pact: (text: string) => process.stdout.write(text),
        notes: (text: string) => process.stderr.write(text),
      };
      await pactFromJournalCommand({ ...flags, ...controlTokenOf(flags) }, output);
    });
}

/**
 * Writes the pact, and tells what is not in it.
 * @throws RemoteEmulatorError if it cannot be read, CheckFailed if it has no interaction: then nothing is written
 */
export async function pactFromJournalCommand(
  { sandbox, consumer, provider, out, ...address }: PactFromJournalOptions,
  output: PactOutput,
): Promise<void> {
  const pact = await fetchPact({ ...address, sandbox }, { consumer, provider });
  const { leftOut } = pact.metadata['id-emulator'];
  for (const group of leftOut) output.notes(`${leftOutLine(group)}\n`);
  const { length } = pact.interactions;
  if (length === 0)
    throw new CheckFailed(
      `there is nothing for a pact in the journal of sandbox ${sandbox}${leftOut.length === 0 ? ': it is empty' : ''}`,
    );
  const text = `${JSON.stringify(pact, undefined, 2)}\n`;
  if (out === undefined) output.pact(text);
  else write(out, text);
  output.notes(
    `${length} interaction${length === 1 ? '' : 's'} between ${consumer} and ${provider}${out === undefined ? '' : ` in ${out}`}\n`,
  );
}

function leftOutLine({ request, exchanges, reason }: LeftOut): string {
  return `left out: ${request} (exchange ${exchanges.join(', ')}): ${reason}`;
}

function write(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new Error(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}
