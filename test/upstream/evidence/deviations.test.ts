/** What a service does otherwise is named by its point, also where no variant does the same. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { answer, type Entry, evidenceWith, Recorder } from './recorded-traffic.js';

const ME = '/institutions/me';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ population: 20 });
});

afterAll(() => emulator.close());

test('look-ups that find nothing in another case', async () => {
  const own = new Recorder(emulator);
  await own.login();
  const { body } = await own.get(`${ME}/credentials?limit=100`);
  const { items } = body as { readonly items: readonly { readonly metadata: Readonly<Record<string, string>> }[] };
  const emails = [...new Set(items.flatMap(({ metadata }) => metadata['email'] ?? []))].slice(0, 3);
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const text of emails.flatMap((email) => [email, email.toUpperCase(), email]))
        await recorder.get(`${ME}/credentials/resolve?q=${text}`);
    },
    (entry) => {
      if (/[A-Z]$/.test(entry.request.url)) answer(entry, 200, { credentials: [] });
    },
  );
  expect(points['resolveCredentials.q:matching']!.contradictions).toEqual(['another case: not found (3 times)']);
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
      const items = ['0a', '1b', '2c', '3d', '4e', '5f'].map((proposalId) => ({ proposalId }));
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
      for (const list of ['users', 'credentials', 'users']) await recorder.get(`${ME}/${list}?limit=100`);
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

/** Changes every response to requests of which the URL, or the body, has this text. */
function changing(text: string, status: number, body: (read: Json) => unknown): (entry: Entry, read: Json) => void {
  return (entry, read) => {
    if (`${entry.request.url} ${entry.request.postData?.text ?? ''}`.includes(text)) answer(entry, status, body(read));
  };
}

type Json = Readonly<Record<string, unknown>>;

const REFUSED = { error: 'invalid_request', message: 'No.' };

test('a query that is refused with 422 contradicts the specification, and confirms no point', async () => {
  const { points, contradictions } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const query of ['limit=101', 'kycStatus=nonsense', 'offset=-1']) await recorder.get(`${ME}/users?${query}`);
    },
    changing('users?', 422, () => REFUSED),
  );
  expect(contradictions).toMatchObject([{ what: 'a query that is refused with 422 instead of 400', count: 4 }]);
  expect(Object.keys(points).filter((id) => id.endsWith(':refusal'))).toEqual([]);
});

test('a success that the contract does not have says nothing about what is accepted', async () => {
  const { points, contradictions } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.post('/verification/generate-links-batch', { requests: [] });
    },
    (entry) => {
      if (entry.request.url.endsWith('batch')) answer(entry, 204);
    },
  );
  expect(points).not.toHaveProperty(['generateVerificationLinksBatch:empty']);
  expect(contradictions).toMatchObject([{ what: 'status 204' }]);
});

test('a limit above the largest that is accepted refutes the largest, not what happens beyond it', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const limit of [100, 250, 501]) await recorder.get(`${ME}/users?limit=${limit}`);
    },
    (entry) => {
      const pagination = { offset: 0, limit: 250, total: 0 };
      if (entry.request.url.endsWith('=250')) answer(entry, 200, { items: [], totalCount: 0, pagination });
    },
  );
  expect(points['UsersLimit:maximum']!.contradictions).toEqual(['limit=250: accepted (1 time)']);
  expect(points['UsersLimit:refusal']).toMatchObject({ verdict: 'as-guessed' });
});

test('an offset that is refused with a limit that was accepted is beyond the end', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const offset of [0, 5_000]) await recorder.get(`${ME}/users?limit=20&offset=${offset}`);
    },
    changing('offset=5000', 400, () => REFUSED),
  );
  expect(points['Offset:beyond']!.observed).toEqual(['400 (1 time)']);
  expect(points).not.toHaveProperty(['UsersLimit:maximum', 'from']);
});

