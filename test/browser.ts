/** A real browser for tests of pages: Chromium from npm on Linux with an x64 processor, the Chrome that is installed elsewhere. */

import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

const require = createRequire(import.meta.url);

/** Starts the browser. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch(await browserOptions());
}

/** What starts the browser: for `chromium.launch()`, or `use: { launchOptions }` of Playwright Test. */
export async function browserOptions(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  return { executablePath: await unpackedChromium(), args: ['--disable-gpu'] };
}

/**
 * The path of the browser that the package `@sparticuz/chromium` holds compressed. The package's own function unpacks to a place
 * for all programs of the machine, where another test may find the file half written.
 */
async function unpackedChromium(): Promise<string> {
  const packed = resolve(require.resolve('@sparticuz/chromium'), '../../..');
  const { version } = require(join(packed, 'package.json')) as { version: string };
  const folder = fileURLToPath(new URL(`../node_modules/.cache/chromium/${version}`, import.meta.url));
  const path = join(folder, 'chromium');
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await pipeline(
    createReadStream(join(packed, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(unfinished, { mode: 0o755 }),
  );
  // Not renamed: what another test has unpacked meanwhile may be running.
  await link(unfinished, path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(unfinished);
  return path;
}
