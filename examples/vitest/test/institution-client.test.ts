/** The client against a service that fails. Every test has its own sandbox, so the tests run in parallel. */

import type { SandboxControl } from 'id-emulator';
import { test } from 'id-emulator/vitest';
import { describe } from 'vitest';
import { InstitutionClient, type User } from '../src/institution-client.js';

describe.concurrent('the client', () => {
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
