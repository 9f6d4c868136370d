/** Says how the client reacted to a fault, from its calls without and with the fault and from the result of its tests. */

import type { TestResult } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { callsOf, urlOf } from '../plan/calls.js';
import { EXPECTED } from '../expectations/expectations.js';
import type { PlanEntry } from '../plan/plan.js';
import type { Reaction } from './reaction.js';
import { type Facts, type FaultedSandbox, type Found, UNDECIDED } from './facts.js';
import { afterPassing } from './after-passing.js';
import { blame, hasCompany } from './blame.js';
import { errorLines, failureIn, shortenedWithCause } from './error-text.js';
import { hasOffended, offenceIn } from './offences.js';

/** What was seen of one fault. */
export interface Observation {
  readonly reaction: Reaction;
  /** What the client did, as a sentence. */
  readonly what: string;
  /** The rule of the judge that was broken, if it misbehaved. */
  readonly rule?: string;
  /** The exchanges of the sandbox in the run. */
  readonly exchanges: readonly Exchange[];
  /** Numbers of those that met the fault. */
  readonly met: readonly number[];
  /** The test that failed, if a fixture has told it. */
  readonly test?: TestResult;
}

/** What a run shows of its faults in one sandbox. */
export interface Classification {
  /** The observation of each entry that the run shows. */
  readonly found: ReadonlyMap<PlanEntry, Observation>;
  /** Entries to try by themselves. Those that are in neither can be tried again with others. */
  readonly suspects: readonly PlanEntry[];
  /** Whether no other fault of the sandbox had a part in it. */
  readonly isSure: boolean;
  /** How the client seems to have reacted to some of these: the same, seen again of the entry by itself, is sure. */
  readonly seenOnlyOnce: ReadonlyMap<PlanEntry, Reaction>;
}

/** The reaction to each fault of a sandbox, as far as the run shows it. */
export function classify(faulted: FaultedSandbox): Classification {
  const { run, baseline, entries } = faulted;
  const observed = run.sandboxes.find(({ key }) => key === baseline.key);
  const exchanges = observed?.exchanges ?? [];
  const first = entries.flatMap(({ after }) => after ?? []);
  const met = meetings([...first, ...entries], exchanges);
  const test = observed?.tests.find(({ passed }) => !passed) ?? observed?.tests[0];
  // A process that dies takes the reports of its tests with it.
  const isUnreported = test === undefined && baseline.tests.length > 0;
  const hasFailed = test === undefined || isUnreported ? run.exitCode !== 0 : !test.passed;
  // A test that has passed did not hang, whatever another one did.
  const hasHung = run.timedOut && test?.passed !== true;
  // What a run that failed did not come to had no part in it.
  const reached = entries.filter((entry) => met.get(entry)!.length > 0);
  const parties = (hasFailed || hasHung) && reached.length === 1 ? reached : entries;
  const isSure = parties.length === 1 && (faulted.isAlone || (test !== undefined && !hasHung));
  const disturbed = new Set([...met].flatMap(([{ fault }, own]) => (fault.takesAway && !fault.changesData ? own : [])));
  const facts = (entry: PlanEntry): Facts => ({
    ...faulted,
    entry,
    exchanges,
    met: met.get(entry) ?? [],
    identity: identityOf(entry, met.get(entry)?.[0]),
    allMet: [...met.values()].flat(),
    disturbed,
    test,
    hasFailed,
    hasHung,
  });
  const observation = (about: Facts, shown: Found): Observation => ({
    ...shown,
    exchanges,
    met: about.met.map(({ id }) => id),
    ...(test !== undefined && { test }),
  });
  const found = new Map<PlanEntry, Observation>();
  const seenOnlyOnce = new Map<PlanEntry, Reaction>();
  if (!isSure && (hasFailed || hasHung)) {
    const { culprit, isClear, isOnlyOne, suspects, before } = blame(entries.map(facts));
    // Another sandbox may have kept the run from coming to this one.
    if (hasHung && !faulted.isAlone && culprit === undefined) return { found, suspects: [], isSure, seenOnlyOnce };
    for (const about of before) found.set(about.entry, observation(about, BEFORE_ANOTHER));
    if (culprit === undefined || isUnreported) return { found, suspects, isSure, seenOnlyOnce };
    const reaction = reactionTo(culprit, true);
    if (reaction === UNDECIDED) return { found, suspects, isSure, seenOnlyOnce };
    const { fault, kind } = culprit.entry;
    // A finding has to be about this fault and no other one.
    const isAboutCulprit = isOnlyOne || EXPECTED(fault, kind).includes(reaction.reaction);
    const isExpected = CLEAR.has(reaction.reaction) && faulted.isExpected(culprit.entry, reaction.reaction);
    if (isClear && !hasHung && isAboutCulprit && isExpected) {
      found.set(culprit.entry, observation(culprit, reaction));
      return { found, suspects: [], isSure, seenOnlyOnce };
    }
    return { found, suspects, isSure, seenOnlyOnce: seenOnlyOnce.set(culprit.entry, reaction.reaction) };
  }
  const all = parties.map(facts);
  const different: PlanEntry[] = [];
  const undecided: Facts[] = [];
  for (const about of all) {
    const reaction = reactionTo(about, isSure);
    // What is wrong in company may be because of another fault.
    const canTell = (kind: Reaction): boolean =>
      isSure || kind === 'recovered' || (!hasCompany(about, all) && faulted.isExpected(about.entry, kind));
    if (reaction === UNDECIDED) undecided.push(about);
    else if (canTell(reaction.reaction)) found.set(about.entry, observation(about, reaction));
    else {
      different.push(about.entry);
      seenOnlyOnce.set(about.entry, reaction.reaction);
    }
  }
  return { found, isSure, seenOnlyOnce, suspects: different.length > 0 ? different : suspectsAmong(undecided) };
}

