/** Changes to the world of a sandbox, and what the institution sees of them. */

import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { fetchedBy, sandboxesOf, testExchanges, type Sender } from '../../exchanges.js';
import { at } from '../../written-values.js';
import { untilEnd } from '../../until-end.js';
import { startControlledEmulator } from './controlled-emulator.js';

const ADA = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Abbott' };

interface Party {
  readonly partyId: string;
  readonly changed: boolean;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly username?: string;
}

const controlled = await untilEnd(startControlledEmulator({ population: 30, now: '2026-01-31T09:00:00.000Z' }));

async function got(sender: Sender, path: string, place: string, json?: object): Promise<unknown> {
  return at((await fetchedBy(sender, path, json)).json, place);
}

/** What the institution sees of a party, and of a credential. */
async function seen(sender: Sender, partyId: string, email: string, contractId?: string): Promise<object> {
  const rows = (await got(sender, `users?search=${encodeURIComponent(partyId)}`, 'items')) as Readonly<
    Record<string, string>
  >[];
  const link = contractId && (await got(sender, 'verification/generate-link', 'token', { contractId }));
  return {
    users: rows
      .filter((row) => row['partyId'] === partyId)
      .map(({ kycProvider, reqStatus }) => `${kycProvider} ${reqStatus}`)
      .toSorted(),
    forward: await got(sender, `credentials/resolve?q=${email}`, 'credentials.*.contractId'),
    reverse: await got(
      sender,
      `credentials/resolve?partyId=${encodeURIComponent(partyId)}`,
      'credentials.*.contractId',
    ),
    ...(typeof link === 'string' && { checked: await got(sender, `verification/check/${link}`, 'status') }),
  };
}

testExchanges(new URL('world.yaml', import.meta.url), sandboxesOf(controlled.emulator), {
  seen: (sender, ...[partyId = '', email = '', contractId]) => seen(sender, partyId, email, contractId),
  totals: (sender) =>
    Promise.all(['users', 'credentials', 'human-scores'].map((list) => got(sender, list, 'pagination.total'))),
});

test('fixture parties, generated parties and added parties are listed in this order, page by page', async () => {
  const sandbox = await controlled.open();
  const ada = await sandbox.done<Party>('post', '/world/parties', ADA);
  const pages = [];
  for (let offset = 0; offset < 200; offset += 17)
    pages.push(
      await sandbox.done<{ items: Party[]; pagination: { total: number } }>(
        'get',
        `/world/parties?offset=${offset}&limit=17`,
      ),
    );
  const ids = pages.flatMap(({ items }) => items.map(({ partyId }) => partyId));
  expect(ids[1]).toBe(cast('Ben').partyId);
  expect(ids.at(-1)).toBe(ada.partyId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(pages.map(({ pagination }) => pagination.total)).toEqual(pages.map(() => ids.length));
});

test.each([
  ['a name', (shown: Party) => `${shown.firstName} ${shown.lastName}`.toUpperCase()],
  ['an e-mail', (shown: Party) => shown.email],
  ['a party ID', (shown: Party) => shown.partyId],
  ['part of a party ID', (shown: Party) => shown.partyId.slice(5, 30)],
])('fixture parties, generated parties and added parties are found by %s', async (_, termOf) => {
  const sandbox = await controlled.open();
  const joined = await sandbox.done<Party>('post', '/world/parties', ADA);
  const all = await sandbox.done<{ items: Party[] }>('get', '/world/parties?limit=100');
  const [ofCast, generated] = [all.items[0]!, all.items.at(-2)!];
  expect(generated.changed).toBe(false);
  for (const wanted of [ofCast, generated, joined]) {
    const { items } = await sandbox.done<{ items: Party[] }>(
      'get',
      `/world/parties?search=${encodeURIComponent(termOf(wanted))}`,
    );
    expect(items.map(({ partyId }) => partyId)).toContain(wanted.partyId);
  }
});

test('parties are found by username, generated ones included', async () => {
  const { done } = await controlled.open();
  const { items } = await done<{ items: Party[] }>('get', '/world/parties?limit=100');
  for (const wanted of items.filter(({ username }) => username !== undefined)) {
    const found = await done<{ items: Party[] }>(
      'get',
      `/world/parties?limit=100&search=${encodeURIComponent(wanted.username!)}`,
    );
    expect(found.items.map(({ partyId }) => partyId)).toContain(wanted.partyId);
  }
});
