/** The stream of the journal: server-sent events. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';
import { type Follower, followersOf } from './journal-follower.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));
const follow = followersOf(controlled);

test('a follower receives each new exchange and none before', async () => {
  const sandbox = await controlled.open();
  const follower = await follow(sandbox);
  expect(follower.response.headers['content-type']).toMatch(/^text\/event-stream/);
  await sandbox.get('/institutions/me/users');
  await sandbox.get('/institutions/me/credentials').set('Emulator-Scenario', 'server-error');
  await expect.poll(follower.events).toMatchObject([
    { id: '2', event: 'exchange', data: { id: 2, operation: 'getUsers', status: 200 } },
    { id: '3', event: 'exchange', data: { id: 3, operation: 'getCredentials', status: 500 } },
  ]);
  follower.leave();
});

test('a follower receives exchanges without tokens', async () => {
  const sandbox = await controlled.open();
  const follower = await follow(sandbox, '?from=1');
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual([1, 2]);
  expect(JSON.stringify(follower.events())).not.toContain(sandbox.token);
  follower.leave();
});

test.each([
  [1, [1, 2, 3, 4]],
  [3, [3, 4]],
  [9, [4]],
])('a follower from exchange %i receives %j', async (from, numbers) => {
  const sandbox = await controlled.open();
  for (let call = 0; call < 2; call++) await sandbox.get('/institutions/me/users');
  const follower = await follow(sandbox, `?from=${from}`);
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual(numbers);
  follower.leave();
});

/** A follower that had a stream before, up to an event with this ID. */
const followAgain = (sandbox: TestSandbox, id: string, query = ''): Promise<Follower> =>
  follow(sandbox, query, controlled, { 'Last-Event-ID': id });

test.each(['', '?from=1'])(
  'a follower%s that comes again with Last-Event-ID receives what came since',
  async (query) => {
    const sandbox = await controlled.open();
    for (let call = 0; call < 2; call++) await sandbox.get('/institutions/me/users');
    const follower = await followAgain(sandbox, '2', query);
    await sandbox.get('/institutions/me/users');
    await expect.poll(follower.numbers).toEqual([3, 4]);
    expect(follower.text()).not.toContain('event: gap');
    follower.leave();
  },
);

test('a follower that lost the stream before the first exchange comes again with the ID of the first event', async () => {
  const sandbox = await controlled.open();
  const before = await follow(sandbox);
  await expect.poll(before.text).toContain('event: journal');
  before.leave();
  await sandbox.get('/institutions/me/users');
  const follower = await followAgain(sandbox, /^id: (.*)$/m.exec(before.text())![1]!);
  await expect.poll(follower.numbers).toEqual([2]);
  follower.leave();
});

test('a follower that comes again after a message that HTTP refused receives what came since', async () => {
  const own = await untilEnd(startControlledEmulator());
  const { port, hostname } = new URL(own.emulator.url);
  for (let message = 0; message < 2; message++)
    await once(connect(Number(port), hostname).end('hello\r\n').resume(), 'close');
  const follower = await follow({ id: 'default' }, '', own, { 'Last-Event-ID': '0.001' });
  await expect.poll(follower.numbers).toEqual([0.002]);
  expect(follower.text()).not.toMatch(/event: (?:gap|clear)/);
});

test('a follower that comes again learns first how many of the exchanges since then the journal no longer has', async () => {
  const sandbox = await controlled.open();
  for (let call = 0; call < 3; call++) await sandbox.get('/institutions/me/users');
  await sandbox.done('delete', '/journal');
  for (let call = 0; call < 2; call++) await sandbox.get('/institutions/me/users');
  const follower = await followAgain(sandbox, '2');
  await expect.poll(follower.numbers).toEqual([5, 6]);
  expect(follower.missed()).toEqual([3, 4]);
  expect(follower.text().indexOf('event: gap')).toBeLessThan(follower.text().indexOf('event: exchange'));
  follower.leave();
});

