/** Evidence: the observations of a run about open points, and how `id-emulator fidelity --evidence` uses them. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fidelity } from '../../../src/cli/reference/fidelity.js';
import { observedPoints, refuseDrifts } from '../../../src/cli/upstream/evidence.js';
import { checksWith } from '../../../src/upstream/conformance/report/conformance-report.js';
import type { ConformanceReport } from '../../../src/upstream/report-types.js';
import { conformanceSuites, conformanceText } from '../../../src/upstream/conformance/report/format-report.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { compileSchema } from '../../../src/contract/documents/check-document.js';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { junitXml } from '../../../src/common/reporting/junit.js';
import { shippedSchema } from '../../../src/common/shipped-files.js';
import { contractOf, shippedContract } from '../../../src/start/shipped.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { startAlteringProxy, type Alterations } from './altering-proxy.js';
import { completeRun } from './sound-run.js';

let emulator: Emulator;
let sound: ConformanceReport;

beforeAll(async () => {
  emulator = await startEmulator();
  sound = await runThrough({});
}, 30_000);

afterAll(() => emulator.close());

/** A run through a proxy that removes the emulator's own headers. */
async function runThrough(
  { response, ...alterations }: Alterations,
  only?: readonly string[],
): Promise<ConformanceReport> {
  await using proxy = await startAlteringProxy(emulator.url, {
    ...alterations,
    response: (given, request) => {
      for (const name of [...given.headers.keys()].filter((header) => header.startsWith('emulator-')))
        given.headers.delete(name);
      response?.(given, request);
    },
  });
  return await runConformance({
    ...completeRun(emulator),
    baseUrl: proxy.url,
    tokenUrl: proxy.tokenUrl,
    ...(only && { only }),
  });
}

async function evidenceFile(folder: string, evidence: unknown): Promise<string> {
  const file = join(folder, 'evidence.json');
  await writeFile(file, JSON.stringify(evidence, undefined, 2));
  return file;
}

test('a proxy that alters nothing but those headers fails no check', () => {
  expect(checksWith(sound, 'fail', 'otherwise')).toEqual([]);
});

test('evidence matches its schema', () => {
  const validate = compileSchema(shippedSchema('evidence'));
  validate(sound.evidence);
  expect(validate.errors).toBeNull();
});

