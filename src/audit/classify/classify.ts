/** Says how the client reacted to a fault, from its calls without and with the fault and from the result of its tests. */

import { offencesOfExperiment } from '../../judge/judge.js';
import type { TestResult } from '../../injection/trail.js';
import type { Exchange } from '../../journal/exchange.js';
import { callsOf, metInjection } from '../calls.js';
import type { PlanEntry } from '../plan.js';
import type { Reaction } from '../reaction.js';
import { type Facts, type FaultedSandbox, type Found, UNDECIDED } from './facts.js';
import { afterPassing } from './after-passing.js';
import { failureIn, errorLines } from './error-text.js';

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

/** The observation of each entry, or that it needs another run. In the order of the entries. */
export function classify(faulted: FaultedSandbox): (Observation | typeof UNDECIDED)[] {
  const { run, baseline, entries } = faulted;
  const observed = run.sandboxes.find(({ key }) => key === baseline.key);
  const exchanges = observed?.exchanges ?? [];
  const met = meetings(entries, exchanges);
  const test = observed?.tests.find(({ passed }) => !passed) ?? observed?.tests[0];
  const hasFailed = test === undefined ? run.exitCode !== 0 : !test.passed;
  const isSure = entries.length === 1 && faulted.isIsolated;
  return entries.map((entry) => {
    const mine = met.get(entry) ?? [];
    const facts: Facts = { ...faulted, entry, exchanges, met: mine, allMet: [...met.values()].flat(), test, hasFailed };
    const found = isSure || !(hasFailed || run.timedOut) ? reactionTo(facts, isSure) : UNDECIDED;
    if (found === UNDECIDED) return UNDECIDED;
    return { ...found, exchanges, met: mine.map(({ id }) => id), ...(test !== undefined && { test }) };
  });
}

/** The exchanges that met each fault. Faults of one scenario at one operation come in the order of their calls. */
function meetings(entries: readonly PlanEntry[], exchanges: readonly Exchange[]): Map<PlanEntry, Exchange[]> {
  const met = new Map<PlanEntry, Exchange[]>(entries.map((entry) => [entry, []]));
  for (const exchange of exchanges.filter(metInjection)) {
    const candidates = entries.filter(({ call, injection }) => {
      const scenario = injection.selection.split(';')[0];
      return (
        call.operation === exchange.operation && exchange.scenarios.some((applied) => applied.scenario === scenario)
      );
    });
    // The first call of an activation begins a new meeting.
    const isFirst = exchange.scenarios.some(({ selector, call }) => selector === 'injection' && call === 1);
    const entry = isFirst
      ? candidates.find((candidate) => met.get(candidate)!.length === 0)
      : candidates.findLast((candidate) => met.get(candidate)!.length > 0);
    if (entry !== undefined) met.get(entry)!.push(exchange);
  }
  return met;
}

function reactionTo(facts: Facts, isSure: boolean): Found | typeof UNDECIDED {
  const { met, run, entry } = facts;
  const [first] = met;
  if (first === undefined) return isSure ? notReached(facts) : UNDECIDED;
  if (!isSure && !metsExpectedCall(facts, first)) return UNDECIDED;
  const offence = offenceIn(facts, isSure);
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

/** A rule that is broken because of the fault, and not without it. */
function offenceIn(
  { exchanges, baseline, met, allMet }: Facts,
  isSure: boolean,
): string | undefined | typeof UNDECIDED {
  const shown = offencesOfExperiment(exchanges).filter(({ rule }) => !baseline.suspected.has(rule.id));
  const mine = shown.find(({ offence }) => offence.exchanges.some((exchange) => met.includes(exchange)));
  if (mine !== undefined)
    return `${mine.rule.title.replace(/^A client/, 'Rule of the judge: a client')} ${mine.offence.what}`;
  const ofNobody = shown.find(({ offence }) => !offence.exchanges.some((exchange) => allMet.includes(exchange)));
  if (ofNobody === undefined) return undefined;
  return isSure ? `Rule of the judge: ${ofNobody.rule.title} ${ofNobody.offence.what}` : UNDECIDED;
}

function failureOf({ test, run, usualOutput, entry }: Facts): Found {
  const kind = failureIn(test?.message, run.output, usualOutput, entry.fault.cause);
  const said = quoted(test?.message ?? errorLines(run.output, usualOutput));
  switch (kind) {
    case 'waited too long':
      return { reaction: 'hung', what: `The test runner gave up waiting: ${said}` };
    case 'own mistake':
      return { reaction: 'crashed', what: `The program failed with a mistake of its own: ${said}` };
    case 'names the cause':
      return { reaction: 'failed clearly', what: `A test failed: ${said}` };
    case 'wrong value':
      return { reaction: 'wrong result', what: `A test found a wrong value: ${said}` };
    case 'unclear':
      return { reaction: 'failed unclearly', what: `A test failed, and its error does not name the cause: ${said}` };
  }
}

function quoted(text: string): string {
  const line = text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .slice(0, 3)
    .join(' ');
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
