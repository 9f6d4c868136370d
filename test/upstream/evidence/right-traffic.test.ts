/** What the contract leaves open refutes nothing: neither what a page does not show, nor what an exporter removed. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { answer, type Entry, evidenceOf, evidenceWith, harOf, Recorder } from './recorded-traffic.js';

const ME = '/institutions/me';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ population: 20 });
});

afterAll(() => emulator.close());

type Row = Readonly<Record<string, string>>;

/** Rows of a list. */
async function rowsOf(list: string): Promise<readonly Row[]> {
  const recorder = new Recorder(emulator);
  await recorder.login();
  const { body } = await recorder.get(`${ME}/${list}`);
  return (body as { readonly items: readonly Row[] }).items;
}

test('a request for data that was approved long ago makes no row', async () => {
  const rows = await rowsOf('users?limit=100&reqStatus=APPROVED');
  const { partyId, kycProvider } = rows.at(-1)!;
  const { points } = await evidenceWith(emulator, async (recorder) => {
    await recorder.post(`${ME}/credentials/request`, { partyId, providers: [kycProvider] });
    for (const query of ['', '?offset=10', '?search=somebody']) await recorder.get(`${ME}/users${query}`);
  });
  expect(points).not.toHaveProperty(['createCredentialsRequest:visibility']);
});

test('a page that ends before the row of a request does not show that it comes later', async () => {
  const parties = [...new Set((await rowsOf('users?limit=100')).map(({ partyId }) => partyId))].slice(0, 2);
  const { points } = await evidenceWith(emulator, async (recorder) => {
    for (const partyId of parties) await recorder.post(`${ME}/credentials/request`, { partyId, providers: ['REDDIT'] });
    for (const limit of [1, 20]) await recorder.get(`${ME}/users?limit=${limit}`);
  });
  expect(points['createCredentialsRequest:visibility']).toMatchObject({ verdict: 'as-guessed' });
});

test('entries count in the order of their time, whatever their order in the file', async () => {
  const { partyId } = (await rowsOf('users?limit=1'))[0]!;
  const recorder = new Recorder(emulator);
  await recorder.login();
  await recorder.post(`${ME}/credentials/request`, { partyId, providers: ['TWITTER', 'GITHUB'] });
  await recorder.get(`${ME}/users?search=${partyId}`);
  const sorted = await evidenceOf(emulator.apiUrl, harOf(recorder.entries));
  const unsorted = await evidenceOf(emulator.apiUrl, harOf(recorder.entries.toReversed()));
  const withoutPlaces = (points: object): unknown =>
    JSON.parse(JSON.stringify(points, (name, value: unknown) => (name === 'first' ? undefined : value)));
  expect(sorted.points).toHaveProperty(['createCredentialsRequest:visibility']);
  expect(withoutPlaces(unsorted.points)).toEqual(withoutPlaces(sorted.points));
});

/** What is refuted, contradicts the contract, or has no point. */
function accusations({ points, contradictions, surprises }: Evidence): readonly unknown[] {
  const refuted = Object.entries(points).filter(([, { verdict }]) => verdict !== 'as-guessed');
  return [...refuted, ...contradictions, ...surprises];
}

const REMOVED = [['partyId'], ['contractId'], ['token'], ['fullName', 'email', 'username'], ['proposalId', 'id']];