test('a follower that comes again after a reset starts over', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('post', '/reset');
  await sandbox.get('/institutions/me/users');
  const follower = await followAgain(sandbox, '9');
  await expect.poll(follower.numbers).toEqual([1]);
  expect(follower.text().indexOf('event: clear')).toBeLessThan(follower.text().indexOf('event: exchange'));
  follower.leave();
});

test('a follower that comes again learns the end of an exchange that it had without', async () => {
  const sandbox = await controlled.open();
  const slow = sandbox.get('/institutions/me/users').set('Emulator-Scenario', 'slow-body;delay="300ms"').then();
  const before = await follow(sandbox, '?from=2');
  await expect.poll(before.numbers).toEqual([2]);
  before.leave();
  await slow;
  const follower = await followAgain(sandbox, '2');
  await expect.poll(follower.text).toMatch(/event: end\ndata: \{"id":2,"duration"/);
  expect(follower.numbers()).toEqual([]);
  follower.leave();
});

test.each(['-1', 'x', '1.', ''])('a Last-Event-ID of another server, %j, is none', async (id) => {
  const sandbox = await controlled.open();
  const follower = await followAgain(sandbox, id, '?from=1');
  await expect.poll(follower.numbers).toEqual([1]);
  follower.leave();
});

test('several followers receive the same, also after one of them leaves', async () => {
  const sandbox = await controlled.open();
  const followers = await Promise.all([follow(sandbox), follow(sandbox), follow(sandbox)]);
  await sandbox.get('/institutions/me/users');
  for (const { numbers } of followers) await expect.poll(numbers).toEqual([2]);
  followers[0].leave();
  await sandbox.get('/institutions/me/users');
  for (const { numbers } of followers.slice(1)) await expect.poll(numbers).toEqual([2, 3]);
  for (const { leave } of followers) leave();
});

test('a follower receives only exchanges of its sandbox', async () => {
  const [one, other] = [await controlled.open(), await controlled.open()];
  const follower = await follow(one);
  await other.get('/institutions/me/users');
  await one.get('/institutions/me/credentials');
  await expect.poll(follower.events).toMatchObject([{ data: { operation: 'getCredentials' } }]);
  follower.leave();
});

test('a stream continues after the journal is cleared or the sandbox is reset', async () => {
  const sandbox = await controlled.open();
  const follower = await follow(sandbox);
  await sandbox.get('/institutions/me/users');
  await sandbox.done('delete', '/journal');
  await sandbox.get('/institutions/me/users');
  await sandbox.done('post', '/reset');
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual([2, 3, 1]);
  follower.leave();
});

test('a stream continues after a state is imported', async () => {
  const sandbox = await controlled.open();
  const state = await sandbox.done('get', '/state');
  const follower = await follow(sandbox);
  await sandbox.done('put', '/state', state);
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual([2]);
  follower.leave();
});

test('the stream ends when the sandbox is removed', async () => {
  const sandbox = await controlled.open();
  const follower = await follow(sandbox);
  await sandbox.done('delete', '');
  expect(await follower.ended).toBe('end');
});

test('a closing emulator ends the streams without waiting for followers', async () => {
  const own = await startControlledEmulator({ population: 0 });
  const followers = await Promise.all([follow({ id: 'default' }, '', own), follow({ id: 'default' }, '', own)]);
  await own.close();
  expect(await Promise.all(followers.map(({ ended }) => ended))).toEqual(['end', 'end']);
});

test('an emulator without a journal still has streams', async () => {
  const own = await startControlledEmulator({ population: 0, journalSize: 0 });
  const sandbox = await own.sandbox('default');
  const follower = await follow(sandbox, '?from=1', own);
  await sandbox.get('/institutions/me/users');
  await expect.poll(follower.numbers).toEqual([2]);
  await own.close();
});

test('HEAD of a stream has no body', async () => {
  const { control } = await controlled.open();
  const response = await control('head', '/journal/stream');
  expect([response.status, response.type, response.text]).toEqual([200, 'text/event-stream', undefined]);
});
