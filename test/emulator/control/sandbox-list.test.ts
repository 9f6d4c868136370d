/** The list of the sandboxes pages, and finds sandboxes by owner and labels. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator());
emulator.sandbox({ clientId: 'a', owner: 'team-a', labels: { branch: 'main', job: '1' } });
emulator.sandbox({ clientId: 'b', owner: 'team-a', labels: { branch: 'main', job: '2' } });
emulator.sandbox({ clientId: 'c', owner: 'team-b', labels: { branch: 'fix/rows=2' } });

/** The client IDs on a page, and where the next one begins. */
async function list(query: string): Promise<[clientIds: string[], next?: string]> {
  const response = await request(emulator.url).get(`/_emulator/sandboxes${query}`);
  const { sandboxes, next } = response.body as { sandboxes: { clientId: string }[]; next?: string };
  const clientIds = sandboxes.map(({ clientId }) => clientId);
  return next === undefined ? [clientIds] : [clientIds, next];
}

test('the list pages, the default sandbox first', async () => {
  expect(await list('')).toEqual([['demo-institution', 'a', 'b', 'c']]);
  const [first, next = ''] = await list('?limit=2');
  expect(first).toEqual(['demo-institution', 'a']);
  expect(await list(`?limit=2&after=${next}`)).toEqual([['b', 'c']]);
});

test('the list has the sandboxes of one owner', async () => {
  expect((await list('?owner=team-a'))[0]).toEqual(['a', 'b']);
  expect((await list('?owner=team-a&limit=1'))[1]).toBeDefined();
});

test('the list has the sandboxes with all given labels', async () => {
  expect((await list('?label=branch%3Dmain'))[0]).toEqual(['a', 'b']);
  expect((await list('?label=branch%3Dmain&label=job%3D2'))[0]).toEqual(['b']);
  expect((await list('?label=branch%3Dfix%2Frows%3D2'))[0]).toEqual(['c']);
  expect((await list('?label=branch%3Dmain&owner=team-b'))[0]).toEqual([]);
});

test('a sandbox that is opened over HTTP shows its owner and labels, and keeps them in its state', async () => {
  const options = { owner: 'team-c', labels: { branch: 'x' } };
  const opened = await request(emulator.url).post('/_emulator/sandboxes').send(options);
  expect(opened.body).toMatchObject(options);
  const { id } = opened.body as { id: string };
  const state = (await request(emulator.url).get(`/_emulator/sandboxes/${id}/state`)).body as object;
  expect(state).toMatchObject({ options });
  const loaded = await request(emulator.url).put(`/_emulator/sandboxes/${id}/state`).send(state);
  expect(loaded.status).toBe(200);
  expect(loaded.body).toMatchObject(options);
  await request(emulator.url).delete(`/_emulator/sandboxes/${id}`);
});

test.each([
  ['an owner without characters', { owner: '' }],
  ['a label whose value is a number', { labels: { job: 7 } }],
  ['a label with a blank in its name', { labels: { 'a b': 'c' } }],
])('%s is refused', async (_, options) => {
  const { status } = await request(emulator.url).post('/_emulator/sandboxes').send(options);
  expect(status).toBe(422);
});

test('a label without a value is refused in the query', async () => {
  expect((await request(emulator.url).get('/_emulator/sandboxes?label=branch')).status).toBe(422);
});
