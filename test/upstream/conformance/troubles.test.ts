/** How a run ends with a service that is slow, limited, silent or empty. */

import { expect, test } from 'vitest';
import { rateLimit, retryDelay } from '../../../src/upstream/conformance/limited-sender.js';
import { checksWith } from '../../../src/upstream/conformance/report/conformance-report.js';
import type { ConformanceReport } from '../../../src/upstream/report-types.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import { type Emulator, startEmulator } from '../../../src/index.js';
import { startAlteringProxy } from './altering-proxy.js';

function run({ url, tokenUrl, clientId, clientSecret }: Emulator, more: object): Promise<ConformanceReport> {
  return runConformance({ baseUrl: url, tokenUrl, clientId, clientSecret, ...more });
}

test('a secret that the service repeats is not in the report', async () => {
  await using emulator = await startEmulator();
  const { clientSecret } = emulator;
  await using proxy = await startAlteringProxy(emulator.url, {
    response: ({ headers }) => {
      headers.set('cache-control', clientSecret);
    },
  });
  const report = await run(emulator, { tokenUrl: proxy.tokenUrl, only: ['token.no-store'] });
  expect(checksWith(report, 'otherwise')).toMatchObject([
    { why: expect.stringMatching(/^another value \(/) as string },
  ]);
  expect(JSON.stringify(report)).not.toContain(clientSecret);
});

test('the suite waits as long as a 429 requires, repeats the request, and observes the header', async () => {
  await using emulator = await startEmulator();
  emulator.defaultSandbox.use('rate-limit-burst', { burst: 2 });
  const waits: number[] = [];
  const report = await run(emulator, {
    only: ['reads', 'gateway'],
    wait: (milliseconds: number) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  expect(waits).toEqual([1_000, 1_000]);
  expect(checksWith(report, 'fail')).toEqual([]);
  expect(checksWith(report, 'as-guessed').find(({ id }) => id === 'gateway.retry-after')?.seen).toEqual([
    'seconds (2 times)',
  ]);
});

test('a Retry-After above the limit ends the run, and the report is incomplete', async () => {
  await using emulator = await startEmulator();
  let received = 0;
  await using proxy = await startAlteringProxy(emulator.url, {
    response: (response) => {
      received += 1;
      if (received <= 5) return;
      response.status = 429;
      response.headers.set('retry-after', '3600');
    },
  });
  const report = await run(emulator, { baseUrl: proxy.url, only: ['reads', 'paging'] });
  expect(report.incomplete).toBe('the service requires a wait of 3600 s, longer than --max-wait 60');
  expect(checksWith(report, 'fail')).toEqual([]);
  expect(received).toBe(6);
});

test('Retry-After is read as seconds, or as a date relative to the Date of the response', () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  expect(retryDelay({ 'retry-after': '7' })).toBe(7_000);
  expect(retryDelay({ date, 'retry-after': 'Sat, 21 Nov 2026 10:00:09 GMT' })).toBe(9_000);
  expect(retryDelay({ date, 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT' })).toBe(0);
  expect(retryDelay({})).toBe(1_000);
  expect(retryDelay({ date, 'retry-after': 'soon' })).toBe(1_000);
});

test('requests are sent at the rate, the first one at once', async () => {
  const waits: number[] = [];
  const waitForTurn = rateLimit(2, (milliseconds) => {
    waits.push(milliseconds);
    return Promise.resolve();
  });
  for (let request = 0; request < 3; request++) await waitForTurn();
  expect(waits).toHaveLength(2);
  expect(waits[0]).toBeGreaterThan(400);
  expect(waits[0]).toBeLessThanOrEqual(500);
  expect(waits[1]).toBeGreaterThan(900);
  expect(waits[1]).toBeLessThanOrEqual(1_000);
});

test('a run sends no more requests than allowed, and reports the results so far', async () => {
  await using emulator = await startEmulator();
  const report = await run(emulator, { maxRequests: 20 });
  expect(emulator.defaultSandbox.requests()).toHaveLength(20);
  expect(report).toMatchObject({ incomplete: '20 requests have been sent; --max-requests allows more' });
  expect(report.counts.pass).toBeGreaterThan(5);
  expect(report.counts.fail).toBe(0);
});

test('an interrupted run reports the results so far', async () => {
  await using emulator = await startEmulator();
  const interruption = new AbortController();
  const report = await run(emulator, {
    signal: interruption.signal,
    onCheck: (_: unknown, done: number) => {
      if (done === 30) interruption.abort();
    },
  });
  expect(report.incomplete).toBe('the run was interrupted');
  expect(report.counts.pass).toBeGreaterThan(15);
  expect(report.counts.fail).toBe(0);
});

test('a service that stops responding ends the run after three checks', async () => {
  const emulator = await startEmulator();
  let closed: Promise<void> | undefined;
  const report = await run(emulator, {
    only: ['token', 'paging'],
    onCheck: (_: unknown, done: number) => {
      if (done === 11) closed = emulator.close();
    },
  });
  await closed;
  expect(report.incomplete).toMatch(/^http:\S+: the connection /);
  expect(report.counts.fail).toBeLessThanOrEqual(3);
});

test('without write only GET and token requests are sent', async () => {
  await using emulator = await startEmulator();
  const report = await run(emulator, {});
  const sent = new Set(
    emulator.defaultSandbox.requests().map(({ method, path }) => `${method} ${method === 'GET' ? '' : path}`),
  );
  expect([...sent].toSorted()).toEqual(['GET ', 'POST /oauth/token']);
  expect(checksWith(report, 'skip').map(({ why }) => why)).toContain(
    'it sends requests that create links or data requests; --write allows that',
  );
});

test('an institution without data fails no check', async () => {
  await using emulator = await startEmulator({ fixture: 'empty', population: 0 });
  const report = await run(emulator, { write: true });
  expect(checksWith(report, 'fail', 'otherwise')).toEqual([]);
  expect(checksWith(report, 'skip').map(({ why }) => why)).toContain(
    'no credential is disclosed to the institution; give one with --party-id and --contract-id',
  );
});

test('an unknown group or check is rejected with a suggestion', async () => {
  await using emulator = await startEmulator();
  await expect(run(emulator, { only: ['pagin'] })).rejects.toThrow(
    'there is no group or check "pagin" of revision specification; did you mean "paging"?',
  );
});
