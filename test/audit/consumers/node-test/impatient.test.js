import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { impatientUsers } from './client.cjs';

test('reads users once', async (t) => {
  assert.equal((await impatientUsers(await openSandbox(t))).length, 10);
});
