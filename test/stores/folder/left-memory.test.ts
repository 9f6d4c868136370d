/** Sandboxes of a folder leave memory when nobody has used them for five minutes. Time is the test's. */

import { join } from 'node:path';
import request from 'supertest';
import { afterEach, expect, test, vi } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { Database } from '../../../src/stores/folder/database.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { tokenOf } from '../../institution.js';

const FIVE_MINUTES = 300_000;
/** How often the emulator looks for them. */
const INTERVAL = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a sandbox that is not used for five minutes leaves memory, and comes back with the next request as it was', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await using folder = await temporaryFolder();
  await using emulator = await startEmulator({ store: join(folder.path, 'data') }, { onWarning: () => undefined });
  const sandbox = emulator.sandbox();
  const token = await tokenOf(sandbox);
  const users = async (): Promise<number> => {
    const answer = await request(sandbox.apiUrl).get('/institutions/me/users').auth(token, { type: 'bearer' });
    expect(answer.status).toBe(200);
    return Number(answer.headers['emulator-exchange']);
  };
  sandbox.use('bad-gateway', { after: 1, times: 1 });
  expect(await users()).toBe(2);
  const state = await request(emulator.url).get(`/_emulator/sandboxes/${sandbox.id}/state`);
  const read = vi.spyOn(Database.prototype, 'get');

  vi.advanceTimersByTime(FIVE_MINUTES - INTERVAL);
  await request(emulator.url).get(`/_emulator/sandboxes/${sandbox.id}/state`);
  expect(read).not.toHaveBeenCalled();

  vi.advanceTimersByTime(FIVE_MINUTES + INTERVAL);
  const again = await request(emulator.url).get(`/_emulator/sandboxes/${sandbox.id}/state`);
  expect(read).toHaveBeenCalled();
  const { clock: _before, ...before } = state.body as { clock: object };
  const { clock: _after, ...after } = again.body as { clock: object };
  expect(after).toEqual(before);
  const refused = await request(sandbox.apiUrl).get('/institutions/me/users').auth(token, { type: 'bearer' });
  expect(refused.status).toBe(502);
  expect(await users()).toBe(4);
});
