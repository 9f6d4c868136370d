/** The suite against our own emulator. */

import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesFrom } from '../../declared-types.js';
import { shippedPath, shippedSchema } from '../../../src/common/shipped-files.js';
import { compileSchema, shapeMistakes } from '../../../src/contract/documents/check-document.js';
import { readDocument } from '../../../src/contract/documents/read-document.js';
import { checkGroups } from '../../../src/upstream/conformance/checks/checks.js';
import { checksWith } from '../../../src/upstream/conformance/report/conformance-report.js';
import type { ConformanceReport } from '../../../src/upstream/report-types.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import { REVISIONS } from '../../../src/contract/contract.js';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { contractOf, shippedContract } from '../../../src/start/shipped.js';
import { completeRun } from './sound-run.js';

const GROUPS = checkGroups(contractOf(REVISIONS.at(-1)));

let emulator: Emulator;
let report: ConformanceReport;

beforeAll(async () => {
  emulator = await startEmulator();
  report = await runConformance(completeRun(emulator));
}, 30_000);

afterAll(() => emulator.close());

test('the emulator passes every check of known behaviour', () => {
  expect(checksWith(report, 'fail')).toEqual([]);
});

test('the emulator behaves as every guess of the contract says', () => {
  expect(checksWith(report, 'otherwise')).toEqual([]);
});

test('with all inputs, only rate limits remain unobserved', () => {
  expect(checksWith(report, 'skip', 'not-seen').map(({ id }) => id)).toEqual(['gateway.retry-after']);
  expect(report.incomplete).toBeUndefined();
});

test('there are more than 120 checks, each has a unique ID that begins with its group', () => {
  const ids = GROUPS.flatMap(({ name, checks }) => checks.map(({ id }) => ({ name, id })));
  expect(ids.length).toBeGreaterThan(120);
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
  expect(ids.filter(({ name, id }) => !id.startsWith(`${name}.`))).toEqual([]);
});

test('the report is what spec/upstream-types.yaml declares', () => {
  expect(differencesFrom('upstream-types', 'ConformanceReport', report)).toBeNull();
});

test('every check is based on a section of the specification or a point of the contract', () => {
  const points = contractOf(REVISIONS.at(-1))
    .fidelity()
    .points.map(({ id }) => id);
  const groundless = GROUPS.flatMap(({ checks }) => checks).filter(({ section, point, tentative }) =>
    section === undefined ? !points.includes((point ?? tentative)!) : !/^\d+(\.\d+)?$/.test(section),
  );
  expect(groundless).toEqual([]);
});

test('the file of every group has the form of spec/conformance.schema.json', () => {
  const validate = compileSchema(shippedSchema('conformance'));
  const files = readdirSync(shippedPath('spec/conformance')).filter((name) => name.endsWith('.yaml'));
  const mistakes = files.flatMap((name) => {
    const { listed } = shapeMistakes(readDocument(shippedPath(`spec/conformance/${name}`)), validate);
    return listed.map(({ line, message }) => `${name}:${line ?? 0}: ${message}`);
  });
  expect(mistakes).toEqual([]);
  expect(files.toSorted()).toEqual(GROUPS.map(({ name }) => `${name}.yaml`).toSorted());
});

test('every operation that requires a token is tried without one', () => {
  const guarded = [...shippedContract().operations.values()].filter(({ access }) => access === 'bearer');
  const ids = GROUPS.flatMap(({ checks }) => checks.map(({ id }) => id));
  const wanted = guarded.map(({ id }) => `authentication.${id}`);
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
});

test('every operation of the contract is called', () => {
  const asked = new Set(emulator.defaultSandbox.requests().map(({ operation }) => operation));
  expect([...shippedContract().operations.keys()].filter((id) => !asked.has(id))).toEqual([]);
});

test('the report recognizes an emulator', () => {
  expect(report.evidence.isEmulator).toBe(true);
});
