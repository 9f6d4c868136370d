/**
 * Editions of a client whose audit has a finding: mended, or only quiet. Their runs are recorded like those of
 * `../corpus`: `RECORD='swallow' npx vitest run test/audit/check` makes those anew whose name matches.
 */

import { expect, test } from 'vitest';
import { audit } from '../../../src/audit/audit.js';
import type { AuditReport, CheckedFinding, Evidence } from '../../../src/audit/audit-types.js';
import { check } from '../../../src/audit/check/check.js';
import { Runs } from '../../../src/audit/run/runs.js';
import { type Case, CASES, made } from '../corpus/cases.js';

/** The client of the report, whose `call` gives up after 429. */
const MISTAKE = 'let response = await get(path); if (!response.ok) throw new Error("status " + response.status);';
/** How a mended one waits. */
const WAITS = `for (let left = 3; left > 0 && response.status === 429; left -= 1) {
    await pause(1_000);
    response = await get(path);
  }`;
const TESTS = `
  await test('reads users', async () => { if ((await call(users)).items.length < 3) throw new Error('too few'); });
  await test('reads parties', async () => { await call('/institutions/me/credentials?limit=2'); });`;

function jobOf(call: string, tests = TESTS): string {
  return `let token = await login();
  const get = async (path) => {
    const response = await send(token, path);
    if (response.status !== 401) return response;
    token = await login();
    return await send(token, path);
  };
  const call = async (path) => { ${call} return await response.json(); };
  ${tests}`;
}

const RIGHT = MISTAKE.replace(' if', ` ${WAITS} if`);

/** Each edition with its verdict, and the part of the evidence that decides. */
const EDITIONS: readonly [name: string, verdict: CheckedFinding['verdict'], part: Evidence['part'], job: string][] = [
  ['a client that waits', 'fixed', 'finding', jobOf(RIGHT)],
  ['no change', 'still', 'finding', jobOf(MISTAKE)],
  ['a client that comes back at once', 'new', 'finding', jobOf(RIGHT.replace('1_000', '1'))],
  [
    'a client that swallows every failure',
    'still',
    'finding',
    jobOf('const response = await get(path); if (!response.ok) return { items: [1, 2, 3] };'),
  ],
  [
    'a client that waits, and swallows what lasts',
    'new',
    'canary',
    jobOf(RIGHT.replace(/throw new .*/, 'return { items: [1, 2, 3] };')),
  ],
  [
    'a client that repeats without end',
    'new',
    'canary',
    jobOf(RIGHT.replace('left > 0 && response.status === 429', '!response.ok')),
  ],
  ['a client that repeats after 429 without end', 'new', 'canary', jobOf(RIGHT.replace('left > 0 && ', ''))],
  ['no test', 'tests changed', 'tests', jobOf(RIGHT, TESTS.split('\n')[2])],
  [
    'a test that reads less',
    'less is done',
    'tests',
    jobOf(RIGHT, TESTS.replace('call(users)', "call('/institutions/me/credentials')")),
  ],
  [
    'a client that waits only beside the emulator',
    'recognised the emulator',
    'disguise',
    jobOf(RIGHT.replace('=== 429', "=== 429 && response.headers.get('Emulator-Exchange')")),
  ],
];

/** A disguise hides more than headers. */
const BY_ADDRESS: typeof EDITIONS = [
  'new URL(apiUrl).port > 20_000',
  "client_secret === 'demo-secret'",
  "atob(token.split('.')[1]).includes('id-emulator')",
].map((told) => [
  `a client that waits only if ${told}`,
  'recognised the emulator',
  'disguise',
  jobOf(RIGHT.replace('=== 429', `=== 429 && ${told}`)),
]);

const CLIENT: Case = { only: 'getUsers:throttled,getUsers:expired-token', patience: 4, job: '', findings: [] };

function reportOf(name: string, one: Case): Promise<AuditReport> {
  return made(`check ${name}`, one, async (options, observe) => {
    const { report } = await audit({ ...options, wantsCanaries: true }, new Runs(options, observe));
    return report;
  });
}

/** What a check says of the first finding of a report. */
async function checked(name: string, one: Case, earlier: AuditReport): Promise<CheckedFinding> {
  const { findings } = await made(`check ${name}`, one, (options, observe) => {
    return check({ ...options, earlier, wanted: earlier.findings }, observe);
  });
  return findings[0]!;
}

