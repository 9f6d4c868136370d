/**
 * An agent that knows nothing but what tools return takes three clients from an audit to the proof, repeats the finding
 * with the command that it was given, repairs the habit that the remedy names, and has the fix checked. It is told neither
 * finding nor exchange nor scenario.
 */

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { budget } from '../../budget.js';
import { WITH_QUICK_FETCH } from '../../quick-fetch.js';
import { pactV3, usersInteraction } from '../../pact/pact-documents.js';
import { environmentWithoutSettings, MAIN } from '../id-emulator.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Agent, agentOverStdio, type Finding } from './agents.js';

/** A client in one file; `HABIT` is how it reacts to a response that is no success. */
const client = (habit: string): string => `${WITH_QUICK_FETCH}
const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: tokenUrl, ID_EMULATOR_CLIENT_ID: id, ID_EMULATOR_CLIENT_SECRET: secret } = process.env;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function send(url, init) {
  for (let attempt = 1; ; attempt++) {
    let response, text;
    try {
      response = await fetch(url, { ...init, signal: AbortSignal.timeout(1_500) });
      text = await response.text();
      if (response.ok) return JSON.parse(text);
    } catch (error) {
      if (attempt === 4) throw error;
      await sleep(100 * 2 ** attempt);
      continue;
    }
    const retryAfter = response.headers.get('Retry-After');
    const date = Date.parse(response.headers.get('Date'));
    const demanded = retryAfter === null ? undefined : /^\\d+$/.test(retryAfter) ? retryAfter * 1_000 : Date.parse(retryAfter) - date;
    const failure = Object.assign(new Error(url + ' returned ' + response.status), { status: response.status });
    const isLast = attempt === 4;
    ${habit}
  }
}
const login = async () => (await send(tokenUrl, { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }) })).access_token;
const read = (token) => send(api + '/institutions/me/users?limit=1', { headers: { Authorization: 'Bearer ' + token } });
let users;
try {
  users = await read(await login());
} catch (error) {
  if (error.status !== 401 && error.status !== 403) throw error;
  users = await read(await login());
}
console.log(users.items.length, 'user');
`;

const HABITS = {
  right: `
    if (isLast || (response.status < 500 && response.status !== 429)) throw failure;
    await sleep(demanded ?? 100 * 2 ** attempt);`,
  'gives-up': `
    if (isLast || response.status < 500) throw failure;
    await sleep(demanded ?? 100 * 2 ** attempt);`,
  'does-not-wait': `
    if (isLast || (response.status < 500 && response.status !== 429)) throw failure;
    await sleep(100 * 2 ** attempt);`,
};

/** The repair of each habit, by words of the remedy that belongs to it. */
const REPAIRS: readonly (readonly [remedy: RegExp, repaired: string])[] = [[/Retry-After/, HABITS.right]];

/** A short run leaves out what these clients get right, and what takes long to wait for. */
const FLAGS = budget<object>({ short: { only: ['getUsers:throttled'] }, long: {} });

interface Audited {
  readonly verdict: string;
  readonly findings: readonly Finding[];
  readonly report: string;
}

async function audited(agent: Agent, file: string): Promise<Audited> {
  const input = { command: ['node', file], ...FLAGS };
  const { structuredContent, content } = await agent.call('audit', input, { timeout: 600_000 });
  expect(structuredContent, JSON.stringify(content)).toBeDefined();
  return structuredContent;
}

