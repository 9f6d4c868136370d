/** The baseline: what the command does without faults in two runs, and what differs between these runs. */

import { allAtOnce } from '../common/steps.js';
import { stripVTControlCharacters } from 'node:util';
import { offencesOfExperiment, judge } from '../emulator/judge/judge.js';
import type { Verdict } from '../emulator/judge/rule.js';
import type { ObservedSandbox, TestCase } from '../emulator/injection/trail.js';
import type { Exchange } from '../emulator/journal/exchange.js';
import { groupBy } from '../emulator/judge/series.js';
import { testsOfBoth } from './expectations/asked-by-tests.js';
import { type Call, callsOf, requestsOf, whyNoCalls } from './run/calls.js';
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
  /** Unstable operations whose calls differ only in their order, for example because tests run in parallel. */
  readonly reordered: ReadonlySet<string>;
  /**
   * Rules of the judge that the client breaks without any fault, in both runs. The first sandbox also has {@link
   * PRINTS_SECRET} if the command broke that rule in either run.
   */
  readonly broken: readonly BrokenRule[];
  /** Rules that the client breaks, or seems to break, without any fault. They show nothing about a fault. */
  readonly suspected: ReadonlySet<string>;
}

/** What the two runs without faults have shown. Each later run with a fault is compared with it. */
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
  /** The tests of the first run, if the runner reports them. */
  readonly cases: readonly TestCase[];
}

/**
 * Runs the command twice.
 * @throws NotStartedError; BaselineError if the command fails, sends no request to an emulator, or was interrupted
 */
export async function runBaseline(runs: Runs): Promise<Baseline> {
  const first = await passingRun(runs, 'without any fault');
  const second = await passingRun(runs, SECOND_TIME);
  const { comparedOutput } = first;
  if (comparedOutput === second.comparedOutput) return baselineOf(first, second);

  const difference = differenceOf(comparedOutput, second.comparedOutput);
  throw new BaselineError(`--compare prints another outcome each time, without any fault: ${difference}`);
}

/** How many lines of the output the message of an error has. */
const LINES_IN_ERROR = 20;

const SECOND_TIME =
  'when it is run a second time, without any fault: it depends on what an earlier run left behind, or on chance';

/** @param when the end of the message of an error @throws BaselineError if the run is interrupted, or fails */
async function passingRun(runs: Runs, when: string): Promise<ObservedRun> {
  const run = await runs.run({ injections: [] });
  const { timedOut, exitCode, output, comparedOutput } = run;
  if (runs.interrupted.aborted) throw new BaselineError('interrupted before the command was run twice without faults');

  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  const lastLines = lines.slice(-LINES_IN_ERROR).join('\n');
  const tail = lastLines === '' ? '' : `\n${lastLines}`;
  if (timedOut)
    throw new BaselineError(`the command took longer than its limit ${when}; allow it more time with --limit${tail}`);
  if (exitCode !== 0) throw new BaselineError(`the command fails with exit code ${exitCode} ${when}${tail}`);
  if (comparedOutput?.startsWith(NO_OUTCOME)) throw new BaselineError(comparedOutput.slice(NO_OUTCOME.length));

  return run;
}

/** @throws BaselineError if no request of the command reaches an operation */
function baselineOf(first: ObservedRun, second: ObservedRun): Baseline {
  const printsSecret = printsSecretIn(first, second);
  const sandboxes = first.sandboxes.map((sandbox, index) => {
    // If the second run has no such sandbox, all calls of the first run are unstable.
    const again = second.sandboxes.find(({ key }) => key === sandbox.key) ?? { ...sandbox, exchanges: [] };
    const observed = baselineSandbox({ sandbox, run: first }, { sandbox: again, run: second });
    if (printsSecret === undefined) return observed;

    // The output belongs to the whole command, so the rule is reported once, at the first sandbox.
    const broken = index === 0 ? [...observed.broken, printsSecret] : observed.broken;

    return { ...observed, broken, suspected: new Set([...observed.suspected, printsSecret.rule]) };
  });
  if (sandboxes.every(({ calls }) => calls.length === 0))
    throw new NoRequestError(whyNoCalls(first.sandboxes, first.refused));

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
    cases: first.cases,
  };
}

/** A sandbox of one of the two runs. */
type SandboxOfRun = Readonly<{ sandbox: ObservedSandbox; run: ObservedRun }>;

/** Compares a sandbox of the first run with its counterpart of the second run. */
function baselineSandbox(first: SandboxOfRun, second: SandboxOfRun): BaselineSandbox {
  const { sandbox, run } = first;
  const calls = callsInTests(sandbox, run.cases);
  const callsAgain = callsOf(second.sandbox);
  const brokenAgain = new Set(brokenRules(second).map(({ rule }) => rule));
  const unstable = operationsThatDiffer(calls, callsAgain, (some) => some.map(({ identity }) => identity).join('\n'));
  const withOtherRequests = operationsThatDiffer(calls, callsAgain, requestsOf);
  // No exchange had a fault, so the sandbox is compared with itself.
  const offences = [sandbox, second.sandbox].flatMap((one) => offencesOfExperiment(one.exchanges, one.exchanges, one));

  return {
    ...sandbox,
    calls,
    // Calls are numbered by operation, so the number of the last call is the count.
    countsAgain: new Map(callsAgain.map(({ operation, call }) => [operation, call])),
    unstable,
    reordered: new Set([...unstable].filter((operation) => !withOtherRequests.has(operation))),
    broken: brokenRules(first).filter(({ rule }) => brokenAgain.has(rule)),
    suspected: new Set(offences.map(({ rule }) => rule.id)),
  };
}

