/** Metrics in Prometheus' text format, and health. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { startControlledEmulator, type ControlledEmulator } from './controlled-emulator.js';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /([a-z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/gi;

/** Parses the text; a line of another format fails. */
function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^# (HELP|TYPE) \S+ ./.test(line))
    .map((line) => {
      const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === '') throw new Error(`no sample: ${line}`);
      return {
        name,
        labels: Object.fromEntries(
          [...labels.matchAll(LABEL)].map(([, label = '', text = '']): [string, string] => [label, text]),
        ),
        value: Number(value),
      };
    });
}

async function metricsOf({ control }: ControlledEmulator) {
  const samples = samplesIn((await control('get', '/metrics')).text);
  return (name: string, labels: object = {}) =>
    samples.find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value;
}

test('requests are counted by operation and status, over all sandboxes', async () => {
  const controlled = await startControlledEmulator({ population: 0 });
  const [one, other] = [await controlled.open(), await controlled.open()];
  for (const { get } of [one, one, other]) await get('/institutions/me/users');
  await request(one.apiUrl).get('/institutions/me/users');
  await one.get('/nonsense');
  const value = await metricsOf(controlled);
  expect(value('id_emulator_requests_total', { operation: 'issueToken', status: '200' })).toBe(2);
  expect(value('id_emulator_requests_total', { operation: 'getUsers', status: '200' })).toBe(3);
  expect(value('id_emulator_requests_total', { operation: 'getUsers', status: '401' })).toBe(1);
  expect(value('id_emulator_requests_total', { operation: 'none', status: '404' })).toBe(1);
  expect(value('id_emulator_requests_total', { operation: 'getCredentials' })).toBeUndefined();
  await controlled.close();
});

test('scenarios are counted by name and operation', async () => {
  const controlled = await startControlledEmulator({ population: 0 });
  const { get } = await controlled.open({ scenario: 'rate-limit-burst;burst=2' });
  for (let call = 0; call < 3; call++) await get('/institutions/me/users');
  const value = await metricsOf(controlled);
  expect(value('id_emulator_scenarios_applied_total', { scenario: 'rate-limit-burst', operation: 'getUsers' })).toBe(2);
  expect(value('id_emulator_requests_total', { operation: 'getUsers', status: '429' })).toBe(2);
  await controlled.close();
});

test('durations are a histogram, in seconds', async () => {
  const controlled = await startControlledEmulator({ population: 0 });
  const { get } = await controlled.open();
  await get('/institutions/me/users').set('Emulator-Scenario', 'latency;from="20ms";to="25ms"');
  await get('/institutions/me/users');
  const value = await metricsOf(controlled);
  const bucket = (le: string) => value('id_emulator_request_duration_seconds_bucket', { operation: 'getUsers', le });
  expect(value('id_emulator_request_duration_seconds_count', { operation: 'getUsers' })).toBe(2);
  expect(bucket('+Inf')).toBe(2);
  expect(bucket('0.01')).toBeLessThanOrEqual(1);
  expect(value('id_emulator_request_duration_seconds_sum', { operation: 'getUsers' })).toBeGreaterThan(0.019);
  await controlled.close();
});

test('the number of sandboxes is the current one', async () => {
  const controlled = await startControlledEmulator({ population: 0 });
  const sandbox = await controlled.open();
  expect((await metricsOf(controlled))('id_emulator_sandboxes')).toBe(2);
  await sandbox.done('delete', '');
  expect((await metricsOf(controlled))('id_emulator_sandboxes')).toBe(1);
  expect((await controlled.control('get', '/health')).body).toMatchObject({ sandboxes: 1 });
  await controlled.close();
});

test('metrics exist before the first request, and ignore the control plane', async () => {
  const controlled = await startControlledEmulator({ population: 0 });
  const response = await controlled.control('get', '/metrics');
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(samplesIn(response.text)).toEqual([
    { name: 'id_emulator_sandboxes', labels: {}, value: 1 },
    { name: 'id_emulator_journal_removed_total', labels: {}, value: 0 },
    { name: 'id_emulator_stalled_streams_total', labels: {}, value: 0 },
  ]);
  await controlled.control('get', '/health');
  expect((await metricsOf(controlled))('id_emulator_requests_total')).toBeUndefined();
  await controlled.close();
});

test('emulators in one process have separate metrics', async () => {
  const [one, other] = await Promise.all([
    startControlledEmulator({ population: 0 }),
    startControlledEmulator({ population: 0 }),
  ]);
  await one.open();
  expect((await metricsOf(other))('id_emulator_requests_total')).toBeUndefined();
  await Promise.all([one.close(), other.close()]);
});
