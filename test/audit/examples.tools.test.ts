/** examples/audit: audit finds each mistake with its cause, and has no finding on the correct clients. */

import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budget } from '../budget.js';
import { EXAMPLES as PROJECTS, type ExampleProject, exampleProject } from '../examples/example-project.js';

interface Example {
  readonly client: string;
  /** What a short run tries. */
  readonly only: string;
  /** The beginning of a line of the report. */
  readonly finds?: RegExp;
  /** In an audit of everything, if another operation or fault shows the same habit first. Default: `finds`. */
  readonly findsInAll?: RegExp;
}

const EXAMPLES: readonly Example[] = [
  {
    client: 'no-content-as-json',
    only: 'createCredentialsRequest:expired-token',
    finds: /createCredentialsRequest, 401.*: crashed/,
  },
  { client: 'correct', only: 'checkVerificationStatus:unknown-value' },
  {
    client: 'batch-items-lost',
    only: 'batch-items',
    finds: /Test gaps: [^]*generateVerificationLinksBatch \(batch\)/,
  },
  {
    client: 'unknown-status-as-crash',
    only: 'checkVerificationStatus:unknown-value',
    finds: /checkVerificationStatus, enumerations .*: crashed/,
  },
];

const MORE: readonly Example[] = [
  {
    client: 'post-repeated-blindly',
    only: 'createCredentialsRequest:reset',
    finds: /createCredentialsRequest, the connection is reset.*: misbehaved/,
    findsInAll: /createCredentialsRequest, 500.*: misbehaved[^]*?shown by: createCredentialsRequest \(.*\breset\b/,
  },
  { client: 'correct-report', only: '' },
  {
    client: 'no-retry-on-429',
    only: 'throttled',
    finds: /resolveCredentials, 429 with.*: gave up/,
    findsInAll: /issueToken, 429 with.*: gave up[^]*?shown by: .*resolveCredentials \(429\)/,
  },
  {
    client: 'retry-after-ignored',
    only: 'throttled',
    finds: /getHumanScores, 429 with.*: misbehaved/,
    findsInAll: /issueToken, 429 with.*: misbehaved[^]*?shown by: .*getHumanScores \(429/,
  },
  {
    client: 'retry-after-date-unread',
    only: 'throttled-date',
    finds: /getUsers, 429 whose Retry-After is a date.*: misbehaved/,
  },
  {
    client: 'endless-retries',
    only: 'lasting-error',
    finds: /getUsers, 500, twelve times.*: misbehaved/,
    findsInAll: /issueToken, 500, twelve times.*: misbehaved[^]*?shown by: .*getUsers \(500 lasting\)/,
  },
  { client: 'token-for-each-call', only: 'slow', finds: /without any fault: A client uses its access token/ },
  { client: 'token-endpoint-not-retried', only: 'issueToken', finds: /issueToken, 503.*: gave up/ },
  { client: 'no-renewal', only: 'expired-token', finds: /getUsers, 401.*expired: gave up/ },
  { client: 'many-renewals', only: 'revoked-token', finds: /getHumanScoreByPartyId, 401.*revoked.*: misbehaved/ },
  { client: 'paging-by-first-total', only: 'moved-pages', finds: /getUsers, a page of other items .*: wrong result/ },
  { client: 'page-skipped', only: 'server-error', finds: /Test gaps: [^]*getUsers \(.*500/ },
  { client: 'cut-body-as-short-list', only: 'cut', finds: /Test gaps: [^]*getCredentials \(.*cut/ },
  { client: 'unknown-link-as-crash', only: 'unknown-link', finds: /checkVerificationStatus, 404.*: crashed/ },
  { client: 'errors-as-empty-list', only: 'server-error', finds: /Test gaps: [^]*resolveCredentials \(.*500/ },
  {
    client: 'no-timeout',
    only: 'silent',
    finds: /getHumanScoreByPartyId, .*no response comes: hung/,
    findsInAll: /issueToken, .*no response comes: hung[^]*?shown by: .*getHumanScoreByPartyId \(silent\)/,
  },
];

const ALL = budget({ short: EXAMPLES, long: [...EXAMPLES, ...MORE] });
const isWhole = budget({ short: false, long: true });

let project: ExampleProject;
beforeAll(async () => {
  project = await exampleProject('audit');
});
afterAll(() => project[Symbol.asyncDispose]());

test.concurrent.each(ALL)(
  'audit judges $client rightly',
  { timeout: 600_000 },
  async ({ client, only, finds, findsInAll = finds }) => {
    const filter = isWhole || only === '' ? [] : ['--only', only, '--budget', '12'];
    const { code, stdout, stderr } = await project.run(
      'node',
      'node_modules/id-emulator/dist/cli/main.js',
      'audit',
      ...(finds === undefined ? [] : ['--strict-tests']),
      ...filter,
      '--',
      'node',
      '--test',
      // Not the folder: only Node.js 20 takes one.
      `${client}/${await testOf(client)}`,
    );
    const expected = isWhole ? findsInAll : finds;
    if (expected === undefined) expect(stdout, stderr).toContain('No findings.');
    else expect(stdout, stderr).toMatch(new RegExp(String.raw`^(?:\d+\. )?${expected.source}`, 'm'));
    expect(code).toBe(finds === undefined ? 0 : 1);
  },
);

/** The file with the tests of a client. */
async function testOf(client: string): Promise<string> {
  const names = await readdir(new URL(`audit/${client}`, PROJECTS));
  return names.find((name) => name.includes('.test.'))!;
}