/** Of those that were met: those that broke a rule themselves; else those that are felt at other calls; else all. */
function suspectsAmong(undecided: readonly Facts[]): PlanEntry[] {
  const met = undecided.filter((each) => each.met.length > 0);
  const own = met.filter(hasOffended);
  const felt = met.filter(({ entry: { fault } }) => fault.changesData || fault.trouble === 'token');
  return [own, felt, met].find((some) => some.length > 0)?.map(({ entry }) => entry) ?? [];
}

/** Reactions that end a test because of one fault, whatever other faults were recovered from before. */
const CLEAR: ReadonlySet<Reaction> = new Set(['failed clearly', 'cannot be recovered']);

const BEFORE_ANOTHER: Found = {
  reaction: 'recovered',
  what: 'The client asked again and went on, until it met another fault.',
};

/** The exchanges that met each fault. Faults of one scenario at one operation come in the order of their calls. */
function meetings(entries: readonly PlanEntry[], exchanges: readonly Exchange[]): Map<PlanEntry, Exchange[]> {
  const met = new Map<PlanEntry, Exchange[]>(entries.map((entry) => [entry, withVariant(entry, exchanges)]));
  for (const exchange of exchanges) {
    for (const { selector, scenario, call } of exchange.scenarios) {
      const candidates = entries.filter(
        (entry) =>
          selector === 'injection' &&
          entry.call.operation === exchange.operation &&
          (entry.injection.at?.url ?? urlOf(exchange)) === urlOf(exchange) &&
          entry.injection.selection.split(';')[0] === scenario,
      );
      // The first call of an activation begins a new meeting.
      const entry =
        call === 1
          ? candidates.find((candidate) => met.get(candidate)!.length === 0)
          : candidates.findLast((candidate) => met.get(candidate)!.length > 0);
      if (entry !== undefined) met.get(entry)!.push(exchange);
    }
  }
  return met;
}

/** The exchange in which the client met a variant: the call that touches its point, or else the first of the operation. */
function withVariant({ call, fault: { variant } }: PlanEntry, exchanges: readonly Exchange[]): Exchange[] {
  if (variant === undefined) return [];
  const own = exchanges.filter(
    ({ operation, variants }) => operation === call.operation && variants?.[variant.point] === variant.name,
  );
  return own
    .slice(call.call - 1, call.call)
    .concat(own.slice(0, 1))
    .slice(0, 1);
}

function reactionTo(facts: Facts, isSure: boolean): Found | typeof UNDECIDED {
  const { met, run, entry, hasHung } = facts;
  const [first] = met;
  if (first === undefined) return isSure ? notReached(facts) : UNDECIDED;
  if (!isSure && !isKnownCall(facts)) return UNDECIDED;
  const offence = hasHung ? undefined : offenceIn(facts, isSure);
  if (offence === UNDECIDED) return UNDECIDED;
  if (run.signal !== undefined) return { reaction: 'crashed', what: `The command was ended by ${run.signal}.` };
  const failure = facts.hasFailed && !hasHung ? failureOf(facts) : undefined;
  if (failure?.reaction === 'crashed') return failure;
  if (hasHung)
    return {
      reaction: 'hung',
      what: `The command had not ended after ${seconds(run.duration)}; for a client that waits longer on purpose, raise --patience.`,
    };
  if (failure?.reaction === 'hung') return failure;
  if (offence !== undefined) return offence;
  if (failure !== undefined)
    return failure.reaction === 'failed clearly' && entry.fault.lasts === true
      ? { ...failure, reaction: 'cannot be recovered' }
      : failure;
  return afterPassing(facts, isSure);
}

function notReached({ entry: { call }, exchanges, hasFailed, hasHung }: Facts): Found {
  const count = exchanges.filter(({ operation }) => operation === call.operation).length;
  const why = hasFailed || hasHung ? ', and the command failed for another reason' : '';
  return {
    reaction: 'not reached',
    what: `The run had ${count} calls of ${call.operation}, so that there was no call ${call.call}${why}.`,
  };
}

/** Whether the client sends the request without faults, too. */
function isKnownCall({ entry, baseline, identity }: Facts): boolean {
  return entry.isUnstable || baseline.calls.some((call) => call.identity === identity);
}

function identityOf({ call }: PlanEntry, met: Exchange | undefined): string {
  return met === undefined ? call.identity : (callsOf({ key: '', exchanges: [met], tests: [] })[0]?.identity ?? '');
}

function failureOf({ test, run, usualOutput, entry }: Facts): Found {
  const kind = failureIn(test?.message, run.output, usualOutput, entry.fault.cause);
  const said = shortenedWithCause(test?.message ?? errorLines(run.output, usualOutput), entry.fault.cause);
  const subject = test === undefined ? 'The command' : 'A test';
  switch (kind) {
    case 'waited too long':
      return { reaction: 'hung', what: `The test runner gave up waiting: ${said}` };
    case 'own mistake':
      return { reaction: 'crashed', what: `The program failed with a mistake of its own: ${said}` };
    case 'names the cause':
      return { reaction: 'failed clearly', what: `${subject} failed: ${said}` };
    case 'wrong value':
      return { reaction: 'wrong result', what: `${subject} found a wrong value: ${said}` };
    case 'unclear':
      return {
        reaction: 'failed unclearly',
        what: `${subject} failed, and its error does not name the cause: ${said}`,
      };
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
