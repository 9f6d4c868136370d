/** Baseline: what the command does without faults, in two runs, and what differs between them. */

import { allAtOnce } from '../common/steps.js';
import { stripVTControlCharacters } from 'node:util';
import { noRequestText } from '../emulator/refused-connections.js';
import { offencesOfExperiment, judge } from '../emulator/judge/judge.js';
import type { Verdict } from '../emulator/judge/rule.js';
import type { ObservedSandbox } from '../emulator/injection/trail.js';
import type { Exchange } from '../emulator/journal/exchange.js';
import { testsOfBoth } from './expectations/asked-by-tests.js';
import { type Call, callsOf, requestsOf } from './run/calls.js';
import { BaselineError, NoRequestError } from './run/child-process.js';
import { differenceOf, testCountIn } from './run/output-lines.js';
import { type BrokenRule, PRINTS_SECRET } from './run/printed-secrets.js';
import { NO_OUTCOME, type ObservedRun } from './run/observe-run.js';
import type { Runs } from './run/runs.js';
import { callsInTests, exchangesByTest } from './run/tests.js';
import type { BaselineTest } from './audit-types.js';

/** One sandbox of the baseline. */
export interface BaselineSandbox extends ObservedSandbox {
  readonly calls: readonly Call[];
  /** How many calls of each operation the second run had. */
  readonly countsAgain: ReadonlyMap<string, number>;
  /** Operations whose calls, or the order of their calls, differed in the second run. */
  readonly unstable: ReadonlySet<string>;
  /** Unstable operations whose calls differ only in their order, as they do when tests run in parallel. */
  readonly reordered: ReadonlySet<string>;
  /**
   * Rules of the judge that the client breaks without any fault, in both runs. The first sandbox also has {@link
   * PRINTS_SECRET} if the command broke that rule in either run.
   */
  readonly broken: readonly BrokenRule[];
  /** Rules that the client breaks, or seems to break, without any fault. They show nothing about a fault. */
  readonly suspected: ReadonlySet<string>;
}

export interface Baseline {
  readonly sandboxes: ReadonlyMap<string, BaselineSandbox>;
  /** Milliseconds of the longer run. */
  readonly duration: number;
  /** Milliseconds of the longest test, or of the longer run if no test was reported. */
  readonly longestTest: number;
  /** What each of the two runs printed. */
  readonly outputs: readonly string[];
  /** What the command of `--compare` prints; undefined if there is none. */
  readonly comparedOutput: string | undefined;
  readonly command: readonly string[];
  /** The tests that pass, with what each asks for in both runs. */
  readonly tests: readonly BaselineTest[];
}

/**
 * Runs the command twice.
 * @throws NotStartedError; BaselineError if it fails, sends no request to an emulator, or was interrupted
 */
export async function runBaseline(runs: Runs): Promise<Baseline> {
  const first = await passingRun(runs, 'without any fault');
  const second = await passingRun(
    runs,
    'when it is run a second time, without any fault: it depends on what an earlier run left behind, or on chance',
  );
  if (first.comparedOutput !== second.comparedOutput)
    throw new BaselineError(
      `--compare prints another outcome each time, without any fault: ${differenceOf(first.comparedOutput, second.comparedOutput)}`,
    );

  return baselineOf(first, second);
}

/** @throws BaselineError if it is interrupted, or fails */
async function passingRun(runs: Runs, when: string): Promise<ObservedRun> {
  const run = await runs.run({ injections: [] });
  const { timedOut, exitCode, output, comparedOutput } = run;
  if (runs.interrupted.aborted) throw new BaselineError('interrupted before the command was run twice without faults');

  const end = stripVTControlCharacters(output).trimEnd().split('\n').slice(-20).join('\n');
  const said = end === '' ? '' : `\n${end}`;
  if (timedOut)
    throw new BaselineError(`the command took longer than its limit ${when}; allow it more time with --limit${said}`);
  if (exitCode !== 0) throw new BaselineError(`the command fails with exit code ${exitCode} ${when}${said}`);
  if (comparedOutput?.startsWith(NO_OUTCOME)) throw new BaselineError(comparedOutput.slice(NO_OUTCOME.length));

  return run;
}

/** @throws BaselineError if the command sends no request to an emulator */
function baselineOf(first: ObservedRun, second: ObservedRun): Baseline {
  const printed = printedIn(first, second);
  const sandboxes = first.sandboxes.map((sandbox, at) => {
    const again = second.sandboxes.find(({ key }) => key === sandbox.key) ?? { ...sandbox, exchanges: [] };
    const own = baselineSandbox([sandbox, first], [again, second]);
    if (printed === undefined) return own;

    // The output belongs to the whole command, so the rule is reported once, at the first sandbox.
    const broken = at === 0 ? [...own.broken, printed] : own.broken;

    return { ...own, broken, suspected: new Set([...own.suspected, printed.rule]) };
  });
  if (sandboxes.every(({ calls }) => calls.length === 0))
    throw new NoRequestError(
      noRequestText(first.refused) ??
        'the command sent no request to an emulator; it finds the address in ID_EMULATOR_API_URL, or in a variable that --env NAME={apiUrl} sets',
    );

  const duration = Math.max(first.duration, second.duration);
  const durationsOfTests = [...first.cases, ...second.cases].map(({ started, ended }) => ended - started);

  return {
    sandboxes: new Map(sandboxes.map((sandbox) => [sandbox.key, sandbox])),
    duration,
    longestTest: durationsOfTests.length === 0 ? duration : Math.max(...durationsOfTests),
    outputs: [first.output, second.output],
    comparedOutput: first.comparedOutput,
    command: first.command,
    tests: testsOfBoth(first, second),
  };
}

