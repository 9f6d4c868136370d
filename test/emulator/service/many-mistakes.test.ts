/** Requests with very many mistakes are refused as quickly as others, and with a message that a person can read. */

import { expect, test } from 'vitest';
import { fixtureFrom } from '../../../src/emulator/control/fixtures/load-fixture.js';
import { DocumentError } from '../../../src/contract/documents/read-document.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());

interface Refusal {
  readonly message: string;
  readonly details: { readonly violations: readonly { readonly pointer: string }[] };
}

test('a batch of 150,000 wrong items is refused for its length and its first items', async () => {
  const response = await institution.post('/verification/generate-links-batch', { requests: Array(150_000).fill(1) });
  const { message, details } = response.body as Refusal;
  expect(response.status).toBe(400);
  expect(message).toContain('Body /requests: expected an array of at most 100 items, found [1,1,1,1,1,...].');
  expect(message).toMatch(/ 82 more mistakes are not shown\.$/);
  expect(details.violations).toHaveLength(20);
});

test('an array without a limit of its own is refused with a bounded list of mistakes', async () => {
  const response = await institution.post('/institutions/me/credentials/request', {
    partyId: 'a',
    providers: Array(100_000).fill('NONE'),
  });
  const { message, details } = response.body as Refusal;
  expect(response.status).toBe(400);
  expect(message).toMatch(/ 99,980 more mistakes are not shown\.$/);
  expect(details.violations).toHaveLength(20);
});

test('the diagnostics of 20,000 unknown members fit into a header that clients accept', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`unknown${at}`, 1]));
  const response = await institution.post('/verification/generate-links-batch', { requests: [], ...unknown });
  expect(response.status).toBe(200);
  expect(response.headers['emulator-diagnostic']).toMatch(/"19,980 more mistakes are not shown\."$/);
});

test('a diagnostic that is longer than a header is cut', async () => {
  const response = await institution.post('/verification/generate-links-batch', {
    requests: [],
    ['é'.repeat(100_000)]: 1,
    b: 1,
  });
  expect(response.status).toBe(200);
  expect(response.headers['emulator-diagnostic']).toMatch(/\.\.\. \(the journal has the rest\)"$/);
});

test('a fixture with 50,000 wrong parties is refused with the first mistakes and the number of the others', () => {
  const parties = Array.from({ length: 50_000 }, () => ({
    partyId: 5,
    credentials: [{ provider: 'NONE', issuedAt: 'yesterday' }],
  }));
  let error: unknown;
  try {
    fixtureFrom({ parties });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(DocumentError);
  const { mistakes, message } = error as DocumentError;
  expect(mistakes).toHaveLength(21);
  expect(message).toMatch(/\n[^\n]*: [\d,]{7} more mistakes are not shown\.$/);
});