test.each(['1.5', '2026-11-20T09:00:00Z', 'soon'])('Retry-After: %s is neither seconds nor a date', async (wait) => {
  const { points, options } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users`);
    },
    ({ response }) => {
      Object.assign(response, { status: 429, headers: [{ name: 'Retry-After', value: wait }] });
    },
  );
  expect(points['RetryAfter']).toMatchObject({ verdict: 'otherwise', contradictions: ['other (3 times)'] });
  expect(options).toEqual([]);
});

test('a value of another type is not the member that a point guesses', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.form({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' });
      await recorder.get(`${ME}/users?limit=3`);
    },
    (entry, body) => {
      if (entry.response.status === 401) answer(entry, 401, { error: { code: 'invalid_client' } });
      const { items } = body as { readonly items?: readonly object[] };
      if (items !== undefined)
        answer(entry, 200, { ...body, items: items.map((item) => ({ ...item, proposalId: 7 })) });
    },
  );
  expect(points['OAuthError.error']).toMatchObject({ verdict: 'otherwise' });
  expect(points['InstitutionUser.proposalId']).toMatchObject({ verdict: 'otherwise' });
});

test('an object with members of another type does not confirm what a point says of its members', async () => {
  const { points } = await evidenceWith(
    emulator,
    () => Promise.resolve(),
    changing('limit=2', 200, (body) => ({ ...body, pagination: { offset: 0, limit: 2, total: '20' } })),
  );
  expect(points).not.toHaveProperty(['Pagination:type']);
});

test('an invalid request that no variant accepts either refutes the point that refuses it', async () => {
  const partyId = `party::${'1'.repeat(32)}::1220${'1'.repeat(64)}`;
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.post(`${ME}/credentials/request`, { partyId, providers: ['FACEBOOK'] });
    },
    (entry) => {
      if (entry.request.url.endsWith('request')) answer(entry, 204);
    },
  );
  expect(points['CredentialsRequest.providers:refusal']).toMatchObject({ verdict: 'otherwise' });
});

test('a member beside the message of a broken item is a surprise, and no other point', async () => {
  const { points, surprises } = await evidenceWith(
    emulator,
    async (recorder) => {
      const requests = ['00aa', '00bb'].map((contractId) => ({ contractId }));
      await recorder.post('/verification/generate-links-batch', { requests });
    },
    changing('00aa', 200, ({ results }) => ({
      results: (results as readonly Json[]).map((one) => ({ ...one, error: { message: 'No.', code: 'no' } })),
    })),
  );
  expect(points['BatchResultItem.error:unknown-contract']).toMatchObject({ verdict: 'as-guessed' });
  expect(surprises).toMatchObject([{ what: 'member code of BatchItemError' }]);
});

test('a header of many operations is one surprise, with their number', async () => {
  const { surprises } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const list of ['credentials', 'human-scores']) await recorder.get(`${ME}/${list}`);
    },
    ({ response }) => {
      response.headers.push({ name: 'X-Powered-By', value: 'something' });
    },
  );
  expect(surprises).toMatchObject([{ what: 'header x-powered-by', where: '4 operations', count: 4 }]);
});

test('several variants that fit are all named, and no option chooses one', async () => {
  const { points, options } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users?limit=100`);
    },
    changing('limit=100', 400, () => REFUSED),
  );
  expect(points['UsersLimit:maximum']).toMatchObject({ variants: ['max-limit=20', 'max-limit=50'] });
  expect(options).toEqual([]);
});

test('the lifetime of all tokens is an option of the emulator', async () => {
  const { options } = await evidenceWith(
    emulator,
    () => Promise.resolve(),
    changing('grant_type', 200, (body) => ({ ...body, expires_in: 300 })),
  );
  expect(options).toEqual(['--token-ttl', '300']);
});

test.each([
  [[1, 1, 2, 2], 'changed'],
  [[1, 2], 'otherwise'],
  [[1, 2, 1, 2], 'otherwise'],
])('a service that answers an equal request with totals %j', async (answers, verdict) => {
  let at = 0;
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const _ of answers) await recorder.get(`${ME}/users?limit=7`);
    },
    (entry, body) => {
      if (entry.request.url.endsWith('=7') && answers[at++] === 2) answer(entry, 200, { ...body, totalCount: 'many' });
    },
  );
  expect(points['UsersList.totalCount:meaning']).toMatchObject({ verdict });
});

test('a link that was never used and dies early shows a shorter lifetime, and no single use', async () => {
  const own = new Recorder(emulator);
  await own.login();
  const { body } = await own.get(`${ME}/credentials?limit=1`);
  const [{ contractId } = {}] = (body as { readonly items: readonly Readonly<Record<string, string>>[] }).items;
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      const links = [0, 1].map(() => recorder.post('/verification/generate-link', { contractId }));
      const [used, unused] = (await Promise.all(links)).map(
        (link) => (link.body as Readonly<Record<string, string>>)['token'],
      );
      for (const token of [used, used, unused]) await recorder.send(`${emulator.apiUrl}/verification/check/${token}`);
      await recorder.get(`${ME}/credentials?limit=1`);
    },
    (() => {
      let checks = 0;
      return (entry: Entry): void => {
        if (!entry.request.url.includes('/check/') || ++checks === 1) return;
        answer(entry, 404, { error: 'not_found', message: 'Not found or expired.' });
        const { value } = entry.response.headers.find(({ name }) => name === 'date')!;
        const headers = entry.response.headers.filter(({ name }) => name !== 'date');
        headers.push({ name: 'Date', value: new Date(Date.parse(value) + 360_000).toUTCString() });
        Object.assign(entry.response, { headers });
      };
    })(),
  );
  expect(points['VerificationLink:lifetime']).toMatchObject({ verdict: 'otherwise' });
  expect(points).not.toHaveProperty(['checkVerificationStatus:single-use']);
});
