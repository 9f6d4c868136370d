/** A wrong answer: after a failure, the client does what it also does if the service has no data. */

import { targetOf } from '../../common/reporting/request-target.js';
import type { TestCase } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { namedFailure, newAllClear } from '../run/output-lines.js';
import { PRINTED } from '../run/printed.js';
import type { Facts } from './facts.js';
import { extraWrite, lineOf } from './writes.js';

/** What the client did, as a part of a sentence, and what its test expected and got instead. */
type TakenForAnswer = Readonly<{ did: string; compared?: TestCase['compared'] }>;

/** What may show that the client took the failure for an answer: an empty value, a line or a write. */
export function takenForAnswer(facts: Facts): TakenForAnswer | undefined {
  const got = emptyAnswer(facts);
  if (got !== undefined) return { did: `answered ${got}`, compared: facts.testCase?.compared };

  const line = allClear(facts);
  return line === undefined ? writtenInstead(facts) : { did: `printed ${JSON.stringify(line)}` };
}

/** A new line of a command that passed, which says that nothing failed although a read failed. */
function allClear({ entry, run, baseline, isOnlyFault, ownsOutput, hasFailed }: Facts): string | undefined {
  const isSilent = isOnlyFault && ownsOutput && !hasFailed;
  const isOfRead = entry.kind === 'read' && !entry.fault.changesData;

  return isSilent && isOfRead ? newAllClear(run.output, baseline.outputs) : undefined;
}

/**
 * Whether the client did the same in the run with a true negative, in which the service truly has no data. After an
 * empty value or a line, a caller may see in the output that there was a failure. Nothing takes a write back.
 */
export function isAlike(facts: Facts, control: Facts): boolean {
  const textOf = (run: Facts): string => JSON.stringify([run.testCase?.name, takenForAnswer(run)]);
  const shown = emptyAnswer(facts) ?? allClear(facts);
  const said = shown && namedFailure(facts.run.output, [control.run.output]);

  return textOf(facts) === textOf(control) && said === undefined;
}

/**
 * A write right after a read that failed, which the client never sends without the fault. Two other writes prove
 * nothing: a later test may write what the failed test has not left, and a repeated test writes again.
 */
function writtenInstead(facts: Facts): TakenForAnswer | undefined {
  const { entry, met, ofTest, usual, testCase, identity, isOnlyFault } = facts;
  if (!isOnlyFault || entry.kind !== 'read' || entry.fault.changesData) return undefined;

  const write = extraWrite(facts);
  if (write === undefined) return undefined;

  const { exchange } = entry.call;
  const isSameTarget = (other: Exchange): boolean => targetOf(other) === targetOf(exchange);
  const isReadAgain = usual.exchanges.some((other) => other.id > exchange.id && isSameTarget(other));
  const index = ofTest.findLastIndex((other) => requestInAnyRun(other) === write.identity);
  const before = ofTest[index - 1];
  const next = ofTest[index + 1];
  const isAfterFault = before !== undefined && met.includes(before);
  // A test that is repeated begins with the read again, right after its write.
  const isRepeated = next !== undefined && requestInAnyRun(next) === identity;
  // If no test is known, a usual second read shows that another test asks for this, too, and may have sent the write.
  const mayBeOfOtherTest = testCase === undefined && isReadAgain;
  if (!isAfterFault || isRepeated || mayBeOfOtherTest) return undefined;

  return { did: `sent ${lineOf(write)}` };
}

/**
 * The empty list or object that a test got instead of the expected value; undefined if it got another value. An empty
 * value alone shows no mistake: a control has to show that a true negative gives the same value.
 */
function emptyAnswer({ entry: { fault }, isOnlyFault, testCase }: Facts): string | undefined {
  const { passed = true, compared } = testCase ?? {};
  if (!isOnlyFault || passed || fault.changesData || compared === undefined) return undefined;

  const expected = compared.expected.trim();
  const [, opening = ''] = PRINTED.emptyValue.exec(compared.actual.trim()) ?? [];
  if (opening === '' || PRINTED.emptyValue.test(expected)) return undefined;

  // Only an expected list can become an empty list, and only an expected object an empty object.
  const isOfType = expected.replace(/^(?:Array|Object) /, '').startsWith(opening);
  const empty = opening === '[' ? '[]' : '{}';

  return isOfType ? empty : undefined;
}
