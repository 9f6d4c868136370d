/** The benchmark with the tools that need no installation; its figures have no meaning here. */

import { beforeAll, expect, test } from 'vitest';
import { smoke, type Result } from '../../bench/smoke.js';

const CONTESTANTS = ['id-emulator', 'Express 5, stock', 'node:http, bare'];
const QUESTIONS = [
  'single score',
  'list of 10 credentials',
  'list of 100 credentials',
  'resolve',
  'batch of 100 links',
  'token',
];

let result: Result;
let page: string;

beforeAll(async () => {
  ({ result, page } = await smoke(['throughput']));
});

test('every tool receives every request and responds correctly', () => {
  for (const question of QUESTIONS) {
    const asked = result.rows.filter(({ figure }) => figure === question).map(({ contestant }) => contestant);
    expect(asked, question).toEqual(CONTESTANTS);
  }
});

test('every figure has a minimum, a median and a maximum', () => {
  for (const { samples, minimum, median, maximum } of result.rows) {
    expect(samples).toHaveLength(1);
    expect([minimum, median, maximum]).toEqual([samples[0], samples[0], samples[0]]);
  }
});

test('the report shows for each goal whether it is reached', () => {
  const goal = result.reach.find(({ id }) => id === 'token-bare');
  expect(goal).toMatchObject({ reach: 'at least 0.6', reached: goal!.measured! >= 0.6 });
  expect(page).toMatch(/^\| token, by bare.*\| +(?:yes|no) \|$/m);
});

test('a goal without figures is not reported as reached', () => {
  expect(result.reach.find(({ id }) => id === 'population-look-up')).toMatchObject({
    measured: undefined,
    reached: undefined,
  });
  expect(page).toMatch(/time of single look-ups .*\| not measured \|/);
});

test('the report contains versions and tools', () => {
  expect(result.environment.node).toBe(process.version);
  expect(Object.keys(result.environment.versions)).toEqual(expect.arrayContaining(['id-emulator', 'express']));
  for (const { does } of result.contestants) expect(page).toContain(does);
});
