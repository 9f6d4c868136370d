/** What the contract leaves open refutes nothing: neither what a page does not show, nor what an exporter removed. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { evidenceOf, evidenceWith, harOf, Recorder } from './recorded-traffic.js';

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