type SandboxOfRun = readonly [sandbox: ObservedSandbox, run: ObservedRun];

function baselineSandbox([sandbox, first]: SandboxOfRun, [again, second]: SandboxOfRun): BaselineSandbox {
  const calls = callsInTests(sandbox, first.cases);
  const callsAgain = callsOf(again);
  const brokenAgain = new Set(brokenRules(again, second).map(({ rule }) => rule));
  const unstable = unstableOperations(calls, callsAgain);
  const requestsFor = (operation: string, all: readonly Call[]): string =>
    requestsOf(all.filter((call) => call.operation === operation));
  const offences = [sandbox, again].flatMap((own) => offencesOfExperiment(own.exchanges, own.exchanges, own));

  return {
    ...sandbox,
    calls,
    // The number of the last call of each operation.
    countsAgain: new Map(callsAgain.map(({ operation, call }) => [operation, call])),
    unstable,
    reordered: new Set(
      [...unstable].filter((operation) => requestsFor(operation, calls) === requestsFor(operation, callsAgain)),
    ),
    broken: brokenRules(sandbox, first).filter(({ rule }) => brokenAgain.has(rule)),
    suspected: new Set(offences.map(({ rule }) => rule.id)),
  };
}

/** {@link PRINTS_SECRET} with its offence, if one of the runs without faults printed a secret. */
function printedIn(...runs: readonly ObservedRun[]): BrokenRule | undefined {
  const [secret] = runs.flatMap(({ printedSecret }) => printedSecret ?? []);
  if (secret === undefined) return undefined;
  return { ...PRINTS_SECRET, offences: [{ exchanges: [], requests: [], what: `The command printed ${secret}.` }] };
}

/** The rules that are certainly broken, in the whole sandbox or in one of its tests. */
function brokenRules(sandbox: ObservedSandbox, { cases, output }: ObservedRun): Verdict[] {
  const ofTests = exchangesByTest(sandbox, cases);
  // A program that has several clients in one test may have as many in another test, where they do not show.
  const senders = Math.max(1, ...ofTests.map(clientsSideBySide));
  const { oneClient } = sandbox;
  const parts = ofTests.map((own) => allAtOnce(judge(own, { senders, oneClient })));
  // Each test may have a client of its own, and one test may have two.
  const tests = sandbox.tests.length === 1 ? 0 : (testCountIn(output) ?? (cases.length || Infinity));
  const most = Math.max(senders, tests + 1);
  const allSenders = tokensAtOnce(sandbox.exchanges) > most ? 1 : most;
  const whole = allAtOnce(judge(sandbox.exchanges, { senders: allSenders, oneClient }));
  const broken = new Map<string, Verdict>();
  for (const verdict of [whole, ...parts].flat())
    if (verdict.verdict === 'fail' && !broken.has(verdict.rule)) broken.set(verdict.rule, verdict);

  return [...broken.values()];
}

/**
 * The number of clients that work side by side, counted by their access tokens. A token belongs to a client of its own
 * if the token was used again after another token, or if nobody else used its connections, as in a separate process.
 */
export function clientsSideBySide(exchanges: readonly Exchange[]): number {
  const used = exchanges.flatMap(({ accessToken }) => accessToken?.id ?? []);
  const isOfOwnClient = (token: string): boolean => {
    const uses = used.slice(used.indexOf(token), used.lastIndexOf(token));
    if (uses.some((other) => other !== token)) return true;

    const isOwn = ({ issuedToken, accessToken }: Exchange): boolean => (issuedToken ?? accessToken)?.id === token;
    const own = exchanges.filter(isOwn).map(({ connection }) => connection?.id);
    const isKept = new Set(own).size < own.length;

    return uses.length > 0 && isKept && !exchanges.some((each) => !isOwn(each) && own.includes(each.connection?.id));
  };

  return [...new Set(used)].filter(isOfOwnClient).length;
}

/** The largest number of access tokens in use at the same time. A token is in use from its issue to its last use. */
function tokensAtOnce(exchanges: readonly Exchange[]): number {
  const lastUses = new Map(exchanges.map(({ id, accessToken }) => [accessToken?.id, id]));
  const issues = exchanges.filter(({ issuedToken }) => issuedToken !== undefined);
  const inUseAt = (id: number): Exchange[] =>
    issues.filter((issue) => issue.id <= id && (lastUses.get(issue.issuedToken!.id) ?? 0) > id);

  return Math.max(0, ...issues.map(({ id }) => inUseAt(id).length));
}

function unstableOperations(calls: readonly Call[], others: readonly Call[]): ReadonlySet<string> {
  const sequence = (operation: string, of: readonly Call[]): string =>
    of.flatMap((call) => (call.operation === operation ? call.identity : [])).join('\n');
  const operations = new Set([...calls, ...others].map(({ operation }) => operation));
  return new Set([...operations].filter((operation) => sequence(operation, calls) !== sequence(operation, others)));
}
