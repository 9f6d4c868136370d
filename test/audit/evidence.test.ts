/** What proves a mistake, and what does not: `audit` on small jobs that react to a fault in one way. */

import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/report/report.js';
import { audit, idsOf } from './job.js';

test.concurrent('a call that fails without faults, too, is not lost when its test runs earlier', async () => {
  const report = await audit(
    `const runs = process.argv[2] + '/runs';
     const isFirst = !existsSync(runs) || readFileSync(runs, 'utf8').length < 2;
     appendFileSync(runs, '.');
     const token = await login();
     const [{ contractId }] = await contracts(token);
     const link = async (id) => {
       const response = await send(token, '/verification/generate-link', { contractId: id });
       if (response.status !== 429) return;
       await pause(1_100);
       await link(id);
     };
     for (const id of isFirst ? [contractId, 'nobody'] : ['nobody', contractId]) await link(id);`,
    'generateVerificationLink:throttled',
  );
  expect(idsOf(report)).toEqual([]);
  expect(report.asides).toEqual([]);
});

test.concurrent('a job that is started again may request a token of its own', { timeout: 120_000 }, async () => {
  const report = await audit(
    `const token = await login();
     for (let tries = 4, wait = 100; ; tries -= 1, wait *= 2) {
       const { ok } = await send(token, '/institutions/me/users?limit=3');
       if (ok) break;
       if (tries === 1) throw new Error('no users');
       await pause(wait);
     }`,
    'getUsers:lasting-error',
    (job) => `for i in 1 2 3 4; do ${job} && exit 0; done; exit 1`,
  );
  expect(idsOf(report)).toEqual([]);
});

/** A client that keeps its connection. */
const KEEPS_ALIVE = `
  const { Agent, request } = await import('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (url, options, body) => new Promise((resolve, reject) => {
    const sent = request(url, { agent, ...options }, (response) => {
      let text = '';
      response.on('data', (piece) => { text += piece; });
      response.on('end', () => resolve({ status: response.statusCode, json: text && JSON.parse(text) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const logIn = async () => (await ask(tokenUrl, { method: 'POST', headers }, form)).json.access_token;`;

test.concurrent('a client that requests a token again on one connection is no job that is started again', async () => {
  const report = await audit(
    `${KEEPS_ALIVE}
     for (let status = 500, wait = 100; status === 500; wait *= 2) {
       const Authorization = 'Bearer ' + (await logIn());
       ({ status } = await ask(apiUrl + '/institutions/me/users?limit=3', { headers: { Authorization } }));
       if (status === 500) await pause(wait);
     }
     agent.destroy();`,
    'getUsers:server-error',
  );
  expect(idsOf(report)).toEqual(['getUsers:server-error:misbehaved']);
});

test.concurrent('a POST that comes again after a used connection broke may be the work of a library', async () => {
  const report = await audit(
    `${KEEPS_ALIVE}
     const token = await logIn();
     const options = { method: 'POST', headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' } };
     const body = JSON.stringify({ partyId: (await contracts(token))[0].partyId, providers: ['REDDIT'] });
     const order = () => ask(apiUrl + '/institutions/me/credentials/request', options, body);
     await order().catch(order);
     agent.destroy();`,
    'createCredentialsRequest:reset',
  );
  expect(idsOf(report)).toEqual(['createCredentialsRequest:reset:misbehaved']);
  const [{ details, remedy, repeat }] = report.findings as [(typeof report.findings)[0]];
  expect(details.at(-1)).toContain('the library below the client may have sent the request again by itself');
  // Of the rule that is broken, and not of the class of faults.
  expect(remedy).toContain('look whether the request has arrived before you repeat it');
  expect(repeat).toContain(' --strict-judge --rule repeat-no-post ');
});

/** Makes a link, and passes over every failure. */
const PASSES_OVER = `
  const token = await login();
  const [{ contractId }] = await contracts(token);
  await send(token, '/verification/generate-link', { contractId }).catch(() => undefined);`;

test.concurrent('a write that was not done, and that no test misses, is swallowed', { timeout: 120_000 }, async () => {
  const report = await audit(PASSES_OVER, 'generateVerificationLink:reset,generateVerificationLink:reset-before');
  expect(idsOf(report)).toEqual(['generateVerificationLink:reset-before:swallowed']);
  expect(report.asides).toMatchObject([{ reaction: 'test gap', shownBy: ['generateVerificationLink (reset)'] }]);
});

