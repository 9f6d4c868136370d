/**
 * Rules take linear time on the journals that could make them slow: each exchange asks for the order of a bounded number of
 * others. One step that looks at all others for each exchange would keep everybody waiting.
 */

import { expect, test } from 'vitest';
import { judge } from '../../../src/emulator/judge/judge.js';
import { type Evidence, Examination } from '../../../src/emulator/judge/rule.js';
import { RULES } from '../../../src/emulator/judge/rules.js';
import { journal, type Sketch } from './sketch.js';

const LENGTH = 600;
/** How often a rule may ask for the order of two exchanges, for each exchange. */
const MOST_ASKED = 120;

const every = (sketch: (at: number) => Partial<Sketch>): Sketch[] =>
  Array.from({ length: LENGTH }, (_, at) => ({ received: 10 * at, ...sketch(at) }));

const JOURNALS: Readonly<Record<string, Sketch[]>> = {
  'refused with Retry-After': every(() => ({ status: 429, responseHeaders: [['Retry-After', '60']] })),
  'refused without Retry-After': every(() => ({ status: 503 })),
  forbidden: every((at) => ({ status: 403, token: `t${at}` })),
  'with refused tokens': every((at) => ({ status: 401, token: `t${at}` })),
  'for tokens': every((at) => ({ operation: 'issueToken', issued: { id: `t${at}`, life: 3_600_000 } })),
  'that repeat a credentials request': every(() => ({
    operation: 'createCredentialsRequest',
    status: 204,
    body: { partyId: 'ben', providers: ['GITHUB'] },
  })),
  'for the same page': every(() => ({ query: 'offset=10' })),
  'for pages in turn': every((at) => ({ query: `offset=${10 * at}`, responseBody: { items: [], pagination: {} } })),
};

for (const [name, sketches] of Object.entries(JOURNALS)) {
  test(`${LENGTH} requests ${name}, none of which shows the order, are judged in linear time`, () => {
    const exchanges = journal(...sketches);
    let asked = 0;
    const evidence: Evidence = {
      hadSeen: () => {
        asked++;
        return false;
      },
      wasNext: () => false,
      gotResponse: () => true,
      mayHaveArrived: () => true,
      timesAreExact: true,
      chanceCounts: true,
    };
    const counts = RULES.map((rule) => {
      asked = 0;
      Array.from(rule.examine(exchanges, evidence, new Examination()) ?? []);
      return [rule.id, asked] as const;
    });
    expect(counts.filter(([, count]) => count > MOST_ASKED * LENGTH)).toEqual([]);
  });
}

test('the pages of a long journal are read in several steps, so that others are served meanwhile', () => {
  const sketches = Array.from({ length: 2_500 }, (_, at): Sketch => ({
    received: 10 * at,
    query: `offset=${10 * at}`,
  }));
  const steps = [...judge(journal(...sketches))];
  expect(steps.length).toBeGreaterThan(RULES.length);
});
