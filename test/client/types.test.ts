/** The types that TypeScript programs see. `expectTypeOf` is checked by the compiler, in `npm run check:types`. */

import {
  APIError,
  further,
  RateLimitError,
  type CreateCredentialsRequestOptions,
  type EndpointsWithResponse,
  type GetCredentialsOptions,
  type GetUsersOptions,
  type Provider,
  type WithResponse,
  type BatchResultItem,
  type Connection,
  type Credential,
  type FetchLike,
  type GenerateVerificationLinkResponse,
  type HumanScoreItem,
  type InstitutionUser,
  type ResolveCredentialsResponse,
  type UsersListResponse,
  type VerificationStatusResponse,
} from 'id-emulator/client';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { PROJECT } from '../project.js';

type Returned<Method extends keyof Connection> = Connection[Method] extends (...parameters: never[]) => infer Value
  ? Awaited<Value>
  : never;

test('methods have the return types of the specification', () => {
  expectTypeOf<Returned<'getUsers'>>().toEqualTypeOf<UsersListResponse>();
  expectTypeOf<Returned<'getHumanScoreByPartyId'>>().toEqualTypeOf<HumanScoreItem>();
  expectTypeOf<Returned<'getCredentialByPartyId'>>().toEqualTypeOf<Credential[]>();
  expectTypeOf<Returned<'resolve'>>().toEqualTypeOf<ResolveCredentialsResponse>();
  expectTypeOf<Returned<'createCredentialsRequest'>>().toBeVoid();
  expectTypeOf<Returned<'generateVerificationLink'>>().toEqualTypeOf<GenerateVerificationLinkResponse>();
  expectTypeOf<Returned<'checkVerificationStatus'>>().toEqualTypeOf<VerificationStatusResponse>();
  expectTypeOf<Returned<'iterateUsers'>>().toExtend<AsyncIterable<InstitutionUser>>();
});

test('types are open where the contract is open', () => {
  expectTypeOf<UsersListResponse['totalCount']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<InstitutionUser['partyId']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<VerificationStatusResponse['contractId']>().toEqualTypeOf<string | null>();
});

test('a batch item is either a link or an error', () => {
  const tokenOf = (item: BatchResultItem): string =>
    item.error === undefined ? item.result.token : item.error.message;
  expect(tokenOf({ contractId: '00', error: { message: 'no' } })).toBe('no');
});

test('wrong calls do not compile', () => {
  const wrong = async (connection: Connection): Promise<void> => {
    // @ts-expect-error Exactly one of the two is required.
    await connection.resolveCredentials({ q: 'a', partyId: 'b' });
    // @ts-expect-error Exactly one of the two is required.
    await connection.resolveCredentials({});
    // @ts-expect-error A provider is a string.
    await connection.createCredentialsRequest({ partyId: 'a', providers: [1] });
    // @ts-expect-error An iterator sets the limit of a page itself: pageSize.
    connection.iterateUsers({ limit: 10 });
  };
  expect(wrong).toBeTypeOf('function');
});

test('requests and responses take values that a later service adds', () => {
  expectTypeOf<'MYSPACE'>().toExtend<Provider>();
  expectTypeOf<'GITHUB'>().toExtend<Provider>();
  expectTypeOf<{ kycStatus: 'FINE'; orderBy: 'age' }>().toExtend<GetUsersOptions>();
  expectTypeOf<number>().not.toExtend<Provider>();
});

test('typos are caught on every type, and unknown members stay readable by further()', () => {
  const read = (user: InstitutionUser, status: VerificationStatusResponse, { metadata }: Credential): unknown[] => [
    // @ts-expect-error A typo in the name of a member.
    user.kycStatsu,
    // @ts-expect-error A typo in the name of a member.
    status.isActiv,
    // @ts-expect-error A typo in the name of a member.
    metadata.emial,
    further(user)['nickname'],
    further(metadata)['shade'],
  ];
  expect(read).toBeTypeOf('function');
  expectTypeOf<Omit<InstitutionUser, 'id'>['email']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Omit<VerificationStatusResponse, 'color'>['message']>().toBeString();
  expectTypeOf(further({})['nickname']).toBeUnknown();
  const user = { id: 1, nickname: 'Bo' };
  expect(further(user)['nickname']).toBe('Bo');
});

test('arrays of requests may be readonly', () => {
  expectTypeOf<readonly string[]>().toExtend<NonNullable<GetCredentialsOptions['partyIds']>>();
  expectTypeOf<readonly Provider[]>().toExtend<CreateCredentialsRequestOptions['providers']>();
});

test('a test can pass an object of its own as a connection', async () => {
  const stub: Pick<Connection, 'getUsers'> = {
    getUsers: () => Promise.resolve({ items: [], pagination: { offset: 0, limit: 10, total: 0 } }),
  };
  expect((await stub.getUsers()).items).toEqual([]);
});

test('withResponse() keeps the types of the methods', () => {
  expectTypeOf<EndpointsWithResponse['getUsers']>().returns.resolves.toEqualTypeOf<WithResponse<UsersListResponse>>();
  expectTypeOf<EndpointsWithResponse['getCredentialByPartyId']>().parameter(0).toBeString();
});

test('instanceof narrows an error to its members', () => {
  const seconds = (error: unknown): number | undefined =>
    error instanceof RateLimitError ? error.retryAfter : error instanceof APIError ? error.status : undefined;
  expect(seconds(new RateLimitError('slow', { status: 429, retryAfter: 3 }))).toBe(3);
});

test('the fetch of the platform is accepted as an option', () => {
  expectTypeOf(fetch).toExtend<FetchLike>();
});

test('id-emulator/client has the types of the library', () => {
  const [included, own] = ['dist/client/node/index.d.ts', 'src/client/dist/node/index.d.ts'].map((file) =>
    readFileSync(join(PROJECT, file), 'utf8'),
  );
  expect(included).toBe(own);
});
