/** The built command is a bundle: what only a bundler can break shows here, and nowhere else. */

import { expect, test } from 'vitest';
import { outcomeOf, readyLine, spawnedEmulator } from './id-emulator.js';

interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

test('the built command serves every resource of the control plane', async () => {
  await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json']);
  const { url } = await readyLine(command);
  const { paths } = (await (await fetch(`${url}/_emulator/control.json`)).json()) as ControlDocument;
  const resources = Object.entries(paths)
    .filter(([path, operations]) => 'get' in operations && !/\/stream$|\{(?!sandboxId\})/.test(path))
    .map(([path]) => path.replace('{sandboxId}', 'default'));

  const statuses = await Promise.all(
    resources.map(async (path) => {
      const response = await fetch(`${url}/_emulator${path}`, { signal: AbortSignal.timeout(20_000) });
      await response.body?.cancel();
      return `${path} ${String(response.status)}`;
    }),
  );

  expect(resources).toContain('/sandboxes');
  expect(statuses.filter((line) => !line.endsWith(' 200'))).toEqual([]);
});

test.each([['--help'], ['audit --help']])('the built command prints with %s what its sources do', async (line) => {
  await using command = spawnedEmulator(line.split(' '));
  expect(await command.ended).toEqual({ ...(await outcomeOf(line.split(' '))), signal: null });
});
