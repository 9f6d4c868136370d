import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import type { UserItem } from '../../../pages.js';
import { responseTo, goodCalls, type GoodCalls } from '../good-calls.js';
import { untilEnd } from '../../../until-end.js';

/** Its clock is stopped, so only scenarios change responses. */
const institution = await untilEnd(startInstitution({ now: '2026-01-31T09:00:00Z' }));
const good = await goodCalls(institution);

testExchanges(new URL('data.yaml', import.meta.url), sandboxesOf(institution.emulator));

interface Users {
  readonly items: readonly UserItem[];
  readonly pagination: { readonly offset: number; readonly limit: number; readonly total: number };
  readonly totalCount: number;
}

/** The response body of the operation, with or without a scenario. */
async function answerOf(operation: keyof GoodCalls, selection?: string): Promise<unknown> {
  const response = await responseTo(institution, good[operation], selection);
  expect(response.status).toBe(200);
  return response.json;
}

const usersOf = async (selection?: string): Promise<Users> => (await answerOf('getUsers', selection)) as Users;

/** Every scalar inside a JSON value, with its path. */
function leaves(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, `${path}/${name}`));
}

const READS = [
  'getUsers',
  'getHumanScores',
  'getHumanScoreByPartyId',
  'getCredentials',
  'getCredentialByPartyId',
  'resolveCredentials',
  'checkVerificationStatus',
] as const;

function withoutAdded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdded);
  if (typeof value !== 'object' || value === null) return value;
  const { addedInALaterVersion: added, ...known } = value as Record<string, unknown>;
  expect(added).toEqual({ since: 2 });
  return Object.fromEntries(Object.entries(known).map(([name, member]) => [name, withoutAdded(member)]));
}

test.each(READS)('extra-members: every object of %s has one more member and no other change', async (operation) => {
  const usual = await answerOf(operation);
  expect(withoutAdded(await answerOf(operation, 'extra-members'))).toEqual(usual);
  expect(await answerOf(operation)).toEqual(usual);
});

test.each(READS)('non-ascii: texts of %s have characters of several scripts, in UTF-8', async (operation) => {
  const usual = await responseTo(institution, good[operation]);
  const response = await responseTo(institution, good[operation], 'non-ascii');
  const changed = leaves(response.json).filter(
    ([, leaf]) => typeof leaf === 'string' && leaf.includes('Ünïcødé 名前 🙂 \u202e'),
  );
  expect(changed.length).toBeGreaterThan(0);
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(response.text)));
  expect(leaves(response.json).map(([path]) => path)).toEqual(leaves(usual.json).map(([path]) => path));
  expect(await answerOf(operation)).toEqual(usual.json);
});

test('non-ascii: IDs, times and enumerations do not change', async () => {
  const [usual, changed] = [await usersOf(), await usersOf('non-ascii')];
  const fixed = ({ items }: Users) =>
    items.map(({ id, proposalId, partyId, reqStatus, kycStatus, kycProvider, status, regDate }) => ({
      id,
      proposalId,
      partyId,
      reqStatus,
      kycStatus,
      kycProvider,
      status,
      regDate,
    }));
  expect(fixed(changed)).toEqual(fixed(usual));
});

test('nulls: every nullable member of the check is null, the others are unchanged', async () => {
  const usual = (await answerOf('checkVerificationStatus')) as Record<string, unknown>;
  const changed = (await answerOf('checkVerificationStatus', 'nulls')) as Record<string, unknown>;
  const nulls = Object.keys(changed).filter((name) => changed[name] === null);
  expect(nulls).toEqual(expect.arrayContaining(['contractId', 'credentialData']));
  expect({ ...usual, ...Object.fromEntries(nulls.map((name) => [name, null])) }).toEqual(changed);
  expect(await answerOf('checkVerificationStatus')).toEqual(usual);
});

test.each(['getUsers', 'getHumanScores', 'getHumanScoreByPartyId', 'getCredentials', 'resolveCredentials'] as const)(
  'numbers-as-strings: every number of %s is a string',
  async (operation) => {
    const usual = leaves(await answerOf(operation));
    const changed = await answerOf(operation, 'numbers-as-strings');
    expect(usual.some(([, leaf]) => typeof leaf === 'number')).toBe(true);
    expect(leaves(changed)).toEqual(
      usual.map(([path, leaf]) => [path, typeof leaf === 'number' ? String(leaf) : leaf]),
    );
    expect(leaves(await answerOf(operation))).toEqual(usual);
  },
);

