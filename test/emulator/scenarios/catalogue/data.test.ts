import type { Test } from 'supertest';
import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution, type Institution } from '../../../institution.js';
import type { CredentialItem, UserItem } from '../../../pages.js';
import { responseTo, goodCalls, statusesOf, type GoodCalls } from '../good-calls.js';
import { untilEnd } from '../../../until-end.js';

const NOW = '2026-01-31T09:00:00Z';

/** Its clock is stopped, so only scenarios change responses. */
const institution = await untilEnd(startInstitution({ now: NOW }));
const good = await goodCalls(institution);

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

async function usersOf({ get }: Institution, query = '', selection = ''): Promise<Users> {
  const response = await get(`/institutions/me/users?${query}`).set('Emulator-Scenario', selection);
  expect(response.status).toBe(200);
  return response.body as Users;
}

async function credentialsOf(
  { get }: Institution,
  partyId: string,
  selection = '',
): Promise<readonly CredentialItem[]> {
  const response = await get(`/institutions/me/credentials/${partyId}`).set('Emulator-Scenario', selection);
  expect(response.status).toBe(200);
  return response.body as CredentialItem[];
}

/** Requests credentials of Google from a party. */
function requestOf({ post }: Institution, partyId: string, selection = ''): Test {
  return post('/institutions/me/credentials/request', { partyId, providers: ['GOOGLE'] }).set(
    'Emulator-Scenario',
    selection,
  );
}

/** Every scalar inside a JSON value, with its path. */
function leaves(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, `${path}/${name}`));
}

const emptied = {
  getUsers: { items: [], pagination: { offset: 0, limit: 10, total: 0 }, totalCount: 0 },
  getHumanScores: { items: [], pagination: { offset: 0, limit: 10, total: 0 } },
  getCredentials: { items: [], pagination: { offset: 0, limit: 10, total: 0 } },
  getCredentialByPartyId: [],
  resolveCredentials: { credentials: [] },
};

test.each(Object.entries(emptied) as [keyof typeof emptied, unknown][])(
  'empty-lists: %s has no items, and its total is 0',
  async (operation, expected) => {
    const before = await answerOf(operation);
    expect(await answerOf(operation, 'empty-lists')).toEqual(expected);
    expect(before).not.toEqual(expected);
    expect(await answerOf(operation)).toEqual(before);
  },
);

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

test.each(['getUsers', 'getHumanScores', 'getCredentials'] as const)(
  'huge-page: %s has more items than requested',
  async (operation) => {
    const usual = (await answerOf(operation)) as Users;
    const huge = (await answerOf(operation, 'huge-page;limit=50')) as Users;
    expect([usual.items.length, huge.items.length]).toEqual([10, 50]);
    expect(huge.items.slice(0, 10)).toEqual(usual.items);
    expect(await answerOf(operation)).toEqual(usual);
  },
);

test('huge-page: by default a page has up to 500 items', async () => {
  const { items, totalCount } = await usersOf(institution, 'limit=5', 'huge-page');
  expect(items).toHaveLength(Math.min(500, totalCount));
  expect(items.length).toBeGreaterThan(100);
});

test('short-page: a page has fewer items than requested, and says so', async () => {
  const { items, pagination } = await usersOf(institution, 'limit=10', 'short-page;limit=4;times=1');
  expect([items.length, pagination.limit]).toEqual([4, 4]);
  expect((await usersOf(institution, 'limit=10', 'short-page;limit=4;times=1')).items).toHaveLength(10);
});