test.each([...EDITIONS, ...BY_ADDRESS])('%s: %s', { timeout: 300_000 }, async (name, verdict, part, job) => {
  const report = await reportOf('the report of a client that gives up', { ...CLIENT, job: jobOf(MISTAKE) });
  expect(report.findings.map(({ id, canary }) => [id, canary])).toEqual([['getUsers:throttled:gave-up', 'failed']]);
  const found = await checked(name, { ...CLIENT, job }, report);
  expect(found.verdict, JSON.stringify(found, undefined, 2)).toBe(verdict);
  expect(found.evidence.find((each) => each.verdict === verdict && each.part === part)).toBeDefined();
});

const named = new Map(CASES);
const QUIET = "console.error('refused for ' + text)";
const prints = named.get('a job that prints the client secret after a fault misbehaves')!;
const BATCH: Case = {
  only: 'generateVerificationLinksBatch:batch-items',
  job: `const token = await login();
    const requests = (await contracts(token)).map(({ contractId }) => ({ contractId }));
    const { results } = await (await send(token, '/verification/generate-links-batch', { requests })).json();
    for (const { result } of results) result.token.trim();`,
  findings: [],
};

const renewing = (repetition: string): Case => ({
  ...CLIENT,
  job: `let token = await login();
    const ask = () => send(token, '/institutions/me/users?limit=5');
    let response = await ask();
    ${repetition} (response.status === 401) { await pause(500); token = await login(); response = await ask(); }
    if (!response.ok) throw new Error('refused');`,
});

/** A test of a client that gives up. @param runs how often its runner repeats it */
const repeating = (runs: number): Case => ({
  ...CLIENT,
  only: 'getUsers:throttled',
  job: `const token = await login();
    const { appendFileSync: append } = await import('node:fs');
    const [started, file] = [Date.now(), env.ID_EMULATOR_RUN + '/0-cases.trail.jsonl'];
    for (let repetition = 0; repetition <= ${runs}; repetition += 1) {
      const { ok: passed } = await send(token, users);
      const ran = { type: 'case', runner: 'vitest', name: 'reads', passed, started, ended: Date.now() };
      process.exitCode = Number(!passed);
      if (passed || repetition === ${runs}) append(file, JSON.stringify({ ...ran, repeated: repetition > 0 }) + '\\n');
      if (passed) break;
      await pause(1_000);
    }`,
});

/** A job that asks a person for credentials of several providers. */
const asking = (providers: string, failed: string): Case => ({
  ...CLIENT,
  only: 'createCredentialsRequest:throttled',
  job: `const token = await login();
    const [{ partyId }] = await contracts(token);
    for (const provider of '${providers}'.split(' ')) {
      const json = { partyId, providers: [provider] };
      const ask = () => send(token, '/institutions/me/credentials/request', json);
      let response = await ask();
      ${failed}
      if (!response.ok) process.exitCode = 1;
    }`,
});
const ASKS_AGAIN = 'if (response.status === 429) { await pause(1_000); response = await ask(); }';
/** A job that keeps its token and its connection. @param failed what it does after a failure */
const keeping = (only: string, failed: string): Case => ({
  ...CLIENT,
  only: `getUsers:${only}`,
  job: `const token = await login();
    for (const limit of [3, 4, 5]) {
      const headers = { Authorization: 'Bearer ' + token };
      const response = await fetch(apiUrl + '/institutions/me/users?limit=' + limit, { headers });
      const { ok, status } = response;
      await response.text();
      if (!ok) ${failed};
    }`,
});
const NAMES = "console.error('getUsers was answered with status ' + status)";

const HEADERS = "{ Authorization: 'Bearer ' + token, Connection: 'close' }";
const PAGES = `const token = await login();
  const page = async (offset) => {
    const response = await send(token, '/institutions/me/users?kycStatus=TO_DO&limit=10&offset=' + offset);
    if (!response.ok) throw new Error('status ' + response.status);
    return (await response.json()).items;
  };
  await test('reads users', async () => {
    let [offset, items] = [0, []];
    do {
      items = await page(offset);
      offset += items.length;
    } while (items.length === 10);
  });`;
const paging = (job: string): Case => ({ ...CLIENT, only: 'getUsers:short-page', job });

/** A test that reads users. */
const reading = (only: string, read: string): Case => ({
  ...CLIENT,
  only,
  job: `let token = await login();
    await test('reads users', async () => { ${read} });`,
});
const SILENT = `const ask = async (signal) => {
    const { ok } = await fetch(apiUrl + users, { headers: ${HEADERS}, signal });
    if (!ok) throw new Error('no users');
  };`;
