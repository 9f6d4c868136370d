/** Proofs that something is wrong although the command has passed: outcome, writes, reads, output. */

import { targetOf } from '../../common/reporting/request-target.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { itemsReadAgain, pageInstead, unreadItems } from '../expectations/list-walk.js';
import { type Call, callsOf } from '../run/calls.js';
import { type Facts, isLost } from './facts.js';
import { claimIn, differenceOf, emptiedLine, falseAllClear } from '../run/output-lines.js';
import { hasNewWords, missingClaim, missingLine, namedFailure, risenLine, testCountIn } from '../run/output-lines.js';

/**
 * The first proof, as a sentence; undefined if there is none. A missing effect alone proves nothing: the client may
 * have reported the failure to a test that does not look. If the fault changes data, other calls and other lines prove
 * nothing, either.
 */
export function proofIn(facts: Facts): string | undefined {
  const { entry, met, exchanges } = facts;
  const later = exchanges.filter(({ id }) => id > met[0]!.id);
  const twice = entry.fault.didTwice?.(met[0]!, later);
  if (twice !== undefined) return twice;
  if (entry.fault.lostItems !== undefined) return missingInOutcome(facts) ?? falseClaim(facts);
  if (entry.fault.changesData) return entry.fault.alone === true ? unreadList(facts) : undefined;

  // A command that was started again has printed some lines twice.
  const inOutput = entry.fault.meanwhile === 'killed' ? undefined : proofInOutput(facts);
  return otherOutcome(facts) ?? writtenTwice(facts) ?? otherPage(facts) ?? inOutput;
}

/** Whether the output names a failure that passing runs do not name. */
function namesFailure({ run, baseline }: Facts): boolean {
  return namedFailure(run.output, baseline.outputs) !== undefined;
}

/** A page that the client read in the place of the one that failed, without a word about that, as a sentence. */
function otherPage(facts: Facts): string | undefined {
  const { call } = facts.entry;
  const isSilent = isLost(facts) && !namesFailure(facts);
  const page = isSilent ? pageInstead(call, facts.usual.exchanges, facts.exchanges) : undefined;

  return page && `In the place of ${lineOf(call)}, the client read the items from ${page.offset} on.`;
}

/** How the outcome that `--compare` prints differs from the one without the fault, as a sentence. */
function otherOutcome({ run: { comparedOutput }, baseline }: Facts): string | undefined {
  const usual = baseline.comparedOutput;
  if (comparedOutput === undefined || comparedOutput === usual) return undefined;
  return `The outcome differs from the one without the fault: ${differenceOf(usual, comparedOutput)}.`;
}

/**
 * What the outcome lacks because items of a batch failed, as a sentence. Output that names a failure reports them, and
 * so may every new line of the outcome that has words.
 */
function missingInOutcome(facts: Facts): string | undefined {
  const { run, baseline } = facts;
  if (namesFailure(facts) || !isLost(facts) || hasNewWords(baseline.comparedOutput, run.comparedOutput))
    return undefined;

  return otherOutcome(facts);
}

/**
 * A line of a report that denies the failure, even if tests print it; or a line that is missing in the output of a job,
 * or a false claim there. As a sentence.
 */
function proofInOutput(facts: Facts): string | undefined {
  const { run, baseline, entry } = facts;
  const denial = facts.ownsOutput && isLost(facts) ? falseAllClear(run.output, baseline.outputs) : undefined;
  if (denial !== undefined) return `The command printed ${JSON.stringify(denial)}, but ${lineOf(entry.call)} failed.`;

  const again = readTwice(facts);
  if (again !== undefined || !isJob(facts)) return again ?? endedAsSuccess(facts) ?? falseClaim(facts);

  const line = missingLine(run.output, baseline.outputs);
  if (line !== undefined) return `The command did not print ${JSON.stringify(line)}, as it does without the fault.`;

  // A client that read nothing cannot know that there is nothing.
  const isUnread = entry.kind === 'read' && isLost(facts);
  const emptied = isUnread ? emptiedLine(run.output, baseline.outputs) : undefined;
  if (emptied === undefined) return falseClaim(facts);

  return `The command printed ${JSON.stringify(emptied)}, but read no data.`;
}

