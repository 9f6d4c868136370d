/** What an agent does to find out why a call failed. */

import { expect } from 'vitest';
import type { Agent } from './agents.js';

/** The tools of a running emulator. */
export const OVER_HTTP = [
  'open_sandbox',
  'close_sandbox',
  'find_scenarios',
  'use_scenario',
  'clock',
  'read_world',
  'change_world',
  'what_happened',
  'explain_exchange',
  'contract',
  'docs',
];

/** Sends a request as a client of the sandbox would. @returns its status */
export async function readUsers(environment: Readonly<Record<string, string>>, query = ''): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: environment['ID_EMULATOR_CLIENT_ID']!,
    client_secret: environment['ID_EMULATOR_CLIENT_SECRET']!,
  });
  const issued = await fetch(environment['ID_EMULATOR_TOKEN_URL']!, { method: 'POST', body });
  const { access_token: token } = (await issued.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${environment['ID_EMULATOR_API_URL']!}/institutions/me/users${query}`, { headers })).status;
}

/** From a sandbox to the reason of a failure. */
export async function findOutWhy(agent: Agent): Promise<void> {
  const { structuredContent: opened } = await agent.call('open_sandbox', { name: 'by an agent' });
  const { sandbox, environment } = opened;
  const { structuredContent: found } = await agent.call('find_scenarios', { search: '429 burst' });
  await agent.call('use_scenario', { sandbox, select: found.scenarios[0]!.select });
  expect(await readUsers(environment)).toBe(429);
  const { structuredContent: happened } = await agent.call('what_happened', { sandbox, status: '4xx' });
  expect(happened.exchanges).toEqual(['#2 GET /api/v1/institutions/me/users 429  [rate-limit-burst]']);
  expect(happened).toMatchObject({ judged: 2, passed: true, broken: [], untrusted: ['exchanges', 'broken'] });
  const { structuredContent: explained } = await agent.call('explain_exchange', { sandbox, exchange: 2 });
  expect(explained.failures).toMatchObject([{ scenario: 'rate-limit-burst', selector: 'sandbox' }]);
  expect(explained.response.body).toContain('rate_limited');
  const { structuredContent: guess } = await agent.call('contract', { search: explained.guesses.at(-1)!.id });
  expect(guess.points).toContainEqual(expect.objectContaining({ id: explained.guesses.at(-1)!.id, basis: 'chosen' }));
  await agent.call('close_sandbox', { sandbox });
  const closed = await agent.call('what_happened', { sandbox });
  expect(closed).toMatchObject({ isError: true });
}
