import { expect } from 'vitest';
import { idEmulator, outcomeOf } from '../../cli/id-emulator.js';
import { RedisServer } from './redis-server.js';
import { test } from './redis-test.js';

test('start with a Redis shows people its addresses and credentials', async () => {
  await using redis = await RedisServer.start();
  await using command = idEmulator(['start', '--port', '0', '--store', redis.url, '--seed', '7']);
  const url = await command.printed(/http:\/\/127\.0\.0\.1:\d+/);
  await command.printed(/^ +id-emulator call .*$/m);
  const { stdout, code } = await command.end('SIGINT');
  expect(stdout).toContain(`id-emulator listens on ${url} (devnet, seed 7, 200 generated parties)`);
  expect(stdout).toMatch(/client ID +demo-institution\n/);
  expect(code).toBe(0);
});

test('exec refuses a Redis before it runs the command', async () => {
  const { code, stderr } = await outcomeOf(['exec', '--store', 'redis://127.0.0.1:1', '--', 'echo', 'never']);
  expect(code).toBe(2);
  expect(stderr).toContain(
    '--store: expected a folder or none, because exec reports on the sandboxes of its own process',
  );
});
