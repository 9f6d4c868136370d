import { test } from 'id-emulator/vitest';
import { InstitutionClient } from '../src/institution-client.js';

test('the client renews its token once when two calls are refused at the same time', async ({ sandbox, expect }) => {
  const client = new InstitutionClient(sandbox);
  await client.users().next();
  sandbox.use('token-revoked');
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  const both = Promise.all([client.users().next(), client.users().next()]);
  const [first, second] = await hold.arrived();
  await second.release();
  await first.release();
  await both;
  expect(sandbox.requests({ operation: 'issueToken' })).toHaveLength(2);
});