test.each(REMOVED)('what an exporter removes as %s is neither equal nor different', async (...names) => {
  const recorder = new Recorder(emulator);
  await recorder.login();
  const values: string[] = [];
  const record = async (response: ReturnType<Recorder['get']>): Promise<string> => {
    const texts = [...JSON.stringify((await response).body ?? {}).matchAll(/"(\w+)":"?([^",]+)/g)];
    values.push(...texts.filter(([, name]) => names.includes(name!)).map(([, , value]) => value!));
    return texts.find(([, name]) => name === 'token')?.[2] ?? '';
  };
  const [one, , , other] = await rowsOf('credentials?limit=10');
  const { partyId, fullName } = (await rowsOf('users?limit=5&reqStatus=APPROVED')).at(-1)!;
  const queries = [
    'users?limit=100&orderBy=fullName',
    'users?orderBy=email',
    'users?limit=4',
    'users?offset=4&limit=4',
  ];
  const more = [`users?search=${fullName}`, `users?search=${partyId}`, 'credentials?limit=20', 'human-scores?limit=20'];
  const ofParty = ['credentials?partyIds=', 'human-scores?partyIds=', 'credentials/', 'credentials/resolve?partyId='];
  for (const query of [
    ...queries,
    ...more,
    ...ofParty.map((list) => `${list}${partyId}`),
    `credentials/resolve?q=${fullName}`,
  ])
    await record(recorder.get(`${ME}/${query}`));
  for (const { contractId } of [one!, other!, one!]) {
    const token = await record(recorder.post('/verification/generate-link', { contractId }));
    await record(recorder.send(`${emulator.apiUrl}/verification/check/${token}`));
  }
  await record(
    recorder.post('/verification/generate-links-batch', {
      requests: [one!, other!].map(({ contractId }) => ({ contractId })),
    }),
  );
  await record(recorder.post(`${ME}/credentials/request`, { partyId, providers: ['REDDIT'] }));
  await record(recorder.get(`${ME}/users?limit=5`));
  let text = harOf(recorder.entries);
  for (const value of new Set(values.toSorted((a, b) => b.length - a.length)))
    if (value.length > 3)
      text = text.replaceAll(value, '[REDACTED]').replaceAll(encodeURIComponent(value), '[REDACTED]');
  const evidence = await evidenceOf(emulator.apiUrl, text);
  expect(evidence.read.leftOut.unreadable).toBe(0);
  expect(accusations(evidence)).toEqual([]);
});

test('a few credentials that come newest first by chance show no order', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/credentials?limit=5`);
      await recorder.get(`${ME}/credentials?limit=5`);
    },
    (entry, body) => {
      if (!entry.request.url.includes('/credentials?')) return;
      const items = (body['items'] as readonly Row[]).toSorted((a, b) => (a['issuedAt']! < b['issuedAt']! ? 1 : -1));
      answer(entry, 200, { ...body, items: items.map((item) => ({ ...item, partyId: items[0]!['partyId'] })) });
    },
  );
  expect(points).not.toHaveProperty(['getCredentials:order-in-party']);
});

test('headers that gateways add are no surprise', async () => {
  const { surprises } = await evidenceWith(
    emulator,
    () => Promise.resolve(),
    ({ response }) => {
      for (const name of ['Strict-Transport-Security', 'X-Content-Type-Options', 'X-Frame-Options'])
        response.headers.push({ name, value: 'something' });
    },
  );
  expect(surprises).toEqual([]);
});

test('a date without a time contradicts no time', async () => {
  const [{ contractId } = {}] = await rowsOf('credentials?limit=1');
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/credentials?limit=1`);
      const { body } = await recorder.post('/verification/generate-link', { contractId });
      await recorder.send(`${emulator.apiUrl}/verification/check/${(body as Row)['token']}`);
    },
    (entry, body) => {
      if (!entry.request.url.includes('/credentials?')) return;
      const items = (body['items'] as readonly Row[]).map((item) => ({
        ...item,
        expirationDate: item['expirationDate']!.slice(0, 10),
      }));
      answer(entry, 200, { ...body, items });
    },
  );
  expect(points).not.toHaveProperty(['VerificationStatus.expiredAt:meaning']);
});

test('a member that one object has is not named', async () => {
  const { surprises } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/human-scores?limit=1`);
    },
    (entry, body) => {
      if (!entry.request.url.includes('human-scores')) return;
      const [item] = body['items'] as readonly object[];
      answer(entry, 200, { ...body, items: [{ ...item, ottilie: 1 }] });
    },
  );
  expect(surprises.map(({ what }) => what)).toEqual([expect.stringMatching(/^a member of \w+ that the contract/)]);
});

test('what a list shows a day later says nothing about credentials that were there before', async () => {
  const { points } = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users?limit=100`);
      await recorder.get(`${ME}/credentials?limit=100`);
    },
    (entry, body) => {
      if (!entry.request.url.includes('/credentials?')) return;
      const items = (body['items'] as readonly Row[]).filter(({ kycStatus }) => kycStatus !== 'EXPIRED');
      answer(entry, 200, { items, pagination: { offset: 0, limit: 100, total: items.length } });
      const date = entry.response.headers.find(({ name }) => name === 'date')!;
      entry.response.headers.push({ name: 'Date', value: new Date(Date.parse(date.value) + 86_400_000).toUTCString() });
      entry.response.headers.splice(entry.response.headers.indexOf(date), 1);
    },
  );
  expect(points['getCredentials:dead-credentials']?.verdict).not.toBe('otherwise');
});

