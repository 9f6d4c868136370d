/** `id-emulator judge`: prints verdicts on a client's behaviour, of a running emulator or of recordings. */

import type { Command } from 'commander';
import { fetchBehaviour } from '../../remote/remote-journal.js';
import type { Health } from '../../emulator/control/documents.js';
import { situationText } from '../../audit/expectations/situations.js';
import { kebabCase } from '../../emulator/option-spec.js';
import { noRequestText } from '../../emulator/refused-connections.js';
import { brokenHttpText } from '../../emulator/journal/exchange-line.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { failsConsumer } from '../../emulator/judge/judge.js';
import { behaviourReport, behaviourSuite } from '../../emulator/judge/report.js';
import { junitXml } from '../../common/reporting/junit.js';
import { counted } from '../../common/reporting/phrases.js';
import type { Actions } from '../settings/declared-command.js';
import { CheckError, UsageError } from '../terminal/failure.js';
import { isTyped } from '../terminal/flags.js';
import type { Judged, JudgeFlags } from './judge-files.js';
import { emulatorAddress, clientOf } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport, refuseUnwritable, writeReport } from '../terminal/write-report.js';

export const ACTIONS: Actions<'judge'> = {
  judge: async ({ words: files, flags, command, terminal }) => {
    refuseMisplaced(files, flags, command);
    if (flags.junit !== undefined) refuseUnwritable(flags.junit, files);
    if (files.length === 0) {
      await judgeRunning(flags, terminal);
      return;
    }

    // The code that reads recordings is not needed for a running emulator.
    const { judgeFiles } = await import('./judge-files.js');
    const behaviours = await judgeFiles(files, flags);
    report(behaviours, flags, terminal);
    refuseBroken(behaviours, flags.strict === true);
  },
};

/** Refuses a flag that would be ignored. @throws UsageError if one has no meaning for these files, or for no files */
function refuseMisplaced(files: readonly string[], flags: JudgeFlags, command: Command): void {
  const firstTyped = (...names: (keyof JudgeFlags)[]): string | undefined =>
    names.find((name) => isTyped(command, name));

  const emulatorFlag = firstTyped('sandbox', 'url', 'controlToken');
  if (files.length > 0 && emulatorFlag !== undefined)
    throw new UsageError(`--${kebabCase(emulatorFlag)} is about a running emulator; leave it out beside files`);

  const fileFlag = firstTyped('situations', 'service', 'tokenUrl', 'oneClient');
  if (files.length === 0 && fileFlag !== undefined)
    throw new UsageError(`--${kebabCase(fileFlag)} is about recordings; name their files`);

  const serviceFlag = firstTyped('tokenUrl', 'oneClient');
  if (flags.service === undefined && serviceFlag !== undefined)
    throw new UsageError(`--${kebabCase(serviceFlag)} is about the traffic of a service; name it with --service`);
}

/**
 * Prints the verdicts on the journal of a running emulator.
 * @throws RemoteEmulatorError if the journal cannot be read, CheckError if a rule is broken or nothing was seen
 */
async function judgeRunning(flags: JudgeFlags, terminal: Terminal): Promise<void> {
  const { strict = false, allowEmpty = false } = flags;
  const address = { ...emulatorAddress(flags), sandbox: flags.sandbox };
  const behaviour = await fetchBehaviour(address, { strict, allowEmpty });
  report([behaviour], flags, terminal);

  if (behaviour.exchanges === 0 && !allowEmpty) throw new CheckError(await whyNothing(behaviour.sandbox, flags));

  refuseBroken([behaviour], strict);
}

/**
 * Why the judge has seen no request: all requests were unreadable, connections were refused, or nobody called the
 * sandbox.
 */
async function whyNothing(sandbox: string, flags: JudgeFlags): Promise<string> {
  const client = clientOf(flags);
  const { refusedConnections = {} } = await client.call<Partial<Health>>('getHealth');
  const { exchanges } = await client.call<{ exchanges: Exchange[] }>('listExchanges', { sandbox: flags.sandbox });

  const why = brokenHttpText(exchanges) ?? noRequestText(refusedConnections);
  if (why !== undefined) return `nothing seen: ${why}`;

  return `nothing seen: sandbox ${sandbox} got no request of a client; --sandbox names another one, --allow-empty accepts it`;
}

/** Prints the verdicts, and writes them to the JUnit file. */
function report(behaviours: readonly Judged[], { json, junit, strict = false }: JudgeFlags, terminal: Terminal): void {
  // The JSON report of one client is an object, as the control plane returns it. Several clients are a list.
  const document = behaviours.length === 1 ? behaviours[0] : behaviours;
  printReport(document, () => behaviours.map(judgedText).join('\n'), { json }, terminal);
  if (junit === undefined) return;

  const suites = behaviours.map((judged) => behaviourSuite(subjectOf(judged), judged.verdicts, { strict }));
  writeReport(junit, junitXml(suites));
}

/** Whose client is judged, in words. */
function subjectOf({ sandbox }: Judged): string {
  return sandbox === undefined ? 'the service' : `sandbox ${sandbox}`;
}

/** The verdicts as text: the situations that were seen, the rules, and what the verdicts come from. */
function judgedText(judged: Judged): string {
  const { exchanges, removedUpTo, verdicts, toProve, flawed = '', situations = [] } = judged;
  const situationLines = situations.map((situation) => `${situationText(situation)}\n`).join('');
  // The judge only suspects what it cannot prove. `toProve` says what the user can do about it.
  const hint = toProve === undefined ? '' : `${toProve}\n`;
  const removed = removedUpTo === undefined ? '' : `; the journal no longer has those up to ${removedUpTo}`;
  const source = `from ${counted(exchanges, 'exchange')} of ${subjectOf(judged)}${removed}${flawed}\n`;

  return situationLines + behaviourReport(verdicts) + hint + source;
}

/** @throws CheckError if a rule is broken */
function refuseBroken(behaviours: readonly Judged[], strict: boolean): void {
  const verdicts = behaviours.flatMap((behaviour) => behaviour.verdicts);
  const failures = verdicts.filter((verdict) => failsConsumer(verdict, { strict }));
  const brokenRules = [...new Set(failures.map(({ rule }) => rule))];
  if (brokenRules.length === 0) return;

  const what = brokenRules.length === 1 ? 'a rule' : `${brokenRules.length} rules`;
  const how = strict ? 'breaks or seems to break' : 'breaks';
  throw new CheckError(`the client ${how} ${what}: ${brokenRules.join(', ')}`);
}
