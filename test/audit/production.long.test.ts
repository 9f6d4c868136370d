/** A suite that is green although its client has a mistake: the situation of a recording shows it within ten runs. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
import { outcomeOf } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';
import { type Call, SERVICE, serviceHar } from '../traffic/service-har.js';

const REQUEST = '/institutions/me/credentials/request';

/** The mistakes, each with what production has, and the situation that shows it. */
const SUITES: readonly (readonly [mistake: string, path: string, situation: string, traffic: Call[]])[] = [
  [
    'comes back at once',
    '/institutions/me/users',
    'getUsers:throttled',
    [0, 1, 2].map((nth) => ({
      at: nth * 20,
      path: '/institutions/me/users',
      status: 429,
      headers: { 'Retry-After': '2' },
    })),
  ],
  [
    'keeps a refused token',
    '/institutions/me/credentials',
    'getCredentials:expired-token',
    [0, 1, 2].map((nth) => ({ at: nth * 2_000, path: '/institutions/me/credentials', status: 401 })),
  ],
  [
    'repeats a write',
    REQUEST,
    'createCredentialsRequest:server-error',
    [{ at: 0, method: 'POST', path: REQUEST, status: 500 }],
  ],
];

/** A client that makes one call. @param mistake one of {@link SUITES}; any other text is the right edition */
function jobOf(path: string, mistake: string): string {
  return `${WITH_QUICK_FETCH}
  const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: tokenUrl, ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
  const [path, mistake] = ${JSON.stringify([path, mistake])};
  const isWrite = path === '${REQUEST}';
  const login = async () => {
    const fields = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    return (await (await fetch(tokenUrl, { method: 'POST', body: fields })).json()).access_token;
  };
  let token = await login();
  const send = (target, body) =>
    fetch(api + target, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: 'Bearer ' + token, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
  const [{ partyId }] = isWrite ? (await (await send('/institutions/me/users?limit=1')).json()).items : [{}];
  const body = isWrite ? { partyId, providers: ['GOOGLE'] } : undefined;
  for (let attempt = 1, pause = 1_000; ; attempt++, pause *= 2) {
    const response = await send(path, body);
    if (response.ok) break;
    const mayRepeat = response.status === 429 || (response.status >= 500 && (!isWrite || mistake === 'repeats a write'));
    const isRefused = response.status === 401 && (attempt === 1 || mistake === 'keeps a refused token');
    if (attempt === 5 || !(mayRepeat || isRefused)) throw new Error(path + ': ' + response.status);
    if (isRefused && mistake !== 'keeps a refused token') token = await login();
    const told = 1_000 * Number(response.headers.get('Retry-After') ?? 0);
    const wait = mistake === 'comes back at once' ? 0 : Math.max(told, pause);
    await new Promise((resolve) => setTimeout(resolve, isRefused ? 0 : wait));
  }`;
}

async function findingsWith(job: string, traffic: readonly Call[]): Promise<string[]> {
  await using folder = await temporaryFolder({ 'a.har': serviceHar(traffic) });
  const recorded = ['--traffic', join(folder.path, 'a.har'), '--service', SERVICE, '--budget', '10'];
  const command = [process.execPath, '--input-type=module', '--eval', job];
  const { stdout } = await outcomeOf(['audit', '--json', ...recorded, '--', ...command]);
  return (JSON.parse(stdout) as AuditReport).findings.flatMap(({ cells }) => cells);
}

test.each(SUITES)(
  'a client that %s is shown, and its right edition is not',
  async (mistake, path, situation, traffic) => {
    const wrong = await findingsWith(jobOf(path, mistake), traffic);
    const right = await findingsWith(jobOf(path, 'none'), traffic);

    expect(wrong.filter((cell) => cell.startsWith(situation))).not.toEqual([]);
    expect(right.filter((cell) => cell.startsWith(situation))).toEqual([]);
  },
);