/** What a line counts twice because the client began a list again, and kept what it had read before. As a sentence. */
export function readTwice(facts: Facts): string | undefined {
  const { entry, usual, exchanges, disturbed, run, baseline } = facts;
  const now = exchanges.filter((exchange) => !disturbed.has(exchange));
  const items = itemsReadAgain(entry.call, usual.exchanges, now);
  const line = items > 0 && facts.ownsOutput ? risenLine(run.output, baseline.outputs, items) : undefined;

  return line && `The client began the list again, and counts ${items} items twice in ${JSON.stringify(line)}.`;
}

/** How a job stopped after a failure, and ended as if its work was done, as a sentence. */
function endedAsSuccess(facts: Facts): string | undefined {
  const { entry, met, usual, exchanges, run, baseline } = facts;
  const hasStopped = met.includes(exchanges.at(-1)!) && usual.exchanges.at(-1)!.id > entry.call.exchange.id;
  if (!isOutcome(facts) || !isLost(facts) || !hasStopped) return undefined;

  const claim = missingClaim(run.output, baseline.outputs);
  return claim && `The command stopped, did not print ${JSON.stringify(claim)}, and yet ended with exit code 0.`;
}

/**
 * A line that claims that the work is done although a write is missing, as a sentence. What tests print is no outcome,
 * unless it says that nothing failed, too.
 */
function falseClaim(facts: Facts): string | undefined {
  const isSilent = facts.ownsOutput && isLost(facts) && !namesFailure(facts);
  const missing = isSilent ? missingWrite(facts) : undefined;
  const claim = missing && claimIn(facts.run.output, facts.baseline.outputs, !isJob(facts));

  return claim && `The command printed ${JSON.stringify(claim)}, but ${missing}.`;
}

/**
 * Whether the command is a job: a user sees only its output, and the output names no failure. Tests are no job, because
 * what a client prints beside its tests is no outcome. A failed command is no job, because it prints other lines.
 */
function isJob(facts: Facts): boolean {
  return isOutcome(facts) && !namesFailure(facts);
}

/** Whether the output is that of a command which passed, and is neither about other sandboxes nor of tests. */
function isOutcome({ run, ownsOutput, test }: Facts): boolean {
  const hasTests = test !== undefined || run.cases.length > 0 || testCountIn(run.output) !== undefined;
  return !hasTests && ownsOutput && run.exitCode === 0;
}

/** Items of a list that the client reads without the fault, and has not read now, as a sentence. */
function unreadList({ entry, usual, exchanges, disturbed }: Facts): string | undefined {
  const undisturbed = exchanges.filter((exchange) => !disturbed.has(exchange));
  return unreadItems(entry.call, usual.exchanges, undisturbed);
}

/** The write that was never carried out, or the lost items of a batch, as a part of a sentence. */
export function missingWrite(facts: Facts): string | undefined {
  const { call, fault } = facts.entry;
  if (fault.lostItems !== undefined) return 'items of the batch that failed were not requested again';
  return furtherWrites(facts) < 0 ? `what ${lineOf(call)} writes was not written` : undefined;
}

/** How much more often than in the baseline the write was carried out. The number is negative if it was less often. */
function furtherWrites({ identity, exchanges, usual }: Facts): number {
  const writesIn = (all: readonly Exchange[]): number => effectCounts(all).get(identity) ?? 0;
  return writesIn(exchanges) - writesIn(usual.exchanges);
}

/**
 * Whether the client made sure that a write was carried out although its response was lost: it read more than usual.
 */
export function hasVerified(facts: Facts): boolean {
  const { entry, exchanges, usual } = facts;
  if (entry.kind !== 'link' && entry.kind !== 'request') return false;

  const isRead = ({ method, operation, status }: Exchange): boolean =>
    method === 'GET' && operation !== undefined && status < 400;
  const hasReadMore = exchanges.filter(isRead).length > usual.exchanges.filter(isRead).length;

  return hasReadMore && furtherWrites(facts) >= 0;
}

