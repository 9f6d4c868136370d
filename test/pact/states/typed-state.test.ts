/** Typed states for TypeScript: `given(...state(sentence, parameters))` of pact-js. */

import { PactV3, PactV4 } from '@pact-foundation/pact';
import { state, verifyPacts, ProviderStateError } from 'id-emulator/pact';
import { expect, expectTypeOf, test } from 'vitest';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { AUTHORIZED } from '../pact-documents.js';

test('sentences and parameters have types', () => {
  const disclosed = state('party {partyId} has disclosed {providers}', { partyId: 'p', providers: ['GOOGLE'] });
  expectTypeOf(disclosed).toEqualTypeOf<
    [sentence: string, parameters: Record<string, string | number | boolean | string[]>]
  >();
  expect(disclosed).toEqual(['party {partyId} has disclosed {providers}', { partyId: 'p', providers: ['GOOGLE'] }]);
  expect(state('no users exist')).toEqual(['no users exist', {}]);
  expect(state('the rate limit is exceeded', { retryAfter: 3 })[1]).toEqual({ retryAfter: 3 });
  state('a user with KYC status {kycStatus} exists', { kycStatus: 'IN_REVIEW' });
});

test('a wrong sentence or parameter is an error of the types, and is thrown', () => {
  const wrong = [
    // @ts-expect-error: there is no such sentence
    () => state('party {partyId} is on holiday', { partyId: 'p' }),
    // @ts-expect-error: the parameter is missing
    () => state('party {partyId} does not exist'),
    // @ts-expect-error: there is no such provider
    () => state('party {partyId} has disclosed {providers}', { providers: ['MYSPACE'] }),
    // @ts-expect-error: the parameter is a number
    () => state('the rate limit is exceeded', { retryAfter: 'soon' }),
    // @ts-expect-error: there is no such parameter
    () => state('no users exist', { count: 3 }),
  ];
  for (const call of wrong) expect(call).toThrow(ProviderStateError);
});

test('PactV3 and PactV4 of pact-js take them, and the pacts hold', async () => {
  await using folder = await temporaryFolder();
  const names = { consumer: 'typed', provider: 'identity', dir: folder.path, logLevel: 'error' as const };
  const path = '/api/v1/institutions/me/credentials/party::1';
  const call = async (mock: { url: string }): Promise<void> => {
    await fetch(mock.url + path, { headers: AUTHORIZED });
  };
  const given = state('party {partyId} has disclosed {providers}', { partyId: 'party::1', providers: ['GITHUB'] });
  await untilNoticed(() =>
    new PactV3(names)
      .given(...given)
      .uponReceiving('credentials')
      .withRequest({ method: 'GET', path, headers: AUTHORIZED })
      .willRespondWith({ status: 200 })
      .executeTest(call),
  );
  await untilNoticed(() =>
    new PactV4({ ...names, consumer: 'typed-4' })
      .addInteraction()
      .given(...given)
      .given(...state('the institution is rate limited', { retryAfter: 2 }))
      .uponReceiving('credentials, refused')
      .withRequest('GET', path, (request) => request.headers(AUTHORIZED))
      .willRespondWith(429, (response) => response.headers({ 'Retry-After': '2' }))
      .executeTest(call),
  );
  const report = await verifyPacts({ pacts: [folder.path] });
  expect(report).toMatchObject({ verdict: 'passed', counts: { passed: 2 } });
});

/**
 * Pact's mock server notes a request after it has responded, in another thread. On a busy machine, one of 200 tests asks
 * too early which requests have arrived, and fails with "expected but not received"; nothing is written then.
 */
async function untilNoticed(test: () => Promise<unknown>, attempts = 10): Promise<void> {
  try {
    await test();
  } catch (error) {
    if (attempts === 1 || !(error as Error).message.includes('expected but not received')) throw error;
    await untilNoticed(test, attempts - 1);
  }
}
