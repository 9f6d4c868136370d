/** A result computed with an observed time is valid in the whole interval that the time reports. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialKycStatus, freshness } from '../../../src/emulator/domain/world/credential-status.js';
import { USUAL_RULES } from '../../../src/emulator/domain/world/usual-rules.js';
import { humanScore } from '../../../src/emulator/domain/scores/human-score.js';
import { DAY, Now, ObservedTime } from '../../../src/emulator/domain/time/now.js';
import { Population } from '../../../src/emulator/domain/population/population.js';

const EPOCH = Date.parse('2026-01-01T00:00:00Z');
const moment = fc.integer({ min: EPOCH - 900 * DAY, max: EPOCH + 1_500 * DAY });

const population = new Population(1, 50, 1_001);

/** All properties of a party that depend on the time. */
function lookedAt(index: number, time: Now): unknown {
  const party = population.party(index);
  const statuses = party.credentials.map((credential) => [
    credentialKycStatus(party, credential, time, USUAL_RULES),
    freshness(party, credential, time),
  ]);
  return { score: humanScore(party, time), statuses };
}

test('score and credential states are constant in the reported interval', () => {
  fc.assert(
    fc.property(fc.nat(49), moment, fc.double({ min: 0, max: 1, noNaN: true }), (index, now, share) => {
      const time = new ObservedTime(now, EPOCH);
      const seen = lookedAt(index, time);
      const from = Math.max(time.from, EPOCH - 2_000 * DAY);
      const until = Math.min(time.until, EPOCH + 3_000 * DAY);
      for (const other of [from, until - 1, Math.floor(from + share * (until - from - 1))]) {
        expect(lookedAt(index, new Now(other, EPOCH))).toEqual(seen);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

test.each<[string, (time: ObservedTime) => unknown, number, number]>([
  ['a moment that has come', (time) => time.hasCome(EPOCH - 5), EPOCH - 5, Number.POSITIVE_INFINITY],
  ['a moment that is to come', (time) => time.hasCome(EPOCH + 5), Number.NEGATIVE_INFINITY, EPOCH + 5],
  ['the days since', (time) => time.daysSince(EPOCH - 2 * DAY - 1), EPOCH - 1, EPOCH + DAY - 1],
])('%s narrows the interval to the times with the same result', (_, ask, from, until) => {
  const time = new ObservedTime(EPOCH, EPOCH);
  ask(time);
  expect([time.from, time.until]).toEqual([from, until]);
});
