/** The reference of the client library is what typedoc writes. It takes the compiler of TypeScript 6 nine seconds. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { output } from '../package/installed-package.js';
import { PROJECT } from '../project.js';

test('src/client/reference/README.md matches the sources, and typedoc has no warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-reference-'));
  const parameters = manifest.scripts['docs:client'].split(' typedoc ')[1]!.split(' ');
  const printed = await output(PROJECT, join(PROJECT, 'node_modules/.bin/typedoc'), [...parameters, '--out', folder]);
  expect(printed).not.toMatch(/warning/i);
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toBe(
    await readFile(join(PROJECT, 'src/client/reference/README.md'), 'utf8'),
  );
  await rm(folder, { recursive: true });
}, 120_000);
