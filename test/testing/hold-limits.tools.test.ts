/** Holds under Jest: they end before the time limit of the test, and fake timers change nothing. */

import { expect, test } from 'vitest';
import { exampleProject } from '../examples/example-project.js';

const TESTS = `
test('ends before the time limit of all tests', async () => {
  const sandbox = openSandbox();
  await sandbox.hold('getUsers');
  expect(sandbox.holds.list()[0].endsAfter).toBeLessThanOrEqual(29_000);
});

test('ends before a time limit of its own', async () => {
  const sandbox = openSandbox();
  await sandbox.hold('getUsers');
  expect(sandbox.holds.list()[0].endsAfter).toBeGreaterThan(30_000);
}, 60_000);

test('holds and releases with fake timers', async () => {
  jest.useFakeTimers();
  const sandbox = openSandbox();
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  const ended = [];
  const headers = { Authorization: 'Bearer ' + sandbox.accessToken().accessToken };
  const call = async (limit) => {
    await fetch(sandbox.apiUrl + '/institutions/me/users?limit=' + limit, { headers });
    ended.push('limit=' + limit);
  };
  const both = Promise.all([call(1), call(2)]);
  const [first, second] = await hold.arrived();
  await second.release();
  await first.release();
  await both;
  jest.useRealTimers();
  expect(ended).toEqual(sandbox.requests().map(({ query }) => query).reverse());
});
`;

test("a hold ends one second before the time limit of Jest's test, and fake timers change nothing", async () => {
  await using example = await exampleProject('jest');
  await example.write('test/holds.test.js', TESTS);
  const { stderr } = await example.run('jest', '--no-cache', '--testTimeout=30000', 'test/holds.test.js');
  expect(stderr).toMatch(/Tests: +3 passed, 3 total/);
}, 120_000);
