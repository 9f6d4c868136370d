/** Sandboxes over HTTP: open, show, reset, remove. */

import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';
import { startControlledEmulator } from './controlled-emulator.js';

const NOW = '2026-01-31T09:00:00.000Z';

const controlled = await untilEnd(startControlledEmulator({ population: 20 }));

testExchanges(new URL('sandboxes.yaml', import.meta.url), sandboxesOf(controlled.emulator));

test('all sandboxes are listed, the default one first, then by age', async () => {
  const own = await startControlledEmulator();
  const opened = [await own.open(), await own.open(), await own.open()].map(({ id }) => id);
  await own.control('post', `/sandboxes/${opened[0]!}/reset`);
  const { sandboxes } = (await own.control('get', '/sandboxes')).body as { sandboxes: { id: string }[] };
  expect(sandboxes.map(({ id }) => id)).toEqual(['default', ...opened]);
  await own.close();
});

test('the whole emulator can be reset', async () => {
  const own = await startControlledEmulator({ now: NOW });
  const { get } = await own.open();
  const standing = await own.sandbox('default');
  await standing.done('post', '/clock/advance', { by: 'P1D' });
  await standing.done('put', '/scenarios', { select: 'flaky;share=1' });
  expect((await own.control('post', '/reset')).status).toBe(204);
  expect((await own.control('get', '/sandboxes')).body).toMatchObject({
    sandboxes: [{ id: 'default', clock: { time: NOW }, exchanges: 0 }],
  });
  expect(((await own.control('get', '/sandboxes')).body as { sandboxes: object[] }).sandboxes).toHaveLength(1);
  expect((await standing.get('/institutions/me/users')).status).toBe(200);
  expect((await get('/institutions/me/users')).status).toBe(401);
  await own.close();
});

test('an unknown client opens no sandbox', async () => {
  const stranger = { clientId: 'stranger', clientSecret: 'x' };
  await expect(tokenOf({ ...controlled.emulator, ...stranger })).rejects.toThrow('invalid_client');
});
