/** Metrics in Prometheus' text format, and health. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { startSteered, type Steered } from './steered.js';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /([a-z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/gi;

/** Parses the text; a line that is none of the format fails. */
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

async function metricsOf({ control }: Steered) {
  const samples = samplesIn((await control('get', '/metrics')).text);
  return (name: string, labels: object = {}) =>
    samples.find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value;
}

test('requests are counted by operation and status, over all sandboxes', async () => {
  const steered = await startSteered({ population: 0 });
  const [one, other] = [await steered.open(), await steered.open()];
  for (const { get } of [one, one, other]) await get('/institutions/me/users');
  await request(one.apiUrl).get('/institutions/me/users');
  await one.get('/nonsense');
  const value = await metricsOf(steered);
  expect(value('id_emulator_requests_total', { operation: 'issueToken', status: '200' })).toBe(2);
  expect(value('id_emulator_requests_total', { operation: 'getUsers', status: '200' })).toBe(3);
  expect(value('id_emulator_requests_total', { operation: 'getUsers', status: '401' })).toBe(1);
  expect(value('id_emulator_requests_total', { operation: 'none', status: '404' })).toBe(1);
  expect(value('id_emulator_requests_total', { operation: 'getCredentials' })).toBeUndefined();
  await steered.close();
});

test('scenarios are counted by name and operation', async () => {
  const steered = await startSteered({ population: 0 });
  const { get } = await steered.open({ scenario: 'rate-limit-burst;burst=2' });
  for (let call = 0; call < 3; call++) await get('/institutions/me/users');
  const value = await metricsOf(steered);
  expect(value('id_emulator_scenarios_applied_total', { scenario: 'rate-limit-burst', operation: 'getUsers' })).toBe(2);
  expect(value('id_emulator_requests_total', { operation: 'getUsers', status: '429' })).toBe(2);
  await steered.close();
});

test('durations are a histogram, in seconds', async () => {
  const steered = await startSteered({ population: 0 });
  const { get } = await steered.open();
  await get('/institutions/me/users').set('Emulator-Scenario', 'latency;from="20ms";to="25ms"');
  await get('/institutions/me/users');
  const value = await metricsOf(steered);
  const bucket = (le: string) => value('id_emulator_request_duration_seconds_bucket', { operation: 'getUsers', le });
  expect(value('id_emulator_request_duration_seconds_count', { operation: 'getUsers' })).toBe(2);
  expect(bucket('+Inf')).toBe(2);
  expect(bucket('0.01')).toBeLessThanOrEqual(1);
  expect(value('id_emulator_request_duration_seconds_sum', { operation: 'getUsers' })).toBeGreaterThan(0.019);
  await steered.close();
});

test('sandboxes are counted as they are now', async () => {
  const steered = await startSteered({ population: 0 });
  const sandbox = await steered.open();
  expect((await metricsOf(steered))('id_emulator_sandboxes')).toBe(2);
  await sandbox.done('delete', '');
  expect((await metricsOf(steered))('id_emulator_sandboxes')).toBe(1);
  expect((await steered.control('get', '/health')).body).toMatchObject({ sandboxes: 1 });
  await steered.close();
});

test('metrics are there before anything has been asked, and the control plane is not counted', async () => {
  const steered = await startSteered({ population: 0 });
  const answer = await steered.control('get', '/metrics');
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(samplesIn(answer.text)).toEqual([{ name: 'id_emulator_sandboxes', labels: {}, value: 1 }]);
  await steered.control('get', '/health');
  expect((await metricsOf(steered))('id_emulator_requests_total')).toBeUndefined();
  await steered.close();
});

test('emulators in one process count for themselves', async () => {
  const [one, other] = await Promise.all([startSteered({ population: 0 }), startSteered({ population: 0 })]);
  await one.open();
  expect((await metricsOf(other))('id_emulator_requests_total')).toBeUndefined();
  await Promise.all([one.close(), other.close()]);
});