test.concurrent('a client that repeats a write at once, and passes over the failure, has two findings', async () => {
  const report = await audit(
    `const token = await login();
     const [{ partyId }] = await contracts(token);
     const ask = () => send(token, '/institutions/me/credentials/request', { partyId, providers: ['REDDIT'] });
     if (!(await ask()).ok) await ask();`,
    'createCredentialsRequest:lasting-error',
  );
  const cell = 'createCredentialsRequest:lasting-error';
  expect(idsOf(report)).toEqual([`${cell}:swallowed`, `${cell}:misbehaved`]);
  // Two without faults, and two with it.
  expect(report.counts.runs).toBe(4);
});

test.concurrent.each([
  ['up to the first page that is not full', 10, 'items.length < 10', ['getUsers:short-page:wrong-result']],
  ['up to the total', 10, 'seen >= pagination.total', []],
  // It may want the first ones only.
  ['that has one page', 100, 'true', []],
])('a client that reads a list %s', async (_, limit, isLast, ids) => {
  const report = await audit(
    `const token = await login();
     for (let seen = 0; ; ) {
       const path = '/institutions/me/users?kycStatus=REJECTED&limit=${limit}&offset=' + seen;
       const { items, pagination } = await (await send(token, path)).json();
       seen += items.length;
       if (${isLast}) break;
     }`,
    'getUsers:short-page',
  );
  expect(idsOf(report)).toEqual(ids);
});

test.concurrent('a program that dies below a shell has crashed, although the shell ends with 1', async () => {
  const report = await audit(
    `const { ok } = await send(await login(), '/institutions/me/users?limit=3');
     if (!ok) process.kill(process.pid, 'SIGSEGV');
     await pause(ok ? 0 : 60_000);`,
    'getUsers:server-error',
    (job) => `${job} || exit 1`,
  );
  expect(idsOf(report)).toEqual(['getUsers:server-error:crashed']);
});

/** Logs in three times, and uses all three access tokens. @param tests how many tests it says it has */
function threeLogins(tests: number): Promise<AuditReport> {
  return audit(
    `const tokens = [await login(), await login(), await login()];
     for (const token of tokens) await contracts(token);
     console.log('1..${tests}');`,
    'getCredentials:throttled',
  );
}

test.concurrent('three access tokens that are used at once are those of one client, if there is one test', async () => {
  expect(idsOf(await threeLogins(1))).toContain('without-fault:reuse-token');
});

test.concurrent('access tokens that are used again after each other are those of several clients', async () => {
  const report = await audit(
    `const tokens = [await login(), await login(), await login()];
     for (const token of [...tokens, ...tokens]) await contracts(token);`,
    'getCredentials:throttled',
  );
  expect(idsOf(report)).not.toContain('without-fault:reuse-token');
});

test.concurrent('three access tokens that are used at once may be those of three tests', async () => {
  expect(idsOf(await threeLogins(3))).not.toContain('without-fault:reuse-token');
});

test.concurrent('a part of a program logs in although another one was told to wait and gave up', async () => {
  const report = await audit(
    `let token;
     for (const path of ['/institutions/me/users?limit=3', '/institutions/me/human-scores?limit=3']) {
       token ??= await login();
       if (token === undefined) process.exitCode = 1;
       else await send(token, path);
     }`,
    'issueToken:throttled-long',
  );
  expect(idsOf(report)).toEqual([]);
  expect(report.plan).toMatchObject([{ reaction: 'gave up' }]);
});

test.concurrent('a client that makes sure of a lost write by reading has lost nothing', async () => {
  const report = await audit(
    `const token = await login();
     const [{ contractId }] = await contracts(token);
     const isSent = await send(token, '/verification/generate-link', { contractId }).then(() => true, () => false);
     if (!isSent) await contracts(token);`,
    'generateVerificationLink:reset',
  );
  expect(report.plan).toMatchObject([{ reaction: 'recovered' }]);
});

test.concurrent('a 404 that a call gets without faults, too, is its answer', async () => {
  const report = await audit(
    `const token = await login();
     const [{ contractId }] = await contracts(token);
     const link = await (await send(token, '/verification/generate-link', { contractId })).json();
     const check = async () => {
       const { status } = await fetch(apiUrl + '/verification/check/' + link.token);
       if (status !== 429) return status;
       await pause(300);
       return await check();
     };
     const usual = [await check()];
     const headers = { 'Content-Type': 'application/json' };
     const clock = new URL('/_emulator/sandboxes/default/clock/advance', apiUrl);
     await fetch(clock, { method: 'POST', headers, body: JSON.stringify({ by: '60d' }) });
     usual.push(await check());
     if (usual.join() !== '200,404') throw new Error('the link has the statuses ' + usual);`,
    'checkVerificationStatus:slow,checkVerificationStatus:throttled-bare',
  );
  expect(report.asides).toEqual([]);
  expect(new Set(report.plan.map(({ reaction }) => reaction))).toEqual(new Set(['recovered']));
});

