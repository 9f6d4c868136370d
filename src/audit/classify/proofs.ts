/** Proofs that something is wrong although the command has passed: outcome, writes, reads, output. */

import type { Exchange } from '../../emulator/journal/exchange.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { itemsReadAgain, unreadItems } from '../expectations/list-walk.js';
import type { Call } from '../run/calls.js';
import { type Facts, isLost } from './facts.js';
import { callNotSent, lineOf, missingWrite, writtenTwice } from './writes.js';
import { claimIn, differenceOf, emptiedLine, falseAllClear } from '../run/output-lines.js';
import { hasNewWords, missingClaim, missingLine, namedFailure, risenLine, testCountIn } from '../run/output-lines.js';
import { closingSuccess, successClaimIn } from '../run/success-claims.js';

/**
 * The first proof, as a sentence; undefined if there is none. A missing effect alone proves nothing: the client may
 * have reported the failure to a test that does not look. If the fault changes data, other calls and other lines prove
 * nothing, either.
 */
export function proofIn(facts: Facts): string | undefined {
  const { entry, met, exchanges, usual, hasFailed } = facts;
  const later = exchanges.filter(({ id }) => id > met[0]!.id);
  const usuallyLater = usual.exchanges.filter(({ id }) => id > entry.call.exchange.id);
  const twice = entry.fault.didTwice?.(met[0]!, later, usuallyLater);
  if (twice !== undefined || hasFailed) return twice;
  if (entry.fault.lostItems !== undefined) return missingInOutcome(facts) ?? falseClaim(facts);
  if (entry.fault.changesData) return entry.fault.alone === true ? unreadList(facts) : undefined;

  // A command that was started again has printed some lines twice.
  const inOutput = entry.fault.meanwhile === 'killed' ? undefined : proofInOutput(facts);
  return otherOutcome(facts) ?? writtenTwice(facts) ?? inOutput;
}

/** Whether the output names a failure that passing runs do not name. */
function namesFailure({ run, baseline }: Facts): boolean {
  return namedFailure(run.output, baseline.outputs) !== undefined;
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

/** How a job stopped after a failure, and said at its end that all went well, as a sentence. */
function endedAsSuccess(facts: Facts): string | undefined {
  const { entry, met, usual, exchanges, run, baseline } = facts;
  const hasStopped = met.includes(exchanges.at(-1)!) && usual.exchanges.at(-1)!.id > entry.call.exchange.id;
  if (!isOutcome(facts) || !isLost(facts) || !hasStopped) return undefined;

  const claim = missingClaim(run.output, baseline.outputs);
  const end = closingSuccess(run.output, baseline.outputs);
  if (claim === undefined || end === undefined) return undefined;

  return `The command stopped, did not print ${JSON.stringify(claim)}, and yet ended with ${JSON.stringify(end)}.`;
}

/**
 * A line that claims that the work is done although a write is missing, or, in a job, a read. As a sentence. What tests
 * print is no outcome, unless it says that nothing failed, too.
 */
function falseClaim(facts: Facts): string | undefined {
  const { run, baseline, entry, usual, ownsOutput } = facts;
  if (!ownsOutput || !isLost(facts) || namesFailure(facts)) return undefined;

  const write = missingWrite(facts);
  const lost = write === undefined ? lostCall(facts) : entry.call;
  if (lost === undefined) return undefined;

  const { operation, exchange } = lost;
  const operations = usual.calls.map((call) => call.operation);
  const work = { operation, operations, isRead: exchange.method === 'GET' };
  const isOfJob = isJob(facts);
  const countClaim = write && claimIn(run.output, baseline.outputs, !isOfJob);
  const successClaim = isOfJob ? successClaimIn(run.output, baseline.outputs, work) : undefined;
  const claim = countClaim ?? successClaim;
  const missing = write ?? `${lineOf(lost)} never succeeded`;

  return claim && `The command printed ${JSON.stringify(claim)}, but ${missing}.`;
}

/**
 * The read that never succeeded, or the call that was not sent because a login failed. Undefined if the client asked
 * for something else instead.
 */
function lostCall(facts: Facts): Call | undefined {
  const { entry, met, exchanges, identity, usual, disturbed } = facts;
  const usualRequests = new Set(usual.calls.map((call) => call.identity));
  const later = exchanges.filter(({ id, status }) => id > met.at(-1)!.id && status < 400);
  const isInstead = (exchange: Exchange): boolean =>
    exchange.issuedToken === undefined && !usualRequests.has(requestInAnyRun(exchange));
  const hasAnswer = later.some((exchange) => requestInAnyRun(exchange) === identity && !disturbed.has(exchange));
  if (later.some(isInstead)) return undefined;
  if (entry.kind === 'token') return callNotSent(facts);

  return entry.kind === 'read' && !hasAnswer ? entry.call : undefined;
}

/**
 * Whether the command is a job: a user sees only its output, and the output names no failure. Tests are no job, because
 * what a client prints beside its tests is no outcome. A failed command is no job, because it prints other lines.
 */
export function isJob(facts: Facts): boolean {
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
