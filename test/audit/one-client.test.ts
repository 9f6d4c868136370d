import { expect, test } from 'vitest';
import { audit, idsOf } from './job.js';

const LOGS_IN_TWICE = `
  for (const path of ['/institutions/me/users?limit=1', '/institutions/me/users?limit=2'])
    await (await send(await login(), path)).json();`;

test.each([
  ['a command that may have several clients proves no second login', [], []],
  ['the order of the requests proves a second login of one client', ['--one-client'], ['without-fault:reuse-token']],
])('%s', async (_, flags, findings) => {
  const report = await audit(LOGS_IN_TWICE, 'getUsers:slow', undefined, [...flags, '--budget', '2']);
  expect(idsOf(report)).toEqual(findings);
});
