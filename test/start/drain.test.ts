/** An emulator that drains serves requests for a while, and tells load balancers to send them elsewhere. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';

const LONG = '3600';

async function readiness(url: string): Promise<number> {
  const response = await fetch(`${url}/_emulator/health/ready`);
  await response.arrayBuffer();
  return response.status;
}

test('in a program, close() drains as long as it is told to, or until its signal', async () => {
  const emulator = await startEmulator();
  const signal = new AbortController();
  const closed = emulator.close({ drain: Number(LONG), signal: signal.signal });
  expect(await readiness(emulator.url)).toBe(503);
  expect(await tokenOf(emulator)).toMatch(/\./);
  signal.abort();
  await closed;
  await expect(readiness(emulator.url)).rejects.toThrow('fetch failed');
});
