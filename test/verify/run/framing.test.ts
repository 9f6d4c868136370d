/** Pacts with headers that say where a body ends: `Content-Length` and `Transfer-Encoding` (RFC 9112 section 6). */

import { expect, test } from 'vitest';
import { AUTHORIZED, pactV3, pactV4, usersInteraction, type Interaction } from '../../pact/pact-documents.js';
import { interactionIn, outcomes, verified } from './verified.js';

/** Of `{"contractId":"00ada"}`. */
const LENGTH = 22;

function link(headers: Readonly<Record<string, unknown>>): Interaction {
  return {
    providerStates: [{ name: 'contract 00ada exists' }],
    request: {
      method: 'POST',
      path: '/api/v1/verification/generate-link',
      headers: { ...AUTHORIZED, 'Content-Type': 'application/json', ...headers },
      body: { contractId: '00ada' },
    },
    response: { status: 200 },
  };
}

test('a request is sent with the right length whatever its pact says, and a wrong one is a warning', async () => {
  const interactions = [
    { description: 'too long', ...link({ 'content-length': '500' }) },
    { description: 'too short', ...link({ 'Content-Length': '5' }) },
    { description: 'no number', ...link({ 'Content-Length': 'long' }) },
    { description: 'right', ...link({ 'Content-Length': String(LENGTH) }) },
    { description: 'in chunks', ...link({ 'Transfer-Encoding': 'chunked' }) },
  ];
  const report = await verified({ 'a.json': pactV3(interactions) }, { timeout: 5_000 });
  expect(outcomes(report)).toEqual(Object.fromEntries(interactions.map(({ description }) => [description, 'passed'])));
  expect(interactions.map(({ description }) => interactionIn(report, description).warnings)).toMatchObject([
    [{ code: 'request.content-length.wrong', expected: '22', actual: '500', where: 'request header Content-Length' }],
    [{ code: 'request.content-length.wrong', actual: '5' }],
    [{ code: 'request.content-length.wrong', actual: 'long' }],
    [],
    [],
  ]);
});

test('a length that a pact of version 4 lists is not sent either', async () => {
  const { request, ...others } = link({ 'Content-Length': ['500'] });
  const v4 = { ...(request as object), body: { content: { contractId: '00ada' }, contentType: 'application/json' } };
  const report = await verified({ 'a.json': pactV4([{ ...others, request: v4 }]) }, { timeout: 5_000 });
  expect(report.counts).toMatchObject({ passed: 1, failed: 0 });
});

test('a response has the framing of the emulator: a length, and no chunks', async () => {
  const expecting = (description: string, headers: object, more: object = {}): Interaction =>
    usersInteraction(200, { description, response: { status: 200, headers, ...more } });
  const anyLength = {
    header: { 'Content-Length': { combine: 'AND', matchers: [{ match: 'regex', regex: '[0-9]+' }] } },
  };
  const report = await verified({
    'a.json': pactV3([
      expecting('a length', { 'Content-Length': '1' }, { matchingRules: anyLength }),
      expecting('chunks', { 'Transfer-Encoding': 'chunked' }),
    ]),
  });
  expect(outcomes(report)).toEqual({ 'a length': 'passed', chunks: 'failed' });
});
