/** What a service does otherwise is named by its point, also where no variant does the same. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { answer, evidenceWith, Recorder } from './recorded-traffic.js';

const ME = '/institutions/me';
const EMAIL = 'alice.archer@example.com';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ population: 20 });
});

afterAll(() => emulator.close());

test('a look-up that finds nothing in another case', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const text of [EMAIL, EMAIL.toUpperCase()]) await recorder.get(`${ME}/credentials/resolve?q=${text}`);
    },
    (entry) => {
      if (entry.request.url.endsWith('COM')) answer(entry, 200, { credentials: [] });
    },
  );
  expect(points['resolveCredentials.q:matching']!.contradictions).toEqual(['another case: not found (1 time)']);
});

test('another institution that is refused with 403, although the token is accepted', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get('/institutions/other/users');
    },
    (entry) => {
      if (entry.request.url.includes('other')) answer(entry, 403, { error: 'forbidden', message: 'Not yours.' });
    },
  );
  expect(points['service:me']).toMatchObject({ verdict: 'otherwise', observed: ['403 (1 time)'] });
});

test('another institution that is refused with 403 to the first request with a new token', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.login();
      await recorder.get('/institutions/other/users');
    },
    (entry) => {
      if (entry.request.url.includes('other')) answer(entry, 403, { error: 'forbidden', message: 'Not yours.' });
    },
  );
  expect(points['service:me']).toMatchObject({ verdict: 'otherwise', observed: ['403 (1 time)'] });
});

test('a negative offset that is accepted says nothing about the values of responses', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users?offset=-1`);
    },
    (entry) => {
      const pagination = { offset: -1, limit: 10, total: 0 };
      if (entry.request.url.endsWith('-1')) answer(entry, 200, { items: [], totalCount: 0, pagination });
    },
  );
  expect(points['Offset:refusal']).toMatchObject({ verdict: 'otherwise' });
  expect(points['service:plain-values']).toMatchObject({ verdict: 'as-guessed' });
});

test('an order by a member that the contract does not order by', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const name of ['proposalId', 'shoeSize']) await recorder.get(`${ME}/users?limit=20&orderBy=${name}`);
    },
    (entry) => {
      const items = ['0a', '1b', '2c'].map((proposalId) => ({ proposalId }));
      if (entry.request.url.endsWith('proposalId'))
        answer(entry, 200, { items, totalCount: 3, pagination: { offset: 0, limit: 20, total: 3 } });
    },
  );
  expect(points['getUsers.orderBy:values']).toMatchObject({ verdict: 'otherwise' });
  expect(points['getUsers.orderBy:refusal']).toMatchObject({ verdict: 'as-guessed' });
});

test('a member of some lists is named', async () => {
  const { surprises } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const list of ['credentials', 'human-scores', 'users']) await recorder.get(`${ME}/${list}?limit=2`);
    },
    (entry, body) => {
      if (entry.request.url.includes('/users'))
        answer(entry, 200, { ...body, pagination: { ...(body['pagination'] as object), hasMore: true } });
    },
  );
  expect(surprises).toMatchObject([{ what: 'member hasMore of Pagination', where: 'getUsers', count: 2 }]);
});

test('a variant that fits one operation, and not another one that varies with it, is not named', async () => {
  const { points, options } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const list of ['users', 'credentials']) await recorder.get(`${ME}/${list}?limit=51`);
    },
    (entry) => {
      if (entry.request.url.includes('/credentials?'))
        answer(entry, 400, { error: 'invalid_request', message: 'At most 50.' });
    },
  );
  expect(points['Limit:maximum']).toMatchObject({ verdict: 'otherwise' });
  expect(points['Limit:maximum']).not.toHaveProperty('variant');
  expect(options).toEqual([]);
});

test('rows of a request that is repeated before they show come later', async () => {
  const own = new Recorder(emulator);
  await own.login();
  const { body } = await own.get(`${ME}/users?limit=1`);
  const [{ partyId } = { partyId: '' }] = (body as { readonly items: readonly { readonly partyId: string }[] }).items;
  const request = { partyId, providers: ['REDDIT', 'DISCORD'] };
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users?limit=100`);
      await recorder.post(`${ME}/credentials/request`, request);
      await recorder.get(`${ME}/users`);
      await recorder.post(`${ME}/credentials/request`, request);
      await recorder.get(`${ME}/users?limit=20`);
    },
    (entry, read) => {
      if (!entry.request.url.endsWith('users')) return;
      const rows = read['items'] as readonly { readonly reqStatus: string }[];
      answer(entry, 200, { ...read, items: rows.filter(({ reqStatus }) => reqStatus !== 'PENDING') });
    },
  );
  expect(points['createCredentialsRequest:visibility']).toMatchObject({
    verdict: 'otherwise',
    variant: 'request-visibility=later',
  });
});

test('a full page shows no whole list, although its total says that it is one', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users?limit=100`);
      await recorder.get(`${ME}/credentials?limit=5`);
    },
    (entry, body) => {
      if (!entry.request.url.includes('/credentials?')) return;
      answer(entry, 200, { ...body, pagination: { offset: 0, limit: 5, total: 5 } });
    },
  );
  expect(points).not.toHaveProperty(['getCredentials:dead-credentials']);
});

test('whole lists show which credentials are left out', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users?limit=100`);
      await recorder.get(`${ME}/credentials?limit=100`);
    },
    (entry, body) => {
      if (!entry.request.url.includes('/credentials?')) return;
      const items = (body['items'] as readonly { readonly freshness: string; readonly kycStatus: string }[]).filter(
        ({ freshness, kycStatus }) => freshness !== 'REVOKED' && kycStatus !== 'EXPIRED',
      );
      answer(entry, 200, { items, pagination: { offset: 0, limit: 100, total: items.length } });
    },
  );
  expect(points['getCredentials:dead-credentials']).toMatchObject({ variant: 'dead-credentials-listed=valid' });
});
