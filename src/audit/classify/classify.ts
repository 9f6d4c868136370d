/** Says how the client reacted to a fault, from its calls without and with the fault and from the result of its tests. */

import { offencesOfExperiment } from '../../judge/judge.js';
import type { TestResult } from '../../injection/trail.js';
import type { Exchange } from '../../journal/exchange.js';
import { callsOf, urlOf } from '../calls.js';
import type { PlanEntry } from '../plan.js';
import type { Reaction } from '../reaction.js';
import { type Facts, type FaultedSandbox, type Found, UNDECIDED } from './facts.js';
import { afterPassing, wasAskedAgain } from './after-passing.js';
import { errorLines, failureIn, shortenedWithCause } from './error-text.js';

/** What was seen of one fault. */
export interface Observation {
  readonly reaction: Reaction;
  /** What the client did, as a sentence. */
  readonly what: string;
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
}

/** The reaction to each fault of a sandbox, as far as the run shows it. */
export function classify(faulted: FaultedSandbox): Classification {
  const { run, baseline, entries } = faulted;
  const observed = run.sandboxes.find(({ key }) => key === baseline.key);
  const exchanges = observed?.exchanges ?? [];
  const met = meetings(entries, exchanges);
  const test = observed?.tests.find(({ passed }) => !passed) ?? observed?.tests[0];
  // A process that dies takes the reports of its tests with it.
  const isUntold = test === undefined && baseline.tests.length > 0;
  const hasFailed = test === undefined || isUntold ? run.exitCode !== 0 : !test.passed;
  const isSure = entries.length === 1 && (faulted.isAlone || test !== undefined);
  const disturbed = new Set([...met].flatMap(([{ fault }, own]) => (fault.takesAway && !fault.changesData ? own : [])));
  const facts = (entry: PlanEntry): Facts => ({
    ...faulted,
    entry,
    exchanges,
    met: met.get(entry) ?? [],
    allMet: [...met.values()].flat(),
    disturbed,
    test,
    hasFailed,
  });
  if (!isSure && (hasFailed || (run.timedOut && isUntold)))
    return { found: new Map(), suspects: culpritsAmong(entries.map(facts)) };
  const found = new Map<PlanEntry, Observation>();
  for (const entry of entries) {
    const about = facts(entry);
    const reaction = reactionTo(about, isSure);
    // What is wrong in company may be because of another fault.
    if (reaction !== UNDECIDED && (isSure || reaction.reaction === 'recovered'))
      found.set(entry, {
        ...reaction,
        exchanges,
        met: about.met.map(({ id }) => id),
        ...(test !== undefined && { test }),
      });
  }
  return { found, suspects: entries.filter((entry) => !found.has(entry)) };
}

/** The fault that probably broke a run: one that the client did not ask again after, or the last one. None, if none was met. */
function culpritsAmong(facts: readonly Facts[]): PlanEntry[] {
  const met = facts.filter((each) => each.met.length > 0);
  const last = met.toSorted((one, other) => one.met.at(-1)!.id - other.met.at(-1)!.id).at(-1);
  const culprit = met.find((each) => each.entry.fault.takesAway && !wasAskedAgain(each)) ?? last;
  return culprit === undefined ? [] : [culprit.entry];
}

/** The exchanges that met each fault. Faults of one scenario at one operation come in the order of their calls. */
function meetings(entries: readonly PlanEntry[], exchanges: readonly Exchange[]): Map<PlanEntry, Exchange[]> {
  const met = new Map<PlanEntry, Exchange[]>(entries.map((entry) => [entry, []]));
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

function reactionTo(facts: Facts, isSure: boolean): Found | typeof UNDECIDED {
  const { met, run, entry } = facts;
  const [first] = met;
  if (first === undefined) return isSure ? notReached(facts) : UNDECIDED;
  if (!isSure && !metsExpectedCall(facts, first)) return UNDECIDED;
  const isPassing = !facts.hasFailed && !run.timedOut;
  const offence = isPassing ? offenceIn(facts, isSure) : undefined;
  if (offence === UNDECIDED) return UNDECIDED;
  if (run.signal !== undefined) return { reaction: 'crashed', what: `The command was ended by ${run.signal}.` };
  const failure = facts.hasFailed && !run.timedOut ? failureOf(facts) : undefined;
  if (failure?.reaction === 'crashed') return failure;
  if (run.timedOut) return { reaction: 'hung', what: `The command had not ended after ${seconds(run.duration)}.` };
  if (failure?.reaction === 'hung') return failure;
  if (offence !== undefined) return { reaction: 'misbehaved', what: offence };
  if (failure !== undefined)
    return failure.reaction === 'failed clearly' && entry.fault.lasts === true
      ? { ...failure, reaction: 'cannot be recovered' }
      : failure;
  return afterPassing(facts, isSure);
}

function notReached({ entry: { call }, exchanges, run, hasFailed }: Facts): Found {
  const count = exchanges.filter(({ operation }) => operation === call.operation).length;
  const why = hasFailed || run.timedOut ? ', and the command failed for another reason' : '';
  return {
    reaction: 'not reached',
    what: `The run had ${count} calls of ${call.operation}, so that there was no call ${call.call}${why}.`,
  };
}

function metsExpectedCall({ entry, baseline }: Facts, exchange: Exchange): boolean {
  if (entry.isUnstable) return true;
  const [met] = callsOf({ key: baseline.key, exchanges: [exchange], tests: [] });
  return met?.identity === entry.call.identity;
}

/** A rule that is broken because of the fault, and not without it. In company, the fault has to be tried alone. */
function offenceIn(facts: Facts, isSure: boolean): string | undefined | typeof UNDECIDED {
  const { exchanges, baseline, met, allMet } = facts;
  const shown = offencesOfExperiment(exchanges).filter(
    ({ rule, offence }) => !baseline.suspected.has(rule.id) && !isOfAnotherTest(offence.exchanges, facts),
  );
  const involves = (all: readonly Exchange[]) => (each: (typeof shown)[number]) =>
    each.offence.exchanges.some((exchange) => all.includes(exchange));
  const [first] = [...shown.filter(involves(met)), ...shown.filter((each) => !involves(allMet)(each))];
  if (first === undefined) return undefined;
  return isSure ? `${first.rule.title} ${first.offence.what} (rule ${first.rule.id})` : UNDECIDED;
}

/** Where tests run in parallel, another one calls the operation while the first one waits: it does not know of the fault. */
function isOfAnotherTest(involved: readonly Exchange[], { baseline, met, entry: { call } }: Facts): boolean {
  const urls = new Set(met.map(urlOf));
  return (
    baseline.reordered.has(call.operation) &&
    involved.some((exchange) => exchange.operation === call.operation && !urls.has(urlOf(exchange)))
  );
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
