/** One emulator for all workers: it starts once, and each test has its own sandbox in it. Methods of the sandbox return promises. */

import { sharedEmulatorTest, sharedTest } from 'id-emulator/vitest';
import { InstitutionClient } from '../src/institution-client.js';

sharedTest('waits for Retry-After while the service throttles it', async ({ sandbox, expect }) => {
  await sandbox.use('rate-limit-burst', { burst: 2 });
  await new InstitutionClient(sandbox).users().next();
  expect(await sandbox.requests({ status: 429 })).toHaveLength(2);
  expect(await sandbox.behaviour()).toMatchObject({ passed: true });
});

const newYear = sharedEmulatorTest({ now: '2026-01-01T00:00:00Z' });

newYear('gets a new token when the old one has expired', async ({ sandbox, expect }) => {
  const client = new InstitutionClient(sandbox);
  await client.users().next();
  await sandbox.clock.advance('2h');
  await client.users().next();
  expect(await sandbox.requests({ operation: 'issueToken' })).toHaveLength(2);
  expect(await sandbox.clock.now()).toEqual(new Date('2026-01-01T02:00:00Z'));
});