// They wait for clients more than they work, so they go side by side.
test.concurrent.each(['gives-up', 'does-not-wait', 'right'] as const)(
  'an agent finds, proves, repeats and repairs what is wrong with the client "%s", and nothing else',
  { timeout: 600_000 },
  async (habit) => {
    const file = 'client.mjs';
    const original = client(HABITS[habit]);
    await using folder = await temporaryFolder({
      [file]: original,
      'id-emulator': `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
    });
    await promisify(execFile)('chmod', ['+x', join(folder.path, 'id-emulator')]);
    const env = { ...environmentWithoutSettings(), PATH: `${folder.path}:${process.env['PATH'] ?? ''}` };
    const repeats = async (command: string): Promise<boolean> =>
      await promisify(execFile)('sh', ['-c', command], { cwd: folder.path, env }).then(
        () => false,
        () => true,
      );
    await using agent = await agentOverStdio('2026-07-28', { cwd: folder.path, env });

    let { verdict, findings, report } = await audited(agent, file);
    const before = findings.length;
    while (findings.length > 0) {
      const [{ exchanges, remedy, repeat }] = findings as [Finding];
      expect(exchanges.length).toBeGreaterThan(0);
      expect(await repeats(repeat)).toBe(true);
      const [, repaired] = REPAIRS.find(([words]) => words.test(remedy))!;
      await writeFile(join(folder.path, file), client(repaired));
      const check = { command: ['node', file], report };
      const { structuredContent: checked } = await agent.call('check_fix', check, { timeout: 600_000 });
      expect(checked.verdict, JSON.stringify(checked)).toBe('fixed');
      ({ verdict, findings, report } = await audited(agent, file));
    }
    expect(verdict).toBe('green');
    expect(before).toBe(habit === 'right' ? 0 : 1);
    if (habit === 'right') expect(await readFile(join(folder.path, file), 'utf8')).toBe(original);
  },
);

test('an audit reports progress, and ends early when its agent cancels it', async () => {
  await using folder = await temporaryFolder({ 'client.mjs': client(HABITS.right) });
  await using agent = await agentOverStdio('2026-07-28', { cwd: folder.path });
  const cancelled = new AbortController();
  const lines: string[] = [];
  const audit = agent.call(
    'audit',
    { command: ['node', 'client.mjs'] },
    {
      signal: cancelled.signal,
      onprogress: ({ message = '' }) => {
        lines.push(message);
        if (message.startsWith('run ')) cancelled.abort();
      },
    },
  );
  await expect(audit).rejects.toThrow();
  expect(lines[0]).toBe('running the command twice without faults');
  // It serves the next call while what it cancelled ends.
  expect((await agent.call('find_scenarios', { search: 'latency' })).isError).toBeUndefined();
});

test('an audit whose command fails without failures is not green, and says why', async () => {
  await using folder = await temporaryFolder({ 'client.mjs': 'process.exit(3)' });
  await using agent = await agentOverStdio('2025-11-25', { cwd: folder.path });
  const { structuredContent: result } = await agent.call('audit', { command: ['node', 'client.mjs'] });
  expect(result).toMatchObject({ verdict: 'unusable' });
  expect(result.message).toMatch(/^id-emulator: /);
});

test('a verification of nothing is not passed, and says why', async () => {
  await using folder = await temporaryFolder();
  await using agent = await agentOverStdio('2025-11-25', { cwd: folder.path });
  const { structuredContent: result } = await agent.call('verify', { pacts: ['pacts'] });
  expect(result).toMatchObject({ verdict: expect.stringMatching(/^(?:incomplete|unusable)$/) as string });
  expect(result.message).toMatch(/^id-emulator: /);
});

test('a verification lists what passes with warnings, and fails at them if it is strict', async () => {
  const matchingRules = { header: { 'X-Unknown': { matchers: [{ match: 'regex', regex: '.+' }] } } };
  const pact = pactV3([usersInteraction(200, { response: { status: 200, matchingRules } })]);
  await using folder = await temporaryFolder({ 'a.json': pact });
  await using agent = await agentOverStdio('2025-11-25', { cwd: folder.path });
  const { structuredContent: result } = await agent.call('verify', { pacts: ['a.json'] });
  const interactions = [{ outcome: 'passed', warnings: [{ code: 'response.rule.unused' }] }];
  expect(result).toMatchObject({ verdict: 'passed', doesNotProve: expect.any(String) as string, interactions });
  const { structuredContent: strictly } = await agent.call('verify', { pacts: ['a.json'], strict: true });
  expect(strictly).toMatchObject({ verdict: 'failed', interactions: [{ failures: [{ kind: 'strict' }] }] });
});
