/** The program itself, as far as it needs no registry. */

import { expect, test } from 'vitest';
import { SpawnedProcess } from '../cli/spawned-process.js';

async function testPeers(parameters: readonly string[], env: NodeJS.ProcessEnv = {}) {
  await using spawned = new SpawnedProcess(process.execPath, ['test/peers/main.js', ...parameters], {
    cwd: process.cwd(),
    env: { ...process.env, ...env },
  });
  return await spawned.ended;
}

test('without a registry it says that nothing was run', async () => {
  const { code, stdout, stderr } = await testPeers([], { npm_config_registry: 'http://127.0.0.1:9' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^test:peers: not run, because npm reaches no registry: .*ECONNREFUSED/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test.each([
  [['newest'], 'unknown: newest'],
  [['--write'], '--write records a whole run'],
  [['latest', '--node', '18'], '--node 18: use 20, 24, 26'],
  [['--tarball', 'missing.tgz'], '--tarball missing.tgz: there is no such file'],
  [['--newest'], "Unknown option '--newest'"],
])('the arguments %j are refused', async (parameters, message) => {
  const { code, stderr } = await testPeers(parameters);
  expect(code).toBe(2);
  expect(stderr).toContain(`test:peers: ${message}`);
});
