/** What becomes of interactions, each with the real verifier: `interactions.yaml`, and what is said of them all. */

import { expect, test } from 'vitest';
import { pactV4 } from '../../pact/pact-documents.js';
import { testVerifiedPacts } from '../verified-pacts.js';
import { verified } from './verified.js';

/** As long as the IDs of a real population. */
const twentyIds = Array.from({ length: 20 }, (_, at) => `party::${'0'.repeat(32)}::1220${String(at).padStart(64, '0')}`)
  .map(encodeURIComponent)
  .join('&partyIds=');

const whole = testVerifiedPacts(new URL('interactions.yaml', import.meta.url), { twentyIds });

test('the verdict counts failed interactions, but not pending ones', () => {
  expect(whole()).toMatchObject({ verdict: 'failed', counts: { passed: 19, failed: 13, pending: 1 } });
});

test('a message interaction is skipped with a notice', async () => {
  const event = { type: 'Asynchronous/Messages', description: 'an event', contents: { content: 'x' } };
  const { notices } = await verified({ 'a.json': pactV4([event]) });
  expect(notices).toEqual([
    expect.stringContaining('a message interaction is left out, because the service sends no messages: "an event"'),
  ]);
});

test('the guesses are listed with the number of interactions that rest on them', () => {
  const point = whole().guesses.find(({ id }) => id === 'getUsers.200:number');
  expect(point).toMatchObject({ basis: 'inferred' });
  const resting = whole()
    .pacts.flatMap(({ interactions }) => interactions)
    .filter(({ restsOn }) => restsOn.includes('getUsers.200:number'));
  expect(point!.interactions).toBe(resting.length);
  expect(resting.length).toBeGreaterThan(2);
});

test('the report contains what the verification proves and does not prove', () => {
  expect(whole().proves).toBe(
    'In 19 interactions, consumer and emulator agree, and nothing in them contradicts the contract (version 1.0.0).',
  );
  expect(whole().doesNotProve).toMatch(
    /^Whether the real service behaves the same\. .* rest on \d+ guesses: points where the specification is silent\.$/,
  );
});