const LIMITED = `${SILENT} for (;;) try { await ask(AbortSignal.timeout(2_000)); break; } catch (error) { if (error.message === 'no users' || ENDS) throw error; }`;
const dated = (read: string): Case => ({
  ...reading(
    'getUsers:throttled-date',
    `for (let tries = 0; ; tries += 1) {
      const response = await send(token, users);
      if (response.ok) return;
      if (response.status !== 429) throw new Error('status ' + response.status);
      ${read}
    }`,
  ),
  running: true,
});
const WAITS_FOR_DATE =
  "await pause(Math.max(0, Date.parse(response.headers.get('retry-after')) - Date.now()) || 1_000);";

/** A job that seldom asks, so that its recorded run is short. */
const seldom = (one: Case): Case => ({ ...one, job: one.job.replaceAll('pause(500)', 'pause(3_000)') });

/** A client that has a time limit for links. @param limit of a read */
const limiting = (limit: number, tries: number): Case => ({
  ...CLIENT,
  only: 'getUsers:silent,generateVerificationLink:silent',
  job: `const token = await login();
    const call = async (limit, path, json) => {
      const headers = { ...${HEADERS}, 'Content-Type': 'application/json' };
      const options = { method: json ? 'POST' : 'GET', headers, body: json && JSON.stringify(json) };
      for (let left = ${tries}; ; left -= 1)
        try {
          const { ok } = await fetch(apiUrl + path, { ...options, signal: AbortSignal.timeout(limit) });
          if (ok) return;
          left = 0;
          throw new Error('not ok');
        } catch (error) {
          if (left === 0) throw error;
        }
    };
    await test('reads users', async () => await call(${limit}, users));
    await test('makes a link', async () => {
      const [{ contractId }] = await contracts(token);
      await call(1_000, '/verification/generate-link', { contractId });
    });`,
});

/** Three tests, each with a client of its own. */
const entering = (tries: number): Case => ({
  ...CLIENT,
  only: 'issueToken:throttled,getUsers:expired-token,getUsers:refused-tokens,getUsers:throttled-long',
  job: `const enter = async () => {
      for (let left = ${tries}; ; left -= 1) {
        const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
        const response = await fetch(tokenUrl, { method: 'POST', body, headers: { Connection: 'close' } });
        if (response.ok) return (await response.json()).access_token;
        if (left === 0 || response.status !== 429) throw new Error('status ' + response.status);
        await pause(1_000);
      }
    };
    for (const limit of [3, 4, 5])
      await test('reads ' + limit, async () => {
        const ask = async () => await send(await enter(), '/institutions/me/users?limit=' + limit);
        let response = await ask();
        if (response.status === 401) response = await ask();
        if (!response.ok) throw new Error('status ' + response.status);
      });`,
});

const REQUESTS = ['server-error', 'server-error-after', 'lasting-error'];
const requesting = (most: number): Case => ({
  ...CLIENT,
  only: REQUESTS.map((fault) => `createCredentialsRequest:${fault}`).join(','),
  job: `const token = await login();
    await test('requests', async () => {
      const [{ partyId }] = await contracts(token);
      const ask = () => send(token, '/institutions/me/credentials/request', { partyId, providers: ['REDDIT'] });
      let response = await ask();
      for (let left = ${most}; left > 0 && response.status >= 500; left -= 1) {
        await pause(100);
        response = await ask();
      }
      if (!response.ok) throw new Error('status ' + response.status);
    });`,
});