const NOT_YOURS = { error: 'forbidden', message: 'This institution is suspended.' };

test('a suspended institution shows nothing of unknown parties, and a gateway nothing of the service', async () => {
  const [{ partyId } = {}] = await rowsOf('users?limit=1');
  const evidence = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const list of ['users', 'human-scores', 'credentials', 'users'])
        await recorder.get(`${ME}/${list}${list === 'users' ? '' : `/${partyId}`}`);
      await recorder.get(`${ME}/users?limit=7`);
    },
    (entry) => {
      if (/scores|credentials/.test(entry.request.url)) answer(entry, 403, NOT_YOURS);
      if (entry.request.url.endsWith('=7')) answer(entry, 499);
    },
  );
  expect(accusations(evidence)).toEqual([]);
});

test('a suspension between two answers shows nothing of a party, neither of a known nor of another one', async () => {
  const [{ partyId } = {}, ...others] = await rowsOf('users?limit=10');
  const score = (party = ''): string => `${ME}/human-scores/${party}`;
  const other = others.findLast((row) => row['partyId'] !== partyId)!;
  const evidence = await evidenceWith(
    emulator,
    async (recorder) => {
      for (const path of [`${ME}/credentials`, score(partyId), `${ME}/credentials`, score(partyId)])
        await recorder.get(path);
      for (const path of [score(other['partyId']), `${ME}/credentials`]) await recorder.get(path);
    },
    (entry, _body, at) => {
      if (at === 3 || entry.request.url.endsWith(other['partyId']!)) answer(entry, 403, NOT_YOURS);
    },
  );
  expect(evidence.undecided).toEqual([
    'getHumanScoreByPartyId:unknown-party: 403, or the institution was suspended; a second refusal decides',
  ]);
  expect(accusations(evidence)).toEqual([]);
});

test('what one institution is not shown says nothing of what another one is shown', async () => {
  const rows = await rowsOf('users?limit=100&reqStatus=APPROVED');
  const parties = [...new Set(rows.map(({ partyId }) => partyId))].slice(0, 2);
  const own: Entry['request']['headers'][] = [];
  const evidence = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users?limit=100`);
      await recorder.login();
      for (const partyId of parties) await recorder.get(`${ME}/human-scores/${partyId}`);
      await recorder.get(`${ME}/users?limit=100`);
    },
    (entry) => {
      const { url, postData } = entry.request;
      if (postData !== undefined && own.length > 0)
        postData.text = postData.text.replace('demo-institution', 'another');
      if (url.includes('human-scores')) answer(entry, 404, { error: 'not_found', message: 'Not found.' });
      // The first institution asks again at the end, with its first token.
      if (url.includes('users')) own.push(entry.request.headers);
      if (url.includes('users')) entry.request.headers = own[0]!;
    },
  );
  expect(accusations(evidence)).toEqual([]);
});

test('a path that is unknown to GET says nothing of HEAD', async () => {
  const evidence = await evidenceWith(emulator, async (recorder) => {
    for (const method of ['GET', 'HEAD']) await recorder.send(`${emulator.apiUrl}/verification/check/x`, { method });
  });
  expect(accusations(evidence)).toEqual([]);
});

test('a token that is refused early may have been revoked', async () => {
  const evidence = await evidenceWith(
    emulator,
    async (recorder) => {
      await recorder.get(`${ME}/users?limit=7`);
    },
    (entry) => {
      if (!entry.request.url.endsWith('=7')) return;
      answer(entry, 401, { error: 'unauthorized', message: 'No.' });
      entry.response.headers.push({ name: 'WWW-Authenticate', value: 'Bearer error="invalid_token"' });
    },
  );
  expect(accusations(evidence)).toEqual([]);
});
