/** A cached response equals a computed one: every change is visible in the next response. */

import request, { type Test } from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator, type SandboxOptions } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';

const ALICE = cast('Alice');
const SCORE = `/institutions/me/human-scores/${ALICE.partyId}`;
const CREDENTIALS = '/institutions/me/credentials?limit=3';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ population: 20 });
});
afterAll(() => emulator.close());

/** A sandbox with a stopped clock, and functions that send requests to it. */
async function quietSandbox(options: SandboxOptions = {}) {
  const sandbox = emulator.sandbox({ now: '2026-03-01T12:00:00Z', ...options });
  const token = await tokenOf(sandbox);
  const get = (path: string, headers: Record<string, string> = {}): Test =>
    request(sandbox.apiUrl).get(path).auth(token, { type: 'bearer' }).set(headers);
  /** Repeats the request until the response is cached. */
  const remembered = async (path: string): Promise<string> => {
    const texts = [(await get(path)).text, (await get(path)).text, (await get(path)).text];
    expect(new Set(texts).size).toBe(1);
    return texts[0]!;
  };
  return { sandbox, get, remembered };
}

test('a revoked credential is revoked in the next response', async () => {
  const { sandbox, get, remembered } = await quietSandbox();
  const before = await remembered(CREDENTIALS);
  sandbox.world.revoke(ALICE.credentials[0]!.contractId);
  const { text } = await get(CREDENTIALS);
  expect([before.includes('REVOKED'), text.includes('REVOKED')]).toEqual([false, true]);
});

test('a reset sandbox does not return responses from before the reset', async () => {
  const { sandbox, get, remembered } = await quietSandbox();
  const asAtFirst = await remembered(CREDENTIALS);
  sandbox.world.revoke(ALICE.credentials[0]!.contractId);
  expect(await remembered(CREDENTIALS)).not.toBe(asAtFirst);
  sandbox.reset();
  expect((await get(CREDENTIALS)).text).toBe(asAtFirst);
});

test('the age of credentials follows the clock forwards and backwards', async () => {
  const { sandbox, get, remembered } = await quietSandbox();
  const today = await remembered(SCORE);
  sandbox.clock.advance('24h');
  const tomorrow = await remembered(SCORE);
  expect(tomorrow).not.toBe(today);
  sandbox.clock.set('2026-03-01T12:00:00Z');
  expect((await get(SCORE)).text).toBe(today);
});

test('a list by KYC status changes when a credential expires', async () => {
  const { sandbox, get, remembered } = await quietSandbox({ tokenTtl: 31_536_000 });
  const path = '/institutions/me/users?kycStatus=EXPIRED&limit=100';
  const before = JSON.parse(await remembered(path)) as { totalCount: number };
  sandbox.clock.advance('364d');
  const after = (await get(path)).body as { totalCount: number };
  expect(after.totalCount).toBeGreaterThan(before.totalCount);
});

test('a scenario alters a cached response only for the requests that it applies to', async () => {
  const { get, remembered } = await quietSandbox();
  const usual = await remembered(CREDENTIALS);
  const altered = await get(CREDENTIALS, { 'Emulator-Scenario': 'extra-members' });
  expect([altered.status, altered.text === usual]).toEqual([200, false]);
  expect((await get(CREDENTIALS)).text).toBe(usual);
});

test('a scenario with its own page size does not get a cached page of another size', async () => {
  const { get, remembered } = await quietSandbox();
  const usual = await remembered(CREDENTIALS);
  const larger = await get(CREDENTIALS, { 'Emulator-Scenario': 'huge-page;limit=9' });
  expect((larger.body as { items: unknown[] }).items).toHaveLength(9);
  expect((await get(CREDENTIALS)).text).toBe(usual);
});

test('another variant of the contract has its own responses', async () => {
  const { get, remembered } = await quietSandbox();
  const usual = await remembered(CREDENTIALS);
  const inSeconds = await get(CREDENTIALS, { 'Emulator-Scenario': 'variant;timestamps=seconds' });
  expect([usual.includes('.000Z'), inSeconds.text.includes('.000Z')]).toEqual([true, false]);
});

test('two sandboxes have their own responses to the same request', async () => {
  const one = await quietSandbox();
  const other = await quietSandbox({ now: '2027-03-01T12:00:00Z' });
  expect(await one.remembered(SCORE)).not.toBe(await other.remembered(SCORE));
});

test('a diagnostic is repeated with every response', async () => {
  const { get } = await quietSandbox();
  const path = '/institutions/me/credentials/resolve?q=nobody@example.com';
  const said = [await get(path), await get(path), await get(path)].map(
    ({ headers }) => (headers as Record<string, string>)['emulator-diagnostic'],
  );
  expect(said[0]).toContain('nobody in sandbox');
  expect(new Set(said).size).toBe(1);
});

test('characters of several bytes are sent and counted correctly, cached or not', async () => {
  const { sandbox, get, remembered } = await quietSandbox();
  const { partyId } = sandbox.world.addParty({ email: 'zoe@example.com', firstName: 'Zoë', lastName: 'Łukasz 東京' });
  sandbox.world.issue(partyId, { provider: 'GITHUB' });
  const path = '/institutions/me/credentials/resolve?q=zoe@example.com';
  const first = await get(path);
  expect(Number(first.headers['content-length'])).toBe(Buffer.byteLength(first.text));
  expect(await remembered(path)).toContain('Łukasz 東京');
});
