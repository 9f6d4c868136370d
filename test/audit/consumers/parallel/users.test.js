/** Tests that share one sandbox, run at the same time, and come in another order every time. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { tokenOf, usersWith } from './client.cjs';

let emulator;
let token;
before(async () => {
  emulator = await startEmulator();
  token = await tokenOf(emulator);
});
after(() => emulator.close());

// No more than audit tries of one kind: otherwise chance decides whether the mistaken one is among them.
const searches = ['a', 'b', 'c'];
searches.sort(() => Math.random() - 0.5);

describe('a client', { concurrency: true }, () => {
  for (const search of searches)
    test(`finds ${search}`, async () => {
      assert.ok(
        (await usersWith(token, `${emulator.apiUrl}/institutions/me/users?search=${search}`, search !== 'c')).length,
      );
    });
});
