import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { patientUsers } from './client.cjs';

test('reads users until it has them', async (t) => {
  assert.equal((await patientUsers(await openSandbox(t))).length, 10);
});
