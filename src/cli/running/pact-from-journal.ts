/** `id-emulator pact from-journal`: writes the exchanges of a sandbox as a pact. */

import type { Command } from 'commander';
import { fetchPact } from '../../remote/remote-journal.js';
import { DEFAULT_PROVIDER } from '../../pact/generate/pact-from-journal.js';
import { minimalPact, type NeededPlaces } from '../../pact/minimal-pact.js';
import { counted } from '../../verify/report/report-text.js';
import { CheckError, UsageError } from '../terminal/failure.js';
import { emulatorAddress, type SandboxFlags, withSandbox } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';
import { writeReport } from '../terminal/write-report.js';
import type { MutationReport } from '../../audit/mutate/mutation-report.js';
import { isObject } from '../../common/json.js';
import { readJson } from '../../contract/documents/read-document.js';
import type { InteractionDocument, PactDocument } from '../../emulator/control/pact-document.js';
import { shippedContracts } from '../../start/shipped.js';

interface PactFlags extends SandboxFlags {
  readonly consumer: string;
  readonly provider: string;
  /** A file for the pact. Default: standard output. */
  readonly out?: string;
  /** A report of `mutate --json`: what no test needs is left out. Default: everything is in the pact. */
  readonly minimal?: string;
}

/** Registers the command. */
export function addPactCommands(root: Command, terminal: Terminal): void {
  const command = root
    .command('pact')
    .description('write pacts: from-journal')
    .command('from-journal')
    .description('write the journal of a running emulator as a pact (version 4 of the Pact specification)');
  withSandbox(command, terminal)
    .requiredOption('--consumer <name>', 'name of the consumer')
    .option('--provider <name>', 'name of the provider', DEFAULT_PROVIDER)
    .option('--out <file>', 'write the pact to this file instead of standard output')
    .option('--minimal <file>', 'leave out what no test needs, according to this report of mutate --json')
    .action((flags: PactFlags) => writePact(flags, terminal));
}

/**
 * Writes the pact, and lists the exchanges that are left out.
 * @throws RemoteEmulatorError if it cannot be read, CheckError if it has no interaction: then nothing is written
 */
async function writePact(
  { sandbox, consumer, provider, out, minimal, ...flags }: PactFlags,
  terminal: Terminal,
): Promise<void> {
  const needed = minimal === undefined ? undefined : readNeededPlaces(minimal);
  // Tests may read optional members, too.
  const options = { consumer, provider, ...(needed !== undefined && { members: 'all' as const }) };
  const whole = await fetchPact({ ...emulatorAddress(flags, terminal), sandbox }, options);
  const pact = needed === undefined ? whole : minimalPact(whole, needed.of);
  const { leftOut } = pact.metadata['id-emulator'];
  for (const { request, exchanges, reason } of leftOut)
    terminal.printError(`left out: ${request} (exchange ${exchanges.join(', ')}): ${reason}\n`);
  for (const operation of needed?.untried(pact) ?? [])
    terminal.printError(`kept whole: the responses of ${operation}, which is not in ${minimal}\n`);
  const { length } = pact.interactions;
  if (length === 0)
    throw new CheckError(
      `the journal of sandbox ${sandbox} has no exchange for a pact${leftOut.length === 0 ? ': it is empty' : ''}`,
    );
  const text = `${JSON.stringify(pact, undefined, 2)}\n`;
  if (out === undefined) terminal.print(text);
  else writeReport(out, text);
  const written = `${counted(length, 'interaction')} between ${consumer} and ${provider}`;
  terminal.printError(`${written}${out === undefined ? '' : ` in ${out}`}\n`);
}

/** What a report says about the interactions of a pact. */
interface ReportedNeeds {
  readonly of: NeededPlaces;
  /** The operations of a pact that the report does not know, so that their responses stay whole. */
  readonly untried: (pact: PactDocument) => string[];
}

/** @throws DocumentError if the file cannot be read, UsageError if it is no such report */
function readNeededPlaces(file: string): ReportedNeeds {
  const report = readJson(file);
  if (!isReport(report))
    throw new UsageError(
      `--minimal: ${file} is not a report of mutate; write one with: id-emulator mutate --json -- npm test`,
    );
  const { operations, together } = report;
  const places = new Map(
    operations.map(({ operation, members }) => [
      operation,
      members.filter(({ use }) => use !== 'not read').map(({ place }) => place),
    ]),
  );
  for (const text of together.flat()) {
    const [operation = '', place = ''] = text.split(':');
    places.get(operation)?.push(place);
  }
  return {
    of: (interaction) => places.get(operationOf(interaction) ?? ''),
    untried: ({ interactions }) => {
      const successes = interactions.filter(({ response }) => response.status < 400 && response.body !== undefined);
      const operations = successes.flatMap((interaction) => operationOf(interaction) ?? []);
      return [...new Set(operations)].filter((operation) => !places.has(operation));
    },
  };
}

function isReport(value: unknown): value is MutationReport {
  if (!isObject(value)) return false;
  const { operations, together } = value;
  return (
    Array.isArray(operations) &&
    Array.isArray(together) &&
    operations.every(
      (each) => isObject(each) && typeof each['operation'] === 'string' && Array.isArray(each['members']),
    )
  );
}

function operationOf({ request }: InteractionDocument): string | undefined {
  const { methods } = shippedContracts().base.match(request.path) ?? {};
  return methods?.get(request.method.toLowerCase() as never)?.id;
}