test('repeated-items: the first item of one page comes twice', async () => {
  const [one, other] = (await usersOf(institution, 'limit=5', 'repeated-items')).items;
  expect(one).toEqual(other);
  expect((await usersOf(institution, 'limit=5', 'repeated-items')).items).toHaveLength(5);
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
  const [usual, changed] = [await usersOf(institution), await usersOf(institution, '', 'non-ascii')];
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
  const { items } = await usersOf(institution, '', 'unknown-enum-values');
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

test('changing-pages: after each page a new approved row comes first, so the pages shift', async () => {
  const shifting = await startInstitution({ now: NOW });
  const first = await usersOf(shifting, 'limit=5', 'changing-pages');
  const second = await usersOf(shifting, 'limit=5&offset=5', 'changing-pages');
  const third = await usersOf(shifting, 'limit=5&offset=0');
  const settled = await usersOf(shifting, 'limit=5&offset=0');
  await shifting.close();
  expect(second.items[0]).toEqual(first.items[4]);
  expect(
    [first.totalCount, second.totalCount, third.totalCount, settled.totalCount].map(
      (total) => total - first.totalCount,
    ),
  ).toEqual([0, 1, 2, 2]);
  expect(third.items.slice(0, 2).map(({ reqStatus }) => reqStatus)).toEqual(['APPROVED', 'APPROVED']);
  expect(third.items.slice(2)).toEqual(first.items.slice(0, 3));
  expect(settled).toEqual(third);
});

test('removed-items: the first party of a page leaves the list after it, so later items move up', async () => {
  const shrinking = await startInstitution({ now: NOW });
  const page = async (
    offset: number,
    scenario?: string,
  ): Promise<{ items: object[]; pagination: { total: number } }> => {
    const request = shrinking.get(`/institutions/me/human-scores?limit=5&offset=${offset}`);
    const response = await (scenario === undefined ? request : request.set('Emulator-Scenario', scenario));
    return response.body as Awaited<ReturnType<typeof page>>;
  };
  const usual = await page(5);
  const first = await page(0, 'removed-items');
  const second = await page(5, 'removed-items');
  await shrinking.close();
  expect(first.pagination.total).toBe(usual.pagination.total);
  expect(second.pagination.total).toBe(usual.pagination.total - 1);
  expect(second.items.slice(0, -1)).toEqual(usual.items.slice(1));
});

test('missing-members: members are left out although the contract requires them', async () => {
  const usual = await usersOf(institution);
  const missing = 'missing-members;members="getUsers:items[].reqStatus getCredentials:items"';
  const { items, totalCount } = await usersOf(institution, '', missing);
  expect(items.some((user) => 'reqStatus' in user)).toBe(false);
  expect(items.map((user) => ({ ...user, reqStatus: undefined }))).toEqual(
    usual.items.map((user) => ({ ...user, reqStatus: undefined })),
  );
  expect(totalCount).toBe(usual.totalCount);
});

test('changing-pages: so many rows arrive that the next page has been read', async () => {
  const shifting = await startInstitution({ now: NOW });
  const first = await usersOf(shifting, 'limit=5', 'changing-pages;items=5');
  const second = await usersOf(shifting, 'limit=5&offset=5');
  await shifting.close();
  expect(second.items).toEqual(first.items);
  expect(second.totalCount).toBe(first.totalCount + 5);
});

test.each(['request-approved-later', 'request-rejected-later'])(
  '%s: nothing changes while the clock is stopped',
  async (selection) => {
    const still = await startInstitution({ now: NOW });
    const { partyId, email } = cast('Uma');
    const response = await requestOf(still, partyId, selection);
    const { items } = await usersOf(still, `search=${email}`);
    const disclosed = await credentialsOf(still, partyId);
    await still.close();
    expect(response.status).toBe(204);
    expect(items.map(({ reqStatus }) => reqStatus)).toEqual(['PENDING']);
    expect(disclosed).toEqual([]);
  },
);

test.each([
  ['request-approved-later', 'APPROVED', cast('Uma').credentials.map(({ contractId }) => contractId)],
  ['request-rejected-later', 'REJECTED', []],
])('%s: the request is pending at first, and then %s', async (scenario, status, visible) => {
  const still = await startInstitution({ now: NOW });
  const { partyId, email } = cast('Uma');
  await requestOf(still, partyId, `${scenario};after="300ms"`);
  still.emulator.defaultSandbox.clock.advance('300ms');
  const { items } = await usersOf(still, `search=${email}`);
  const disclosed = await credentialsOf(still, partyId);
  await still.close();
  expect(items.map(({ reqStatus }) => reqStatus)).toEqual([status]);
  expect(disclosed.map(({ contractId }) => contractId)).toEqual(visible);
});

test('request-approved-later: a party without an e-mail address has one with its first credential', async () => {
  const running = await startInstitution({ now: NOW });
  const { defaultSandbox } = running.emulator;
  const { world, clock } = defaultSandbox;
  const { partyId } = world.addParty({ partyId: 'party::new', credentials: [] });
  await running
    .post('/institutions/me/credentials/request', { partyId, providers: ['REDDIT', 'GOOGLE'] })
    .set('Emulator-Scenario', 'request-approved-later;after="1s"');
  const state = defaultSandbox.state();
  clock.advance('PT2S');
  const once = await running.get(`/institutions/me/credentials/resolve?partyId=${partyId}`);
  defaultSandbox.load(state);
  clock.advance('PT2S');
  const again = await running.get(`/institutions/me/credentials/resolve?partyId=${partyId}`);
  await running.close();
  const { credentials } = once.body as { readonly credentials: readonly { readonly email: string }[] };
  expect(credentials.map(({ email }) => email)).toEqual([
    expect.stringMatching(/@example\.com$/),
    credentials[0]?.email,
  ]);
  expect(again.body).toEqual(once.body);
});

test.each(['request-approved-later', 'request-rejected-later'])(
  '%s: without the scenario a request stays pending',
  async (scenario) => {
    const running = await startInstitution();
    await requestOf(running, cast('Uma').partyId);
    await requestOf(running, cast('Ben').partyId, `${scenario};after="0s"`);
    const { items } = await usersOf(running, `search=${cast('Uma').email}`);
    await running.close();
    expect(items.map(({ reqStatus }) => reqStatus)).toEqual(['PENDING']);
  },
);

test('revoked-after-listing: the list shows the credential as active, and after that it is revoked', async () => {
  const { partyId } = cast('Alice');
  const listing = await startInstitution({ now: NOW });
  const usual = await credentialsOf(listing, partyId);
  const read = await credentialsOf(listing, partyId, 'revoked-after-listing');
  const after = await credentialsOf(listing, partyId, 'revoked-after-listing');
  const later = await credentialsOf(listing, partyId, 'revoked-after-listing');
  await listing.close();
  expect(read).toEqual(usual);
  expect(after.map(({ freshness }) => freshness === 'REVOKED')).toEqual([true, false, false, false, false, false]);
  expect(later).toEqual(after);
});

test('revoked-after-listing: a link to the credential shows it as revoked', async () => {
  const listing = await startInstitution();
  const { partyId, credentials } = cast('Ben');
  const { token } = (await listing.post('/verification/generate-link', { contractId: credentials[0]!.contractId }))
    .body as { token: string };
  await credentialsOf(listing, partyId, 'revoked-after-listing');
  const checked = await listing.get(`/verification/check/${token}`);
  await listing.close();
  expect(checked.body).toMatchObject({ status: 'revoked', isRevoked: true });
});

test('stale-reads: the request is accepted, and visible when the clock has moved on', async () => {
  const still = await startInstitution({ now: NOW });
  const { partyId, email } = cast('Uma');
  const before = await usersOf(still);
  const response = await requestOf(still, partyId, 'stale-reads;after="300ms"');
  const after = await usersOf(still);
  still.emulator.defaultSandbox.clock.advance('300ms');
  const { items } = await usersOf(still, `search=${email}`);
  await still.close();
  expect(response.status).toBe(204);
  expect(after).toEqual(before);
  expect(items.map(({ reqStatus }) => reqStatus)).toEqual(['PENDING']);
});

test('stale-reads: without the scenario a request is visible at once', async () => {
  const still = await startInstitution({ now: NOW });
  await requestOf(still, cast('Uma').partyId);
  const { items } = await usersOf(still, `search=${cast('Uma').email}`);
  await still.close();
  expect(items).toHaveLength(1);
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
  const [usual, changed] = [await usersOf(institution), await usersOf(institution, '', selection)];
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
  const usual = await usersOf(institution, 'limit=10');
  const changed = await usersOf(institution, 'limit=10', `other-values;changes="getUsers:items:${kind}"`);
  expect(changed.items).toEqual(expected(usual.items));
  expect(changed.pagination.limit).toBe(kind === 'smaller-page' ? 5 : 10);
});

test('other-values: a longer list ends with an item of other values', async () => {
  const usual = await usersOf(institution);
  const { items } = await usersOf(institution, '', 'other-values;changes="getUsers:items:longer"');
  expect(items.slice(0, -1)).toEqual(usual.items);
  expect(items.at(-1)!.id).not.toBe(usual.items.at(-1)!.id);
});

test('resource-unknown: calls about a known party or credential get 404, so many in a row', async () => {
  for (const operation of ['getHumanScoreByPartyId', 'createCredentialsRequest', 'generateVerificationLink'] as const) {
    const { status, json } = await responseTo(institution, good[operation], 'resource-unknown');
    expect(status, operation).toBe(404);
    expect(json).toMatchObject({ error: 'not_found' });
  }
  expect(
    await statusesOf(institution, good.getHumanScoreByPartyId, 'resource-unknown;times=2;activation=gone', 3),
  ).toEqual([404, 404, 200]);
});
