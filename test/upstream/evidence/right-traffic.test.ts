/** What the contract leaves open refutes nothing: neither what a page does not show, nor what an exporter removed. */

import { expect, test } from 'vitest';
import { accusations } from './random-lives.js';
import { answer, type Entry, evidenceOf, evidenceWith, harOf, Recorder } from './recorded-traffic.js';
import { testTraffic } from './written-traffic.js';

const ME = '/institutions/me';

const shared = testTraffic(new URL('right-traffic.yaml', import.meta.url));

type Row = Readonly<Record<string, string>>;

/** Rows of a list. */
async function rowsOf(list: string): Promise<readonly Row[]> {
  const recorder = new Recorder(shared());
  await recorder.login();
  const { body } = await recorder.get(`${ME}/${list}`);
  return (body as { readonly items: readonly Row[] }).items;
}

test('entries count in the order of their time, whatever their order in the file', async () => {
  const { partyId } = (await rowsOf('users?limit=1'))[0]!;
  const recorder = new Recorder(shared());
  await recorder.login();
  await recorder.post(`${ME}/credentials/request`, { partyId, providers: ['TWITTER', 'GITHUB'] });
  await recorder.get(`${ME}/users?search=${partyId}`);
  const sorted = await evidenceOf(shared().apiUrl, harOf(recorder.entries));
  const unsorted = await evidenceOf(shared().apiUrl, harOf(recorder.entries.toReversed()));
  const withoutPlaces = (points: object): unknown =>
    JSON.parse(JSON.stringify(points, (name, value: unknown) => (name === 'first' ? undefined : value)));
  expect(sorted.points).toHaveProperty(['createCredentialsRequest:visibility']);
  expect(withoutPlaces(unsorted.points)).toEqual(withoutPlaces(sorted.points));
});

const REMOVED = [['partyId'], ['contractId'], ['token'], ['fullName', 'email', 'username'], ['proposalId', 'id']];

test.each(REMOVED)('what an exporter removes as %s is neither equal nor different', async (...names) => {
  const recorder = new Recorder(shared());
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
    await record(recorder.send(`${shared().apiUrl}/verification/check/${token}`));
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
  const evidence = await evidenceOf(shared().apiUrl, text);
  expect(evidence.read.leftOut.unreadable).toBe(0);
  expect(accusations(evidence)).toEqual([]);
});

test('what one institution is not shown says nothing of what another one is shown', async () => {
  const rows = await rowsOf('users?limit=100&reqStatus=APPROVED');
  const parties = [...new Set(rows.map(({ partyId }) => partyId))].slice(0, 2);
  const own: Entry['request']['headers'][] = [];
  const evidence = await evidenceWith(
    shared(),
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
