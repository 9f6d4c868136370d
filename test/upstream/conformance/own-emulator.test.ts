/** The suite against our own emulator. */

import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedPath, shippedSchema } from '../../../src/common/shipped-files.js';
import { compileSchema, shapeMistakes } from '../../../src/contract/documents/check-document.js';
import { readDocument } from '../../../src/contract/documents/read-document.js';
import { checkGroups } from '../../../src/upstream/conformance/checks/index.js';
import { checksWith, runConformance, type ConformanceReport } from '../../../src/upstream/conformance/index.js';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { contractOf, shippedContract } from '../../../src/start/shipped.js';
import { completeRun } from './sound-run.js';

const OF_LATER_REVISIONS = new Set(
  checkGroups(shippedContract()).flatMap(({ checks }) =>
    checks.filter(({ since }) => since !== undefined).map(({ id }) => id),
  ),
);

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

test('with all inputs, only rate limits and later revisions remain unobserved', () => {
  const unseen = checksWith(report, 'skip', 'not-seen').map(({ id }) => id);
  expect(unseen.filter((id) => !OF_LATER_REVISIONS.has(id))).toEqual(['throttling.retry-after', 'throttling.met']);
  expect(report.incomplete).toBeUndefined();
});

test('there are more than 120 checks, each has a unique ID that begins with its group', () => {
  const ids = checkGroups(shippedContract()).flatMap(({ name, checks }) => checks.map(({ id }) => ({ name, id })));
  expect(ids.length).toBeGreaterThan(120);
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
  expect(ids.filter(({ name, id }) => !id.startsWith(`${name}.`))).toEqual([]);
});

test('every check is based on a section of the specification or a point of the contract', () => {
  const isPoint = (id: string, revision: string | undefined): boolean =>
    contractOf(revision)
      .fidelity()
      .points.some((point) => point.id === id);
  const groundless = checkGroups(shippedContract())
    .flatMap(({ checks }) => checks)
    .filter((check) => ('point' in check ? !isPoint(check.point, check.since) : !/^\d+(\.\d+)?$/.test(check.section)));
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
  const groups = checkGroups(shippedContract()).map(({ name }) => `${name}.yaml`);
  expect(files.toSorted()).toEqual(groups.filter((name) => name !== 'shapes.yaml').toSorted());
});

test('every operation that requires a token is tried without one', () => {
  const guarded = [...shippedContract().operations.values()].filter(({ access }) => access === 'bearer');
  const ids = checkGroups(shippedContract()).flatMap(({ checks }) => checks.map(({ id }) => id));
  const wanted = guarded.map(({ id }) => `authentication.${id}.missing`);
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
});

test('every operation of the contract is called', () => {
  const asked = new Set(emulator.defaultSandbox.requests().map(({ operation }) => operation));
  expect([...shippedContract().operations.keys()].filter((id) => !asked.has(id))).toEqual([]);
});

test('the report recognizes an emulator', () => {
  expect(report.isEmulator).toBe(true);
});
