import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxOpener } from 'id-emulator/node-test';
import { Verification } from './verify-link.js';

const openSandbox = sandboxOpener({ population: 0 });

test('a link leads to a result', async (t) => {
  const sandbox = await openSandbox(t);
  const [ben] = sandbox.world.parties({ search: 'ben.brook' }).items;
  const verification = new Verification(sandbox);
  const { token } = await verification.start(ben.credentials[0].contractId);
  const { label } = await verification.result(token);
  assert.match(label, /^.+ \(.+\)$/);
});
