import { expect, test } from 'vitest';
import { offencesOfExperiment } from '../../../src/emulator/judge/judge.js';
import { journal } from './sketch.js';

const RULE = 'drop-refused-token';

test('in an experiment, a call beside others that was prepared before the 401 response breaks no rule', () => {
  const other = { operation: 'getHumanScores', duration: 30, token: 'A' } as const;
  const exchanges = journal(
    { received: 0, status: 401, token: 'A', on: [1, 0, 1] },
    { ...other, received: 1, on: [2, 0, 1] },
    { ...other, received: 9, query: 'offset=10', on: [1, 0, 2] },
  );
  expect(offencesOfExperiment(exchanges).map(({ rule }) => rule.id)).not.toContain(RULE);
});

test('in an experiment, a thread whose request has waited for the connection of the 401 response breaks no rule', () => {
  const other = { operation: 'getHumanScores', duration: 4, token: 'A' } as const;
  const usual = journal(
    { received: 0, duration: 9, token: 'A', on: [1, 0, 1] },
    { ...other, received: 5, on: [2, 0, 1] },
  );
  const refused = { received: 0, duration: 4, status: 401, token: 'A', on: [1, 0, 1] } as const;
  const waited = journal(refused, { ...other, received: 12, on: [1, 0, 2] });
  expect(offencesOfExperiment(waited, usual).map(({ rule }) => rule.id)).not.toContain(RULE);
  const later = journal(refused, { ...other, received: 900, on: [1, 0, 2] });
  expect(offencesOfExperiment(later, usual).map(({ rule }) => rule.id)).toContain(RULE);
});

test('in an experiment, a request that is repeated with the refused token breaks the rule', () => {
  const exchanges = journal({ received: 0, status: 401, token: 'A' }, { received: 20, status: 401, token: 'A' });
  expect(offencesOfExperiment(exchanges).map(({ rule }) => rule.id)).toContain(RULE);
});
