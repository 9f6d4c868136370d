/** An emulator that cannot listen ends with exit code 1 and one line with the reason. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { takenPort } from './ports.js';

test('a taken port is reported in one line, with the remedy and exit code 1', async () => {
  await using taken = await takenPort();
  const { code, stdout, stderr } = await outcomeOf(['start', '--port', String(taken.port)]);
  expect(stderr).toMatch(new RegExp(`^id-emulator: [^\n]*${taken.port}[^\n]*--port[^\n]*\n$`));
  expect(stdout).toBe('');
  expect(code).toBe(1);
});

test('an address that this machine does not have is reported in one line, with the remedy and exit code 1', async () => {
  // 192.0.2.0/24 is for documentation (RFC 5737): no machine has such an address.
  const { code, stdout, stderr } = await outcomeOf(['start', '--port', '0', '--host', '192.0.2.1']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*192\.0\.2\.1[^\n]*--host[^\n]*\n$/);
  expect(stdout).toBe('');
  expect(code).toBe(1);
});

test('a host name that does not exist is reported by its name', async () => {
  // No name under .invalid exists (RFC 6761).
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--host', 'nowhere.invalid']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*nowhere\.invalid[^\n]*--host[^\n]*\n$/);
  expect(code).toBe(1);
});
