/** States of which nothing appears in request or response: each is a warning, unless an exemption explains it. */

import { beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { EXEMPTIONS } from '../../../src/pact/states/unseen-states.js';
import { verifyPactsBy } from '../../../src/verify/verify-pacts.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { filledEntries } from '../../filled-entries.js';
import { pactV3 } from '../../pact/pact-documents.js';
import { statusVerifier } from '../corpus/status-verifier.js';

const ME = '/api/v1/institutions/me';

interface Case {
  readonly states: readonly string[];
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Default: 200. */
  readonly status?: number;
}

/** By exemption, an interaction that is right with it, and one that only looks so. */
const CASES = filledEntries<{ readonly right: Case; readonly wrong: Case }>(
  new URL('unseen-states.yaml', import.meta.url),
  'right wrong',
);

/** The codes of the findings about states, by the place in the list. */
let found: readonly (readonly string[])[];

beforeAll(async () => {
  const cases = CASES.flatMap(([, { right, wrong }]) => [right, wrong]);
  found = (await findingsOf(cases)).map((findings) => findings.map(({ code, kind }) => code ?? kind!));
});

interface Found {
  readonly code?: string;
  readonly kind?: string;
  readonly where?: string;
  readonly message: string;
}

/** The findings in each case. */
async function findingsOf(cases: readonly Case[], options: object = {}): Promise<(readonly Found[])[]> {
  const interactions = cases.map(({ states, path, query = {}, status = 200 }, at) => ({
    description: String(at),
    providerStates: states.map((name) => ({ name })),
    request: {
      method: 'GET',
      path,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
      headers: { Authorization: 'Bearer any-token' },
    },
    response: { status },
  }));
  await using folder = await temporaryFolder({ 'a.json': pactV3(interactions) });
  const { pacts } = await verifyPactsBy(statusVerifier(), { pacts: [folder.path], ...options });
  return pacts[0]!.interactions.map(({ warnings, failures }): readonly Found[] => [...failures, ...warnings]);
}

test('every exemption has a case', () => {
  expect(CASES.map(([exemption]) => exemption)).toEqual(Object.keys(EXEMPTIONS));
});

test.each(CASES.map(([exemption], at) => [exemption, at] as const))('a state is right if %s', (_, at) => {
  expect(found[2 * at]).toEqual([]);
});

test.each(CASES.map(([exemption], at) => [exemption, at] as const))(
  'a state is not right that only looks as if %s',
  (_, at) => {
    expect(found[2 * at + 1]).toEqual(['state.subject.unseen']);
  },
);

test('the finding names the filters that exclude what the state sets up, and no other parameter', async () => {
  const states = ['user p1 has KYC status REJECTED'];
  const path = `${ME}/users`;
  const queries = [
    { kycStatus: 'APPROVED', orderBy: 'id', limit: '2' },
    { kycStatus: 'APPROVED', reqStatus: 'APPROVED', status: 'ACTIVE' },
    { search: 'nobody is called so' },
  ];
  const findings = await findingsOf(queries.map((query) => ({ states, path, query })));
  expect(
    findings.map(([one]) => [one!.where, /because (.*) in the request excludes it/.exec(one!.message)?.[1]]),
  ).toEqual([
    ['request query kycStatus', 'kycStatus=APPROVED'],
    ['request query kycStatus', 'kycStatus=APPROVED and reqStatus=APPROVED'],
    ['request query search', 'search=nobody is called so'],
  ]);
});

test('a list with more pages than are searched is a remark', async () => {
  await using emulator = await startEmulator({ population: 9_000 });
  const [found] = await findingsOf(
    [{ states: ['a user with KYC status REJECTED exists'], path: `${ME}/users`, query: { kycStatus: 'APPROVED' } }],
    { target: emulator.url },
  );
  expect(found).toMatchObject([
    { code: 'state.subject.unread', message: expect.stringContaining('more pages than are searched') as string },
  ]);
});