/** A link that the client made a second time after a lost response, as a sentence. A second link does no harm. */
export function madeTwice(facts: Facts): string | undefined {
  const { kind, call, fault } = facts.entry;
  if (kind !== 'link' || fault.meanwhile === 'killed' || furtherWrites(facts) <= 0) return undefined;
  return `${lineOf(call)} was sent twice, and there are two links.`;
}

/** A write that the client made more often than in the baseline, as a sentence. */
export function writtenTwice(facts: Facts): string | undefined {
  const write = extraWrite(facts);
  return write && `The client wrote once more than without the fault: ${lineOf(write)}.`;
}

/** The first write that the client made more often than in the baseline. Writes that faults add do not count. */
export function extraWrite({ usual, exchanges, disturbed }: Facts): Call | undefined {
  const before = effectCounts(usual.exchanges);
  const now = effectCounts(exchanges);
  // The effects that faults may add: all effects of a disturbed exchange, and of any other exchange all but one.
  const byFaults = effectCounts(exchanges, (exchange) => effectsOf(exchange) - Number(!disturbed.has(exchange)));
  const isComparable = (operation: string): boolean => !usual.unstable.has(operation) || usual.reordered.has(operation);

  return callsOf({ key: usual.key, exchanges }).find(({ identity, operation }) => {
    const [made = 0, usually = 0, allowed = 0] = [now, before, byFaults].map((counts) => counts.get(identity));
    if (!isComparable(operation) || made <= usually + allowed) return false;

    // Work in parallel may send another body, and not one more.
    return writesOf(operation, exchanges) > writesOf(operation, usual.exchanges);
  });
}

/** How many requests have carried out writes of an operation. */
function writesOf(operation: string, exchanges: readonly Exchange[]): number {
  return exchanges.filter((one) => one.operation === operation && effectsOf(one) > 0).length;
}

/** How often each write was carried out. Links leave no trace in the world, so exchanges are counted. */
function effectCounts(exchanges: readonly Exchange[], count = effectsOf): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const exchange of exchanges) {
    const effects = effectsOf(exchange) === 0 ? 0 : count(exchange);
    if (effects <= 0) continue;

    const request = requestInAnyRun(exchange);
    counts.set(request, (counts.get(request) ?? 0) + effects);
  }

  return counts;
}

/** How often an exchange carried out a write. */
function effectsOf({ method, operation, issuedToken, status, scenarios }: Exchange): number {
  if (method === 'GET' || operation === undefined || issuedToken !== undefined) return 0;

  const effects = scenarios.map(({ parameters }) => parameters['effect']);
  // The journal also has the status of a response that the client never got.
  const isKept = status < 400 || (status >= 500 && effects.includes('kept'));
  if (!isKept || effects.includes('none')) return 0;

  return scenarios.some(({ scenario }) => scenario === 'delivered-twice') ? 2 : 1;
}

/**
 * A call of the baseline, after the call of the fault, that this run lacks although the test of the call passed. As a
 * part of a sentence.
 */
export function missingCall({ entry, usual, exchanges, identity, run }: Facts): string | undefined {
  const sent = new Set(callsOf({ key: usual.key, exchanges }).map((call) => call.identity));
  const failedTests = new Set(run.cases.flatMap(({ name, passed }) => (passed ? [] : name)));
  const later = usual.calls.filter(({ exchange }) => exchange.id > entry.call.exchange.id);
  const isExpected = ({ test = '', operation, exchange }: Call): boolean =>
    exchange.issuedToken === undefined && !usual.unstable.has(operation) && !failedTests.has(test);
  // Work in parallel may have written the same in another order.
  const isWritten = ({ operation, exchange }: Call): boolean =>
    effectsOf(exchange) > 0 && writesOf(operation, exchanges) >= writesOf(operation, usual.exchanges);
  const isMissing = (call: Call): boolean =>
    call.identity !== identity && !sent.has(call.identity) && isExpected(call) && !isWritten(call);
  const missing = later.find(isMissing);

  return missing && `${lineOf(missing)} was not sent`;
}

/** The request of a call: `POST /api/v1/credentials/verification-links`. */
export function lineOf({ exchange }: Call): string {
  return `${exchange.method} ${targetOf(exchange)}`;
}
