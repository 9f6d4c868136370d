/** Where calls that overlap are held, and when a client hangs. */

import { expect, test } from 'vitest';
import type { Facts } from '../../src/audit/classify/facts.js';
import { reactionToOverlap } from '../../src/audit/classify/overlap-reaction.js';
import type { HeldCalls } from '../../src/audit/audit-types.js';
import type { OverlapContext } from '../../src/audit/expectations/fault-class.js';
import { SCHEDULES } from '../../src/audit/expectations/overlap-schedules.js';
import type { Call } from '../../src/audit/run/calls.js';
import type { LaterCall } from '../../src/audit/run/overlaps.js';

/** A call with the only access token. @param number among those of its operation */
function callOf(number: number): Call {
  const exchange = { id: number, accessToken: { id: 'token' } };
  return { operation: 'getUsers', call: number, identity: String(number), exchange } as unknown as Call;
}

test.each(['late-refusal', 'refused-together', 'renewal-fails'])(
  'of calls that overlap, the first one is refused, although they came in another order: %s',
  (id) => {
    const [second, third] = [callOf(2), callOf(3)];
    const later: LaterCall[] = [{ ...second, gap: 1, isExtra: false }];
    const context = { calls: [callOf(1), second, third], later } as unknown as OverlapContext;
    const { race, control } = SCHEDULES[id]!(third, context) as HeldCalls;
    expect([race[0]!.at, control[0]!.at]).toEqual(Array(2).fill({ operation: 'getUsers', call: 2 }));
  },
);

test.each([
  ['/a', '/b', 'hung'],
  ['/a', '/a', 'not observed'],
])('a client whose time is up hangs, unless it asks again and waits again: %s, %s', (first, second, reaction) => {
  const met = [first, second].map((path, id) => {
    const scenarios = [{ selector: 'injection', scenario: 'no-answer' }];
    return { id, method: 'GET', path, query: '', request: { headers: [] }, scenarios };
  });
  const ran = { run: { duration: 30_000 }, baseline: { longestTest: 1 }, times: new Map() };
  const facts = { met, exchanges: met, hasHung: true, hasFailed: false, ...ran } as unknown as Facts;
  expect(reactionToOverlap(facts, '').reaction).toBe(reaction);
});
