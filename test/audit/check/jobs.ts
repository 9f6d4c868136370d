/** Jobs with a mistake, as functions of what is mended in them. */

import { type Case, CASES } from '../corpus/cases.js';
import { CLIENT } from './checked.js';

export const named = new Map(CASES);
export const QUIET = "console.error('refused for ' + text)";
export const prints = named.get('a job that prints the client secret after a fault misbehaves')!;
export const BATCH: Case = {
  only: 'generateVerificationLinksBatch:batch-items',
  job: `const token = await login();
    const requests = (await contracts(token)).map(({ contractId }) => ({ contractId }));
    const { results } = await (await send(token, '/verification/generate-links-batch', { requests })).json();
    for (const { result } of results) result.token.trim();`,
  findings: [],
};

export const renewing = (repetition: string): Case => ({
  ...CLIENT,
  job: `let token = await login();
    const ask = () => send(token, '/institutions/me/users?limit=5');
    let response = await ask();
    ${repetition} (response.status === 401) { await pause(500); token = await login(); response = await ask(); }
    if (!response.ok) throw new Error('refused');`,
});

/** A test of a client that gives up. @param runs how often its runner repeats it */
export const repeating = (runs: number): Case => ({
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
export const asking = (providers: string, failed: string): Case => ({
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
export const ASKS_AGAIN =
  "if (response.headers.get('Retry-After') === '1') { await pause(1_000); response = await ask(); }";
/** A job that keeps its token and its connection. @param failed what it does after a failure */
export const keeping = (only: string, failed: string): Case => ({
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
export const NAMES = "console.error('getUsers was answered with status ' + status)";

const HEADERS = "{ Authorization: 'Bearer ' + token, Connection: 'close' }";
export const PAGES = `const token = await login();
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
export const paging = (job: string): Case => ({ ...CLIENT, only: 'getUsers:short-page', job });

/** A test that reads users. */
export const reading = (only: string, read: string): Case => ({
  ...CLIENT,
  only,
  job: `let token = await login();
    await test('reads users', async () => { ${read} });`,
});
export const SILENT = `const ask = async (signal) => {
    const { ok } = await fetch(apiUrl + users, { headers: ${HEADERS}, signal });
    if (!ok) throw new Error('no users');
  };`;
export const LIMITED = `${SILENT} for (;;) try { await ask(AbortSignal.timeout(2_000)); break; } catch (error) { if (error.message === 'no users' || ENDS) throw error; }`;
export const dated = (read: string): Case => ({
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
export const WAITS_FOR_DATE = `const told = response.headers.get('retry-after');
  if (told === '600') throw new Error('the service wants a long pause');
  await pause(Math.max(0, Date.parse(told) - Date.now()) || 1_000);`;

/** A job that seldom asks, so that its recorded run is short. */
export const seldom = (one: Case): Case => ({ ...one, job: one.job.replaceAll('pause(500)', 'pause(3_000)') });

/** A client that has a time limit for links. @param limit of a read */
export const limiting = (limit: number, tries: number): Case => ({
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
export const entering = (tries: number): Case => ({
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
export const requesting = (most: number): Case => ({
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
