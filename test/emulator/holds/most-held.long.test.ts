/** An emulator holds a bounded number of calls. */

import { expect, test, vi } from 'vitest';
import { startInstitution } from '../../institution.js';

test('the call after a thousand held ones passes with a diagnostic', async () => {
  const institution = await startInstitution({ population: 5 });
  const { emulator, token } = institution;
  const { defaultSandbox: sandbox, apiUrl } = emulator;
  const get = (): Promise<Response> =>
    fetch(`${apiUrl}/institutions/me/users?limit=1`, { headers: { Authorization: `Bearer ${token}` } });
  await sandbox.hold('getUsers', { calls: 1_000, limit: 60_000 });
  const held = Array.from({ length: 1_000 }, get);
  await vi.waitFor(
    () => {
      expect(sandbox.holds.list()[0]!.held).toHaveLength(1_000);
    },
    { timeout: 60_000 },
  );
  await sandbox.hold('getUsers');
  const passed = await get();
  expect(passed.headers.get('Emulator-Diagnostic')).toContain('this call was not held: 1000 calls are held already');
  sandbox.reset();
  await Promise.all(held);
  await institution.close();
});