/** Findings that need more than a fault and a test: a wrong job, a later one, and the verdict on it. */
const KINDS: readonly [name: string, verdict: CheckedFinding['verdict'], before: Case, now: Case][] = [
  [
    'an outcome of --compare',
    'fixed',
    named.get('a job whose outcome lacks lines has swallowed the fault')!,
    named.get('a job that comes to the same outcome has no finding')!,
  ],
  [
    'an outcome after --kill',
    'fixed',
    named.get('a job that writes its checkpoint first loses a link when it is killed')!,
    named.get('a job that writes its checkpoint last has no finding when it is killed')!,
  ],
  [
    'calls that overlap',
    'fixed',
    named.get('pages that are joined by their arrival are a finding with its control')!,
    named.get('pages that are joined by their requests are no finding')!,
  ],
  [
    'calls that no longer overlap',
    'cannot be told',
    named.get('pages that are joined by their arrival are a finding with its control')!,
    {
      ...named.get('pages that are joined by their requests are no finding')!,
      job: 'const pages = []; for (const offset of offsets) pages.push(await page(offset)); await check(pages);',
    },
  ],
  [
    'a second fault',
    'fixed',
    named.get('a client that renews its token once for ever gives up after the second expiry')!,
    named.get('a client that renews its token at each expiry has no finding')!,
  ],
  ['a token that is renewed once', 'fixed', renewing('if (false) while'), renewing('if')],
  ['a token that is renewed without end', 'new', renewing('if (false) while'), renewing('while')],
  ['a job that asks for less', 'less is done', asking('REDDIT GITHUB', ''), asking('REDDIT', ASKS_AGAIN)],
  ['a job that asks for all', 'fixed', asking('REDDIT GITHUB', ''), asking('GITHUB REDDIT', ASKS_AGAIN)],
  ['a test that does nothing', 'less is done', repeating(0), { ...repeating(0), job: '' }],
  ['a test that its runner repeats', 'tests changed', repeating(0), repeating(1)],
  [
    'a job that no longer fails',
    'still',
    keeping('expired-token', 'process.exitCode = 1'),
    keeping('expired-token', '{}'),
  ],
  [
    'a job that names the failure, and no longer fails',
    'still',
    keeping('throttled', `${NAMES}, (process.exitCode = 1)`),
    keeping('throttled', NAMES),
  ],
  ['pages that are read until one is empty', 'fixed', paging(PAGES), paging(PAGES.replace('=== 10', '> 0'))],
  [
    'pages that are asked for without end',
    'new',
    paging(PAGES),
    paging(
      PAGES.replace('=== 10', '> 0').replace(
        'await page(offset);',
        'await (async () => { for (;;) try { return await page(offset); } catch { await pause(3_000); } })();',
      ),
    ),
  ],
  [
    'a revoked token that is renewed without end',
    'new',
    { ...renewing('if (false) while'), only: 'getUsers:revoked-token' },
    seldom(renewing('while')),
  ],
  [
    'a time limit without end',
    'new',
    reading('getUsers:silent', `${SILENT} await ask();`),
    reading('', LIMITED.replace('ENDS', 'false')),
  ],
  [
    'a time limit',
    'fixed',
    reading('getUsers:silent', `${SILENT} await ask();`),
    reading('', LIMITED.replace('ENDS', 'true')),
  ],
  ['a date that is waited for without end', 'new', dated('await pause(1);'), dated(WAITS_FOR_DATE)],
  [
    'a date that is waited for',
    'fixed',
    dated('await pause(1);'),
    dated(`if (tries > 3) throw new Error('refused'); ${WAITS_FOR_DATE}`),
  ],
  ['a limit and no repetition', 'fixed', limiting(60_000, 0), limiting(1_000, 0)],
  ['a limit and a repetition of everything', 'new', limiting(60_000, 0), limiting(1_000, 1)],
  ['logins that are repeated', 'fixed', entering(0), entering(2)],
  ['a request that is sent once', 'fixed', requesting(2), requesting(0)],
  ['a printed secret', 'fixed', prints, { ...prints, job: prints.job.replace(QUIET, "console.error('refused')") }],
  ['a secret that a test may keep', 'cannot be told', prints, { ...prints, job: prints.job.replace(QUIET, '{}') }],
  ['a secret that is printed always', 'new', prints, { ...prints, job: prints.job.replace('if (!(', 'if ((') }],
  [
    'a rule without a fault',
    'fixed',
    { ...prints, job: prints.job.replace('if (!(', 'if ((') },
    { ...prints, job: prints.job.replace(QUIET, '{}') },
  ],
  ['items that no test misses', 'cannot be told', BATCH, { ...BATCH, job: BATCH.job.replace('result.', 'result?.') }],
];

test.each(KINDS)('%s: %s', { timeout: 300_000 }, async (name, verdict, before, now) => {
  const [first] = KINDS.find((each) => JSON.stringify(each[2]) === JSON.stringify(before))!;
  const report = await reportOf(`the report of ${first}`, before);
  const found = await checked(name, { ...now, only: before.only }, report);
  expect(found.verdict, JSON.stringify(found, undefined, 2)).toBe(verdict);
});
