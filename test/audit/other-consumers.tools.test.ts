/** `audit` with consumers of other styles than those of `examples/audit`: the right ones have no finding, each mistake is found. */

import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budget } from '../budget.js';
import type { Outcome } from '../cli/spawned-process.js';
import { type ExampleProject, exampleProject } from '../examples/example-project.js';

const CONSUMERS = fileURLToPath(new URL('consumers', import.meta.url));

/** Consumers without a mistake, and the file that says what is right for one that never retries. */
const RIGHT: readonly (readonly [name: string, ...flags: readonly string[]])[] = [
  ['gives-up', '--expect', 'consumers/right/gives-up.yaml'],
  ['own-loop'],
  ['interceptors'],
  ['parallel'],
  // Its calls may take 20 seconds, and a run without an end is ended after 10 otherwise.
  ['library', '--patience', '30'],
  ['queue'],
  ['pages'],
  ['workers'],
];

/** Consumers with a mistake: what shows it, and the cause that a finding names. */
const WRONG: readonly (readonly [name: string, only: string, finds: RegExp])[] = [
  ['rejections-ignored', 'getHumanScoreByPartyId:server-error', /Test gaps: [^]*getHumanScoreByPartyId \(.*500/],
  ['date-as-seconds', 'getUsers:throttled-date', /getUsers, 429 whose Retry-After is a date, once: misbehaved/],
  ['token-for-ever', 'getHumanScores:expired-token', /getHumanScores, 401: .* expired: gave up/],
  ['renewals-without-end', 'getUsers:refused-tokens', /getUsers, 401 again and again.*: misbehaved/],
  ['everything-retried', 'getUsers:expired-token', /getUsers, 401: .* expired: misbehaved/],
  ['broken-json-ignored', 'resolveCredentials:cut', /Test gaps: [^]*resolveCredentials \(.*cut/],
  ['pause-of-one-worker', 'getUsers:throttled', /getUsers, (?:429|503) .*: misbehaved/],
  ['ends-without-news', 'getUsers:moved-pages', /getUsers, a page of other items .*: wrong result/],
  ['batch-repeated-whole', 'batch-items', /generateVerificationLinksBatch, some items .*: wrong result/],
];

let project: ExampleProject;
beforeAll(async () => {
  project = await exampleProject('audit');
  const files = await readdir(CONSUMERS, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    await project.write(join('consumers', relative(CONSUMERS, path)), await readFile(path, 'utf8'));
  }
});
afterAll(() => project[Symbol.asyncDispose]());

async function audit(file: string, ...flags: readonly string[]): Promise<Outcome> {
  const main = 'node_modules/id-emulator/dist/cli/main.js';
  return await project.run('node', main, 'audit', ...flags, '--', 'node', '--test', `consumers/${file}.test.mjs`);
}

test.concurrent.each(budget({ short: RIGHT.slice(0, 1), long: RIGHT }))(
  'a consumer without a mistake has no finding: %s',
  { timeout: 600_000 },
  async (name, ...flags) => {
    const quick = budget({ short: ['--budget', '4'], long: [] });
    const { code, stdout, stderr } = await audit(`right/${name}`, ...flags, ...quick);
    // The reason why a command could not be audited, if it was not.
    expect(stdout, stderr).toContain('No findings');
    expect(code).toBe(0);
  },
);

test.concurrent.each(budget({ short: WRONG.slice(0, 1), long: WRONG }))(
  'a mistake is found with its cause: %s',
  { timeout: 600_000 },
  async (name, only, finds) => {
    const { code, stdout, stderr } = await audit(
      `wrong/${name}`,
      '--strict-tests',
      ...budget({ short: ['--only', only], long: [] }),
    );
    expect(stdout, stderr).toMatch(new RegExp(String.raw`^(?:\d+\. )?${finds.source}`, 'm'));
    expect(code).toBe(1);
  },
);
