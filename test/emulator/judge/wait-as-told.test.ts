import { expect, test } from 'vitest';
import { offencesOfExperiment } from '../../../src/emulator/judge/judge.js';
import { journal, withoutKeepAlive, type Sketch } from './sketch.js';

const RULE = 'wait-as-told';

test.each([
  ['once', 1, [RULE]],
  ['twice', 2, []],
])('beside requests in parallel, one that is usually sent %s comes back too early', (_, times, rules) => {
  const one: Sketch = { received: 0, query: 'limit=1' };
  const other: Sketch = { received: 0, query: 'limit=2', duration: 300 };
  const refused: Sketch = { ...one, status: 429, responseHeaders: [['Retry-After', '1']] };
  const usual = journal(other, ...Array.from({ length: times }, () => one));
  const exchanges = journal(...withoutKeepAlive([other, refused, { ...one, received: 12 }]));
  expect(offencesOfExperiment(exchanges, usual).map(({ rule }) => rule.id)).toEqual(rules);
});
