/** Odd arguments, odd responses, signals, headers: the small things. */

import { afterEach, expect, test, vi } from 'vitest';
import { output } from '../package/installed-package.js';
import { PROJECT } from '../project.js';
import { startBroken } from './broken-service.js';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a program ends at once after a call with signal: null', async () => {
  await using service = await startBroken();
  const script = `
    import { idSdk } from 'id-emulator/client';
    const connection = await idSdk.connect(${JSON.stringify(service.config)});
    await connection.getUsers({}, { signal: null });
    await connection.getUsers({}, { signal: 1 }).catch((error) => console.log(error.name));
  `;
  // The timeout of a call is 60 seconds.
  const printed = await output(PROJECT, process.execPath, ['--input-type=module', '--eval', script]);
  expect(printed).toBe('InvalidArgumentError\n');
});
