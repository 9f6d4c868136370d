/** A sample of `bench/audit`: mistakes in clients that need nothing but Node.js, which `audit` has to find. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { budget } from '../budget.js';
import { environmentWithoutSettings } from '../cli/id-emulator.js';

const RUN = fileURLToPath(new URL('../../bench/audit/run.mjs', import.meta.url));
const CLIENTS = ['node-backend-fetch', 'node-http-exporter', 'node-workers'];
const SAMPLE = budget({ short: '1', long: '4' });
const SEED = process.env['BENCH_SEED'] ?? '6';

test('audit finds mistakes that were planted in correct clients', { timeout: 600_000 }, async () => {
  const parameters = ['--mutants', '--again', '--sample', SAMPLE, '--seed', SEED, ...CLIENTS];
  const child = spawn(process.execPath, [RUN, ...parameters], { env: environmentWithoutSettings() });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  expect(stdout, stderr).not.toBe('');
  expect(code, stdout).toBe(0);
});
