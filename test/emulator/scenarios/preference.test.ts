/** The Prefer header (RFC 7240), with which clients of Prism select an example. */

import { expect, test } from 'vitest';
import { responseViolations } from '../../../src/contract/response.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { startInstitution } from '../../institution.js';
import { responseTo, goodCalls, plainResponse, type GoodCalls, type CallResponse } from './good-calls.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

function preferring(operation: keyof GoodCalls, prefer: string, selection?: string): Promise<CallResponse> {
  const call = good[operation];
  return responseTo(institution, { ...call, headers: { ...call.headers, Prefer: prefer } }, selection);
}

const documented = [...shippedContract().operations.values()].flatMap(({ id, responses }) =>
  [...responses.keys()].map((code) => ({ id, code })),
);

test.each(documented)(
  'Prefer: code=$code is followed by $id, and the answer keeps to the contract',
  async ({ id, code }) => {
    const answer = await preferring(id, `code=${code}`);
    expect(answer.status).toBe(code);
    expect(answer.headers.get('preference-applied')).toBe(`code=${code}`);
    expect(responseViolations(shippedContract().operations.get(id)!, plainResponse(answer))).toEqual([]);
  },
);

const examples = [...shippedContract().operations.values()].flatMap(({ id, responses }) =>
  [...responses].flatMap(([status, response]) =>
    [...response.examples].map(([example, body]) => ({ id, status, example, body })),
  ),
);

test.each(examples)(
  'Prefer: code=$status, example=$example is followed by $id',
  async ({ id, status, example, body }) => {
    const answer = await preferring(id, `code=${status}, example=${example}`);
    expect(answer).toMatchObject({ status, json: body });
    expect(answer.headers.get('preference-applied')).toBe(`code=${status}, example=${example}`);
  },
);

test('Prefer: example=none selects an example by its name', async () => {
  const answer = await preferring('getHumanScores', 'example=none');
  expect(answer.json).toEqual({ items: [], pagination: { offset: 0, limit: 10, total: 0 } });
  expect(answer.headers.get('preference-applied')).toBe('example=none');
});

test.each(['code="404"', 'respond-async, code=404', 'code=404; wait=10', 'CODE=404'])(
  'Prefer: %s asks for a 404',
  async (prefer) => {
    expect((await preferring('checkVerificationStatus', prefer)).status).toBe(404);
  },
);

test.each([
  ['an unknown code', 'code=418', 'The contract of getUsers has no status 418; it has 200, 400, 401, 403, 429, 500.'],
  ['an unknown example', 'example=nonsense', 'The contract of getUsers has no example "nonsense"; it has one'],
  ['an example of another code', 'code=400, example=one', 'The contract of getUsers has no example "one"; it has'],
])('%s is a problem that lists the valid values', async (_, prefer, detail) => {
  const answer = await preferring('getUsers', prefer);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('preference-applied')).toBeNull();
  expect((answer.json as { detail: string }).detail).toContain(detail);
});

test.each([
  ['example = none', 'example=none'],
  ['example="none"', 'example=none'],
  [String.raw`example="n\one"`, 'example=none'],
  ['note="a, code=404; \\"", example=none', 'example=none'],
  ['example=none, example=one', 'example=none'],
])('Prefer: %s is read by the grammar of RFC 7240 as %s', async (prefer, applied) => {
  const answer = await preferring('getHumanScores', prefer);
  expect(answer.headers.get('preference-applied')).toBe(applied);
});

const LENGTH = 15_000;

test.each([
  ['blanks before a malformed word', `example=${' '.repeat(LENGTH)}"z"z`],
  ['quotation marks', '"'.repeat(LENGTH)],
  ['escapes in a string without an end', '"\\'.repeat(LENGTH / 2)],
  ['commas', ','.repeat(LENGTH)],
])('a Prefer header of 15,000 characters is read at once: %s', async (_, prefer) => {
  const answer = await preferring('getUsers', prefer);
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
});

test.each(['respond-async', 'return=minimal', ''])('Prefer: %s is ignored', async (prefer) => {
  const answer = await preferring('getUsers', prefer);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('preference-applied')).toBeNull();
});

test('a preference does not make an invalid request valid', async () => {
  const answer = await responseTo(institution, {
    ...good.getUsers,
    path: `${good.getUsers.path}?limit=0`,
    headers: { ...good.getUsers.headers, Prefer: 'code=200' },
  });
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([400, null]);
});

test('a preference changes nothing in the world', async () => {
  const still = await startInstitution({ now: '2026-01-31T09:00:00Z' });
  const calls = await goodCalls(still);
  const before = await responseTo(still, calls.getUsers);
  const preferred = await responseTo(still, {
    ...calls.createCredentialsRequest,
    headers: { ...calls.createCredentialsRequest.headers, Prefer: 'code=204' },
  });
  const after = await responseTo(still, calls.getUsers);
  await still.close();
  expect(preferred.status).toBe(204);
  expect(after.text).toBe(before.text);
});

test('a scenario takes precedence over a preference', async () => {
  expect((await preferring('getUsers', 'code=404', 'server-error;activation=unknown')).status).toBe(500);
});
