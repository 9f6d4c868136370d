/** Invalid requests to the control plane get problem details, and change nothing. */

import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';
import { startControlledEmulator } from './controlled-emulator.js';

const { emulator } = await untilEnd(startControlledEmulator({ population: 0 }));

testExchanges(new URL('bad-input.yaml', import.meta.url), sandboxesOf(emulator));

test('JSON that is not UTF-8 returns 400, and the problem says so', async () => {
  const response = await fetch(`${emulator.url}/_emulator/sandboxes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{"name":"größe"}', 'latin1'),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ detail: 'The request body is not valid UTF-8.' });
});