/** {@link PRINTS_SECRET} with its offence, if one of the runs without faults printed a secret. */
function printsSecretIn(...runs: readonly ObservedRun[]): BrokenRule | undefined {
  const [secret] = runs.flatMap(({ printedSecret }) => printedSecret ?? []);
  if (secret === undefined) return undefined;

  return { ...PRINTS_SECRET, offences: [{ exchanges: [], requests: [], what: `The command printed ${secret}.` }] };
}

/** The rules that are certainly broken, in the whole sandbox or in one of its tests. */
function brokenRules({ sandbox, run }: SandboxOfRun): Verdict[] {
  const { exchanges, oneClient } = sandbox;
  const exchangesOfTests = exchangesByTest(sandbox, run.cases);
  // A program that has several clients in one test may have as many in another test, even if they do not show there.
  const senders = Math.max(1, ...exchangesOfTests.map(clientsSideBySide));
  const ofTests = exchangesOfTests.map((ofTest) => allAtOnce(judge(ofTest, { senders, oneClient })));

  const mostSenders = Math.max(senders, mostClientsOf(sandbox, run));
  // More tokens in use than clients can explain show that each client requests several tokens.
  const sendersOfSandbox = tokensAtOnce(exchanges) > mostSenders ? 1 : mostSenders;
  const ofSandbox = allAtOnce(judge(exchanges, { senders: sendersOfSandbox, oneClient }));

  const broken = [ofSandbox, ...ofTests].flat().filter(({ verdict }) => verdict === 'fail');

  return groupBy(broken, ({ rule }) => rule).map(([first]) => first!);
}

/** The most clients that a sandbox may have: each test may have a client of its own, and one test may have two. */
function mostClientsOf({ tests }: ObservedSandbox, { cases, output }: ObservedRun): number {
  // A sandbox that a fixture opens has one test.
  if (tests.length === 1) return 1;

  const countOfRunner = cases.length === 0 ? Infinity : cases.length;
  return (testCountIn(output) ?? countOfRunner) + 1;
}

/**
 * The number of clients that work side by side, counted by their access tokens. A token belongs to a client of its own
 * in two cases: the token was used again after another token, or no exchange with another token used its connections,
 * as in a separate process.
 */
export function clientsSideBySide(exchanges: readonly Exchange[]): number {
  const usedTokens = exchanges.flatMap(({ accessToken }) => accessToken?.id ?? []);
  const isOfOwnClient = (token: string): boolean => {
    const sinceFirstUse = usedTokens.slice(usedTokens.indexOf(token), usedTokens.lastIndexOf(token));
    // Another token was used in between: its client and this one work in turns.
    if (sinceFirstUse.some((other) => other !== token)) return true;

    const hasToken = ({ issuedToken, accessToken }: Exchange): boolean => (issuedToken ?? accessToken)?.id === token;
    const connections = exchanges.filter(hasToken).map(({ connection }) => connection?.id);

    // With a new connection for each request, connections show nothing.
    const areReused = new Set(connections).size < connections.length;
    const isShared = ({ connection }: Exchange): boolean => connections.includes(connection?.id);
    const othersShare = exchanges.some((exchange) => !hasToken(exchange) && isShared(exchange));

    return sinceFirstUse.length > 0 && areReused && !othersShare;
  };

  return [...new Set(usedTokens)].filter(isOfOwnClient).length;
}

/** The largest number of access tokens in use at the same time. A token is in use from its issue to its last use. */
function tokensAtOnce(exchanges: readonly Exchange[]): number {
  const lastUses = new Map(exchanges.map(({ id, accessToken }) => [accessToken?.id, id]));
  const issues = exchanges.filter(({ issuedToken }) => issuedToken !== undefined);
  const isInUseAt = (now: Exchange, issue: Exchange): boolean =>
    issue.id <= now.id && (lastUses.get(issue.issuedToken!.id) ?? 0) > now.id;

  return Math.max(0, ...issues.map((now) => issues.filter((issue) => isInUseAt(now, issue)).length));
}

/** The operations whose calls in two runs have different texts. */
function operationsThatDiffer(
  calls: readonly Call[],
  callsAgain: readonly Call[],
  textOf: (calls: readonly Call[]) => string,
): ReadonlySet<string> {
  const operations = new Set([...calls, ...callsAgain].map(({ operation }) => operation));
  const textFor = (operation: string, run: readonly Call[]): string =>
    textOf(run.filter((call) => call.operation === operation));

  return new Set([...operations].filter((name) => textFor(name, calls) !== textFor(name, callsAgain)));
}