test.concurrent('who gets 500 where it usually gets 404, and does not ask again, has lost an answer', async () => {
  const report = await audit(
    `const { status } = await send(await login(), '/institutions/me/human-scores/party::1220');
     if (status !== 404) throw new Error('status ' + status);`,
    'getHumanScoreByPartyId:server-error',
  );
  expect(idsOf(report)).toEqual(['getHumanScoreByPartyId:server-error:gave-up']);
});

test.concurrent('a login of another part is not this one asking again', async () => {
  const report = await audit(
    `for (const path of ['/institutions/me/users?limit=3', '/institutions/me/human-scores?limit=3']) {
       const token = await login();
       if (token === undefined) process.exitCode = 1;
       else await send(token, path);
     }`,
    'issueToken:server-error',
  );
  expect(report.plan).toMatchObject([{ reaction: 'gave up' }, { reaction: 'gave up' }]);
});

test.concurrent.each([
  ['without end', 30, ['getUsers:refused-tokens:misbehaved']],
  ['once', 1, []],
])('two tests send an equal request, whose token is renewed %s', async (_, renewals, ids) => {
  const report = await audit(
    `for (const test of [1, 2]) {
       let response = await send(await login(), '/institutions/me/users?limit=3');
       for (let left = ${renewals}; left > 0 && response.status === 401; left -= 1)
         response = await send(await login(), '/institutions/me/users?limit=3');
       if (!response.ok) process.exitCode = 1;
     }`,
    'getUsers:refused-tokens',
  );
  expect(idsOf(report)).toEqual(ids);
});

test.concurrent('a part that reports a lasting error does not speak for one that passes over it', async () => {
  const report = await audit(
    `const token = await login();
     const first = await send(token, '/institutions/me/users?limit=3');
     if (!first.ok) process.exitCode = 1;
     const second = await send(token, '/institutions/me/users?limit=4');
     console.log(second.ok ? 'read all users' : 'there are no users');`,
    'getUsers:lasting-error',
  );
  expect(idsOf(report)).toEqual(['getUsers:lasting-error:swallowed']);
});

test.concurrent.each([
  ['goes on without it, has given up', '', ['getUsers:cut:gave-up']],
  ['asks again, has lost nothing', 'users = await read();', []],
])('who fails after half a body, and %s, although another part gets the same', async (_, again, ids) => {
  const report = await audit(
    `const token = await login();
     const read = async () => {
       const response = await send(token, '/institutions/me/users?limit=3');
       return await response.json().catch(() => undefined);
     };
     let users = await read();
     if (users === undefined) { process.exitCode = 1; ${again} }
     await contracts(token);
     await read();`,
    'getUsers:cut',
  );
  expect(idsOf(report)).toEqual(ids);
});

test.concurrent('a call whose usual answer is an empty list is not the first to be tried', async () => {
  const report = await audit(
    `const token = await login();
     for (const query of ['nobody@example.com', 'alice.archer@example.com']) {
       const response = await send(token, '/institutions/me/credentials/resolve?q=' + query);
       const found = await response.json().then(({ credentials }) => credentials, () => []);
       if (found.length === 0 && !query.startsWith('nobody')) process.exitCode = 1;
     }`,
    'resolveCredentials:cut',
  );
  expect(report.findings).toMatchObject([{ id: 'resolveCredentials:cut:gave-up', run: 4 }]);
});

test.concurrent('what the command does not print because another test fails proves nothing', async () => {
  const report = await audit(
    `const token = await login();
     const results = [];
     const test = async (name, act) => {
       const started = Date.now();
       const passed = await act();
       results.push(passed ? '.' : 'F');
       const event = { type: 'case', runner: 'pytest', name, passed, started, ended: Date.now() };
       appendFileSync(process.env.ID_EMULATOR_RUN + '/1-cases.trail.jsonl', JSON.stringify(event) + '\\n');
       await pause(20);
     };
     const isRead = async (path) => (await send(token, path)).ok;
     const scores = '/institutions/me/human-scores';
     await test('reads users', () => isRead('/institutions/me/users?limit=3'));
     await test('reads scores', async () => (await isRead(scores)) || (await isRead(scores)));
     console.log(results.join('') + ' [100%]');
     process.exitCode = results.includes('F') ? 1 : 0;`,
    'getUsers:server-error,getHumanScores:server-error',
  );
  expect(idsOf(report)).toEqual(['getUsers:server-error:gave-up']);
  // Two without faults, one with both, and one that repeats the finding.
  expect(report.counts.runs).toBe(4);
});
