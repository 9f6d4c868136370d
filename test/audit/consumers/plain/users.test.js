/** An emulator of the tests' own, and sandboxes of which no fixture knows. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { impatientUsers, patientUsers } from './client.cjs';

let emulator;
before(async () => {
  emulator = await startEmulator();
});
after(() => emulator.close());

describe('a client', { concurrency: true }, () => {
  test('reads users once', async () => {
    assert.equal((await impatientUsers(emulator.sandbox({ name: 'once' }))).length, 10);
  });
  test('reads users until it has them', async () => {
    assert.equal((await patientUsers(emulator.sandbox({ name: 'until' }))).length, 10);
  });
});
