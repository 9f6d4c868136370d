/** A wrong answer: after a failure, the client does what it also does if the service has no data. */

import { targetOf } from '../../common/reporting/request-target.js';
import type { TestCase } from '../../emulator/injection/trail.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { namedFailure } from '../run/output-lines.js';
import { PRINTED } from '../run/printed.js';
import type { Facts } from './facts.js';
import { extraWrite, lineOf } from './proofs.js';

/** What the client did, as a part of a sentence, and what its test expected and got instead. */
type Taken = readonly [did: string, compared?: TestCase['compared']];

/** What may show that the client took the failure for an answer: an empty value, or a write; undefined if nothing. */
export function takenForAnswer(facts: Facts): Taken | undefined {
  const got = emptyAnswer(facts);
  return got === undefined ? writtenInstead(facts) : [`answered ${got}`, facts.testCase?.compared];
}

/**
 * Whether the client did the same in the run with a true negative. A caller that gets an empty value may see in the
 * output that there was a failure; nothing takes a write back.
 */
export function isAlike(facts: Facts, control: Facts): boolean {
  const [own, other] = [facts, control].map((each) => JSON.stringify([each.testCase?.name, takenForAnswer(each)]));
  const isSaid = emptyAnswer(facts) && namedFailure(facts.run.output, [control.run.output]);
  return own === other && isSaid === undefined;
}

/**
 * A write right after a read that failed, which the client never sends without the fault. A later test may write what
 * the failed one has not left, and a test that is repeated writes again: they prove nothing.
 */
function writtenInstead(facts: Facts): Taken | undefined {
  const { entry, met, ofTest, usual, testCase, identity, isAlone } = facts;
  const write = isAlone && entry.kind === 'read' && !entry.fault.changesData ? extraWrite(facts) : undefined;
  if (write === undefined) return undefined;

  const { exchange } = entry.call;
  const isReadAgain = usual.exchanges.some((each) => each.id > exchange.id && targetOf(each) === targetOf(exchange));
  const at = ofTest.findLastIndex((each) => requestInAnyRun(each) === write.identity);
  const [before, next] = [ofTest[at - 1], ofTest[at + 1]];
  const isRepeated = next !== undefined && requestInAnyRun(next) === identity;
  const isOfOther = testCase === undefined && isReadAgain;

  return before && met.includes(before) && !isRepeated && !isOfOther ? [`sent ${lineOf(write)}`] : undefined;
}

/**
 * The empty list or object that a test got instead of the expected value; undefined if it got none. An empty value
 * alone shows no mistake: a control has to show that a true negative gives the same value.
 */
function emptyAnswer({ entry: { fault }, isAlone, testCase }: Facts): string | undefined {
  const { passed = true, compared } = testCase ?? {};
  if (!isAlone || passed || fault.changesData || compared === undefined) return undefined;

  const [, opening = ''] = PRINTED.emptyValue.exec(compared.actual.trim()) ?? [];
  const expected = compared.expected.trim().replace(/^(?:Array|Object) /, '');
  const isOfType = opening !== '' && expected.startsWith(opening) && !PRINTED.emptyValue.test(compared.expected.trim());

  return isOfType ? `${opening}${opening === '[' ? ']' : '}'}` : undefined;
}
