/** The client against a service that fails. Every test has its own sandbox, so the tests run in parallel. */

import type { SandboxControl } from 'id-emulator';
import { test } from 'id-emulator/vitest';
import { describe } from 'vitest';
import { InstitutionClient, type User } from '../src/institution-client.js';

describe.concurrent('the client', () => {
  test('waits for Retry-After while the service throttles it', async ({ sandbox, expect }) => {
    sandbox.use('rate-limit-burst', { burst: 2 });
    const users = await all(new InstitutionClient(sandbox).users());
    expect(users.length).toBeGreaterThan(200);
    expect(sandbox.requests({ status: 429 })).toHaveLength(2);
    expect(sandbox.behaviour().passed).toBe(true);
  });

  test('gets a new token when the old one expires between two pages', async ({ sandbox, expect }) => {
    const users = new InstitutionClient(sandbox).users(10);
    await users.next();
    sandbox.clock.advance('2h');
    expect(await all(users)).not.toHaveLength(0);
    expect(sandbox.requests({ status: 401 })).toHaveLength(1);
    expect(sandbox.requests({ operation: 'issueToken' })).toHaveLength(2);
  });

  test('keeps the created links of a batch when one item fails', async ({ sandbox, expect }) => {
    sandbox.use('batch-partial-failure', { indexes: [1] });
    const links = await new InstitutionClient(sandbox).links(contractIdsOfAlice(sandbox).slice(0, 3));
    expect(links.map(({ error }) => error === undefined)).toEqual([true, false, true]);
  });

  test('treats an unknown link as an expired one', async ({ sandbox, expect }) => {
    const client = new InstitutionClient(sandbox);
    const [link] = await client.links(contractIdsOfAlice(sandbox).slice(0, 1));
    sandbox.use('check-token-unknown');
    expect(await client.check(link!.result!.token)).toBeUndefined();
  });

  test('renews its token once when two calls are refused at the same time', async ({ sandbox, expect }) => {
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

  test('is not affected by the scenarios of other tests', async ({ sandbox, expect }) => {
    await all(new InstitutionClient(sandbox).users());
    expect(sandbox.requests().map(({ status }) => status)).not.toContain(429);
  });
});

async function all(users: AsyncIterable<User>): Promise<User[]> {
  const list: User[] = [];
  for await (const user of users) list.push(user);
  return list;
}

/** Alice Archer is a party of the default fixture, with a credential of each provider. */
function contractIdsOfAlice(sandbox: SandboxControl): string[] {
  const [alice] = sandbox.world.parties({ search: 'alice.archer' }).items;
  return alice!.credentials.map(({ contractId }) => contractId);
}
