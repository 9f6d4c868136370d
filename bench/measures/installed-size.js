/** What a user installs who only starts the emulator: packed, and installed for production into an empty folder. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EMULATOR } from '../contestants/contestants.js';
import { bytesIn } from '../processes/bytes-in.js';
import { npm } from '../processes/npm.js';
import { INSTALLED_PACKAGES, INSTALLED_SIZE } from './figures.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Once: the next round would install the very same files. */
export async function measureInstalledSize({ processes, samples, round, folder }) {
  if (round > 0) return;
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n');
  const packed = (
    await npm(processes, ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], PROJECT)
  ).trim();
  await npm(
    processes,
    [
      'install',
      '--omit=dev',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--silent',
      join(folder, packed),
    ],
    consumer,
  );
  const { packages } = JSON.parse(readFileSync(join(consumer, 'package-lock.json'), 'utf8'));
  samples.add(INSTALLED_SIZE, EMULATOR, bytesIn(join(consumer, 'node_modules')) / 1e6);
  samples.add(
    INSTALLED_PACKAGES,
    EMULATOR,
    Object.keys(packages).filter((path) => path.startsWith('node_modules/')).length,
  );
}
