/** A provider state about something that the request does not name: a warning, which fails a strict verification or not. */

import { expect, test } from 'vitest';
import { verifyPactsBy } from '../../../src/verify/verify-pacts.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { pactV3 } from '../../pact/pact-documents.js';
import { statusVerifier } from '../corpus/status-verifier.js';

const ME = '/api/v1/institutions/me';

test.each([
  ['of a party that only exists', 'party p1 exists', `${ME}/human-scores/p2`, 404, 'passed'],
  ['whose value gets another response', 'party p1 has disclosed GOOGLE', `${ME}/human-scores/p2`, 404, 'failed'],
  ['that says what is missing', 'party p1 does not exist', `${ME}/human-scores/p2`, 404, 'failed'],
  ['whose token is another one', 'verification token t1 exists', '/api/v1/verification/check/t2', 404, 'failed'],
])('a state %s', async (_, name, path, status, strictly) => {
  const request = { method: 'GET', path, headers: { Authorization: 'Bearer any-token' } };
  const interaction = { description: name, providerStates: [{ name }], request, response: { status } };
  await using folder = await temporaryFolder({ 'a.json': pactV3([interaction]) });
  const outcomes = [false, true].map(async (strict) => {
    const { pacts } = await verifyPactsBy(statusVerifier(), { pacts: [folder.path], strict });
    const { outcome, warnings, failures } = pacts[0]!.interactions[0]!;
    expect([...warnings, ...failures].map(({ code }) => code)).toEqual(['state.subject.other']);
    return outcome;
  });
  expect(await Promise.all(outcomes)).toEqual(['passed', strictly]);
});
