/** The client rejects invalid arguments before it sends a request. */

import { APIError, InvalidArgumentError, type Connection } from 'id-emulator/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf, startClient, type ClientUnderTest } from './client-under-test.js';

let client: ClientUnderTest;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client[Symbol.asyncDispose]());

/** Calls with any arguments, as a JavaScript program may. */
type Anything = Record<keyof Connection, (...parameters: unknown[]) => Promise<unknown>>;

const items = (count: number) => Array.from({ length: count }, (_, place) => ({ contractId: `00${place}` }));

test.each<[string, keyof Connection, unknown[], string]>([
  ['a blank q', 'resolveCredentials', [{ q: ' ' }], 'q must be a non-empty, well-formed string'],
  [
    'an empty party ID to resolve',
    'resolveCredentials',
    [{ partyId: '' }],
    'partyId must be a non-empty, well-formed string',
  ],
  ['an empty query', 'resolve', [''], 'q must be a non-empty, well-formed string'],
  ['an empty party ID', 'reverseResolve', [''], 'partyId must be a non-empty, well-formed string'],
  ['no party ID', 'getHumanScoreByPartyId', [undefined], 'partyId must be a non-empty, well-formed string'],
  ['a party ID that is a number', 'getCredentialByPartyId', [7], 'partyId must be a non-empty, well-formed string'],
  [
    'a party ID that leads elsewhere',
    'getCredentialByPartyId',
    ['..'],
    'partyId must be a non-empty, well-formed string',
  ],
  [
    'a link token that leads elsewhere',
    'checkVerificationStatus',
    ['.'],
    'token must be a non-empty, well-formed string',
  ],
  ['an empty link token', 'checkVerificationStatus', [''], 'token must be a non-empty, well-formed string'],
  ['no parties in the list', 'getCredentials', [{ partyIds: [] }], 'partyIds must not be empty'],
  [
    'an empty party ID in the list',
    'getHumanScores',
    [{ partyIds: ['a', ''] }],
    'partyIds[1] must be a non-empty, well-formed string',
  ],
  ['a list that is none', 'getHumanScores', [{ partyIds: 'a' }], 'partyIds must be an array'],
  [
    'no party to ask',
    'createCredentialsRequest',
    [{ providers: ['GITHUB'] }],
    'partyId must be a non-empty, well-formed string',
  ],
  [
    'an empty contract ID',
    'generateVerificationLink',
    [{ contractId: '' }],
    'contractId must be a non-empty, well-formed string',
  ],
  [
    'an empty item',
    'generateVerificationLinksBatch',
    [{ requests: [null] }],
    'requests[0] must be a non-empty, well-formed string',
  ],
  ['no items', 'generateVerificationLinksBatch', [{}], 'requests must be an array'],
  ['contract IDs that are none', 'generateVerificationLinks', ['00aa'], 'contractIds must be an array'],
  ['a timeout of nothing', 'getUsers', [{}, { timeout: 0 }], 'timeout must be a number from 1 on, not 0'],
])('%s: %s', async (_, method, parameters, message) => {
  const failure = await failureOf((client.connection as unknown as Anything)[method](...parameters));
  expect(failure).toBeInstanceOf(InvalidArgumentError);
  expect(failure).toBeInstanceOf(TypeError);
  expect(failure).not.toBeInstanceOf(APIError);
  expect(failure.message).toBe(message);
  expect(client.sent).toEqual([]);
});

test('a page size of 0 is rejected', async () => {
  expect(await failureOf(client.connection.iterateUsers({ pageSize: 0 }).next())).toBeInstanceOf(InvalidArgumentError);
});

test('a batch of 100 items is accepted', async () => {
  const { results } = await client.connection.generateVerificationLinksBatch({ requests: items(100) });
  expect(results).toHaveLength(100);
});

test.each<[string, keyof Connection, unknown]>([
  ['q and partyId', 'resolveCredentials', { q: 'a', partyId: 'b' }],
  ['neither q nor partyId', 'resolveCredentials', {}],
])("%s get the service's 400 as an APIError", async (_, method, argument) => {
  const failure = await failureOf((client.connection as unknown as Anything)[method](argument));
  expect(failure).toBeInstanceOf(APIError);
  expect(failure).toMatchObject({ status: 400 });
});