test('evidence has the values of an enumeration, the number of responses, and their times by the clock of the server', () => {
  const { points, isEmulator } = sound.evidence;
  expect(isEmulator).toBe(false);
  expect(points['RequestStatus:values']).toMatchObject({
    verdict: 'as-guessed',
  });
  const words = points['RequestStatus:values']!.observed.map((seen) => seen.split(' (')[0]);
  expect(words.toSorted()).toEqual(['APPROVED', 'EXPIRED', 'PENDING', 'REJECTED']);
  expect(points['RequestStatus:values']!.count).toBeGreaterThan(10);
  const forms = points['Timestamp:format']!.observed.map((seen) => /: (\S+) \(/.exec(seen)?.[1]);
  expect([...new Set(forms)]).toEqual(['9999-99-99T99:99:99.999Z']);
  expect(Date.parse(points['RequestStatus:values']!.to!)).toBeGreaterThanOrEqual(
    Date.parse(emulator.defaultSandbox.clock.reading().time) - 60_000,
  );
});

test('confirmed guesses become recorded', async () => {
  await using folder = await temporaryFolder();
  const observed = observedPoints([await evidenceFile(folder.path, sound.evidence)], shippedContract());
  expect(observed.drifts).toEqual([]);
  const basisOf = (id: string): string => observed.points.find((point) => point.id === id)!.basis;
  expect(basisOf('RequestStatus:values')).toBe('recorded');
  expect(basisOf('RateLimited:when')).toBe('chosen');
  expect(basisOf('UsersLimit:default')).toBe('specified');
  expect(fidelity({ basis: ['recorded'] }, observed)).toMatch(/^\d+ points: \d+ recorded\n$/m);
});

test('an observation that contradicts a point is listed and fails the command', async () => {
  await using folder = await temporaryFolder();
  const report = await runThrough(
    {
      response: (response, { url }) => {
        const { items } = (response.body ?? {}) as { readonly items?: Record<string, unknown>[] };
        if (url.pathname.endsWith('/users'))
          for (const item of items ?? []) if (item['reqStatus'] === 'PENDING') item['reqStatus'] = 'WAITING';
      },
    },
    ['reads', 'points'],
  );
  const observed = observedPoints([await evidenceFile(folder.path, report.evidence)], shippedContract());
  expect(observed.drifts.map(({ point }) => point.id)).toContain('RequestStatus:values');
  const text = fidelity({}, observed);
  expect(text).toContain('contradicted by observation\n');
  expect(text).toMatch(
    /^ {2}chosen {2}RequestStatus:values .*\n {4}a word in upper case \(\d+ times?\)\n {4}observed: .*APPROVED/m,
  );
  expect(() => {
    refuseDrifts(observed.drifts);
  }).toThrow(/^the evidence contradicts .*RequestStatus:values/);
  expect((JSON.parse(fidelity({ json: true }, observed)) as { drifts: unknown[] }).drifts).toHaveLength(
    observed.drifts.length,
  );
});

test('report and evidence contain no secrets and no personal data', () => {
  const run = completeRun(emulator);
  const users = emulator.defaultSandbox.world.parties({ limit: 100 }).items;
  const personal = users.flatMap(({ partyId, email, firstName, lastName, username }) =>
    [partyId, email, firstName && `${firstName} ${lastName}`, username].filter((value) => value !== undefined),
  );
  const written = [
    JSON.stringify(sound),
    JSON.stringify(sound.evidence),
    conformanceText(sound, true),
    junitXml(conformanceSuites(sound)),
  ].join('\n');
  const reported = [
    run.clientSecret,
    run.expiredToken!,
    run.expiredLink!,
    run.partyId!,
    run.contractId!,
    run.email!,
    ...personal,
  ].filter((value) => written.includes(value));
  expect(personal.length).toBeGreaterThan(100);
  expect(reported).toEqual([]);
});

test('descriptions of contradictions contain no personal data', async () => {
  const report = await runThrough(
    {
      response: (response, { url }) => {
        const { items } = (response.body ?? {}) as { readonly items?: Record<string, unknown>[] };
        if (url.pathname.endsWith('/credentials'))
          for (const item of items ?? [])
            Object.assign(item, { provider: 'ben.brook@example.com', issuedAt: 'Ben Brook', freshness: 'Ben' });
      },
    },
    ['reads', 'credentials', 'points'],
  );
  const written = JSON.stringify([report, report.evidence]);
  expect(checksWith(report, 'fail').length).toBeGreaterThan(0);
  expect(written).not.toMatch(/ben\.brook|Brook/);
});

test('evidence from an emulator is rejected, because it proves nothing about the service', async () => {
  await using folder = await temporaryFolder();
  const file = await evidenceFile(folder.path, { ...sound.evidence, isEmulator: true });
  expect(() => observedPoints([file], shippedContract())).toThrow(
    /^.*evidence\.json:10:17: \/isEmulator: this was observed at an emulator, which proves nothing about the service$/,
  );
});

test('evidence of a later revision is read with that revision', async () => {
  await using folder = await temporaryFolder();
  const evidence: Evidence = sound.evidence;
  const file = await evidenceFile(folder.path, {
    ...evidence,
    contract: { ...evidence.contract, revision: '2026-04' },
    points: { Emails: evidence.points['RequestStatus:values'] },
  });
  expect(() => observedPoints([file], shippedContract())).toThrow(
    /evidence\.json:5:17: \/contract\/revision: this was observed against revision 2026-04; read it with --revision 2026-04$/,
  );
  expect(observedPoints([file], contractOf('2026-04')).points.find(({ id }) => id === 'Emails')!.basis).toBe(
    'public-client',
  );
});

test('an unknown point is rejected with its position and a suggestion', async () => {
  await using folder = await temporaryFolder();
  const evidence: Evidence = sound.evidence;
  const file = await evidenceFile(folder.path, {
    ...evidence,
    points: { 'RequestStatus:value': evidence.points['RequestStatus:values'] },
  });
  expect(() => observedPoints([file], shippedContract())).toThrow(
    /evidence\.json:\d+:\d+: \/points\/RequestStatus:value: the contract has no such point; did you mean "RequestStatus:values"\?$/,
  );
});

test('a file of version 2, which earlier runs of conform wrote, is read', async () => {
  await using folder = await temporaryFolder();
  const { contract } = sound.evidence;
  const file = await evidenceFile(folder.path, {
    format: 'id-emulator-evidence',
    version: 2,
    contract,
    host: 'id.example.com',
    isEmulator: false,
    points: {
      'service:unknown-member': {
        verdict: 'as-guessed',
        observed: ['200'],
        contradictions: [],
        count: 1,
        checks: ['links.unknown-member'],
      },
    },
  });
  const { points } = observedPoints([file], shippedContract());
  expect(points.find(({ id }) => id === 'service:unknown-member')!.basis).toBe('recorded');
});

test('an invalid evidence file is rejected with every mistake and its position', async () => {
  await using folder = await temporaryFolder();
  const file = await evidenceFile(folder.path, { ...sound.evidence, version: 1, host: 'https://id.example.com/' });
  expect(() => observedPoints([file], shippedContract())).toThrow(
    /:3:14: \/version: expected one of 2, 3, found 1\n.*\/host: expected a host, without scheme and path, found /,
  );
});