test.each([
  'getUsers',
  'getCredentials',
  'getCredentialByPartyId',
  'resolveCredentials',
  'checkVerificationStatus',
] as const)('unknown-enum-values: %s has values that are in no version of the contract', async (operation) => {
  const usual = leaves(await answerOf(operation));
  const changed = leaves(await answerOf(operation, 'unknown-enum-values'));
  const differing = changed.filter(([, leaf], at) => leaf !== usual[at]![1]);
  expect(new Set(differing.map(([, leaf]) => leaf))).toEqual(new Set(['ADDED_IN_A_LATER_VERSION']));
  expect(leaves(await answerOf(operation))).toEqual(usual);
});

test('unknown-enum-values: every status and provider of a row is unknown', async () => {
  const { items } = await usersOf('unknown-enum-values');
  const values = items.flatMap(({ reqStatus, kycStatus, kycProvider, status }) => [
    reqStatus,
    kycStatus,
    kycProvider,
    status,
  ]);
  expect(new Set(values)).toEqual(new Set(['ADDED_IN_A_LATER_VERSION']));
});

test.each(READS)('very-long-values: texts of %s have more than 10,000 characters', async (operation) => {
  const usual = await answerOf(operation);
  const changed = leaves(await answerOf(operation, 'very-long-values'));
  expect(changed.some(([, leaf]) => typeof leaf === 'string' && leaf.length >= 10_000)).toBe(true);
  expect(changed.map(([path]) => path)).toEqual(leaves(usual).map(([path]) => path));
  expect(await answerOf(operation)).toEqual(usual);
});

test.each(['getCredentials', 'getCredentialByPartyId', 'resolveCredentials', 'checkVerificationStatus'] as const)(
  'without-optional-members: %s lacks optional members, the others are unchanged',
  async (operation) => {
    const usual = new Map(leaves(await answerOf(operation)));
    const changed = leaves(await answerOf(operation, 'without-optional-members'));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(usual.size);
    expect(changed.filter(([path, leaf]) => usual.get(path) !== leaf && JSON.stringify(leaf) !== '{}')).toEqual([]);
    expect(leaves(await answerOf(operation))).toEqual([...usual]);
  },
);

test('missing-members: members are left out although the contract requires them', async () => {
  const usual = await usersOf();
  const missing = 'missing-members;members="getUsers:items[].reqStatus getCredentials:items"';
  const { items, totalCount } = await usersOf(missing);
  expect(items.some((user) => 'reqStatus' in user)).toBe(false);
  expect(items.map((user) => ({ ...user, reqStatus: undefined }))).toEqual(
    usual.items.map((user) => ({ ...user, reqStatus: undefined })),
  );
  expect(totalCount).toBe(usual.totalCount);
});

test.each([...READS, 'generateVerificationLink', 'generateVerificationLinksBatch', 'issueToken'] as const)(
  'other-values: %s has the same members with other values, and keeps the contract',
  async (operation) => {
    const [usual, changed] = [leaves(await answerOf(operation)), leaves(await answerOf(operation, 'other-values'))];
    expect(changed.map(([path]) => path)).toEqual(usual.map(([path]) => path));
    const same = changed.filter(([, leaf], at) => leaf !== null && leaf === usual[at]![1]).map(([path]) => path);
    // The contract does not describe what these objects contain, and allows one token type only.
    const fixed = /\/(?:allUserInfo|allTokenClaims)\/|^\/token_type$/;
    expect(same.filter((path) => !fixed.test(path))).toEqual([]);
  },
);

test('other-values: the changes say which member of which operation changes, and how', async () => {
  const changes = ['getUsers:items[].email:absent', 'getUsers:items[].reqStatus:value', 'getCredentials:items:shorter'];
  const selection = `other-values;changes="${changes.join(' ')}"`;
  const [usual, changed] = [await usersOf(), await usersOf(selection)];
  expect(usual.items.every((user) => 'email' in user)).toBe(true);
  expect(changed.items.some((user) => 'email' in user)).toBe(false);
  const { email: _usual, reqStatus: before, ...others } = usual.items[0]!;
  const { reqStatus: after, ...same } = changed.items[0]!;
  expect(after).not.toBe(before);
  expect(same).toEqual(others);
});

test.each([
  ['shorter', (items: readonly unknown[]) => items.slice(0, -1)],
  ['reordered', (items: readonly unknown[]) => items.toReversed()],
  ['smaller-page', (items: readonly unknown[]) => items.slice(0, 5)],
])('other-values: a list is %s', async (kind, expected) => {
  const usual = await usersOf();
  const changed = await usersOf(`other-values;changes="getUsers:items:${kind}"`);
  expect(changed.items).toEqual(expected(usual.items));
  expect(changed.pagination.limit).toBe(kind === 'smaller-page' ? 5 : 10);
});
