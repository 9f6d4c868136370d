/** Whole verifications: repeated, in parallel, against a running emulator, and without anything to verify. */

import { createServer } from 'node:http';
import { junitReport, textReport, verifyPacts, type VerificationReport } from 'id-emulator/pact';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { budget } from '../../budget.js';
import { listening } from '../../listening.js';
import { pactV2, pactV3, usersInteraction, type Interaction } from '../../pact/pact-documents.js';
import { outcomes, verified } from './verified.js';

const PARTY = {
  providerStates: [{ name: 'party party::123 has disclosed GITHUB' }],
  request: {
    method: 'GET',
    path: '/api/v1/institutions/me/human-scores/party::123',
    headers: { Authorization: 'Bearer x' },
  },
};
const LINK = {
  providerStates: [{ name: 'contract 00ada exists' }],
  request: {
    method: 'POST',
    path: '/api/v1/verification/generate-link',
    headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
    body: { contractId: '00ada' },
  },
  response: { status: 200 },
};

/** Many differences in one response: the verifier reports them in another order each time. */
const MANY_DIFFERENCES = usersInteraction(200, {
  description: 'many differences',
  response: {
    status: 200,
    headers: { 'X-One': '1', 'X-Two': '2', 'X-Three': '3' },
    body: { zeta: 1, alpha: 2, items: [{ id: 'x', email: 4, fullName: 5, kycStatus: 6 }], pagination: { total: 'c' } },
  },
});

const REPETITIONS = budget({ short: 1, long: 5 });

test('the same pacts result in the same report, byte for byte except for times, in every form', async () => {
  await using folder = await temporaryFolder({
    'a.json': pactV3([
      { ...PARTY, response: { status: 200, body: { humanScore: { totalScore: -1 } } } },
      usersInteraction(200),
      LINK,
    ]),
    ...Object.fromEntries(['b', 'c'].map((name) => [`${name}.json`, pactV2([MANY_DIFFERENCES])])),
  });
  const forms = [(report: VerificationReport) => JSON.stringify(report), textReport, junitReport];
  const report = async (): Promise<string[]> => {
    const done = await verifyPacts({ pacts: [folder.path] });
    return forms.map((form) => form(done).replaceAll(/"seconds":[\d.e-]+|time="[\d.]+"/g, ''));
  };
  const first = await report();
  for (let again = 0; again < REPETITIONS; again++) expect(await report()).toEqual(first);
});

const VERIFICATIONS = budget({ short: 2, long: 5 });
const PACTS = budget({ short: 6, long: 10 });

test(`${VERIFICATIONS} concurrent verifications of ${PACTS} pacts each do not affect each other`, async () => {
  const reports = await Promise.all(
    Array.from({ length: VERIFICATIONS }, (_, run) =>
      verified(
        Object.fromEntries(
          Array.from({ length: PACTS }, (_pact, at) => {
            const states = at % 2 === 0 ? { providerState: 'the institution is rate limited' } : {};
            return [
              `${run}-${at}.json`,
              pactV2([usersInteraction(at % 2 === 0 ? 429 : 200, states)], { consumer: `consumer ${at}` }),
            ];
          }),
        ),
      ),
    ),
  );
  expect(reports.map(({ counts }) => counts)).toEqual(
    Array.from({ length: VERIFICATIONS }, () => ({ passed: PACTS, failed: 0, pending: 0 })),
  );
}, 60_000);

test('a running emulator can be the target and stays unchanged', async () => {
  await using emulator = await startEmulator({ controlToken: 'sesame' });
  const report = await verified(
    { 'a.json': pactV3([{ description: 'score', ...PARTY, response: { status: 200 } }]) },
    { target: emulator.url, controlToken: 'sesame' },
  );
  expect(outcomes(report)).toEqual({ score: 'passed' });
  expect(emulator.sandboxes()).toHaveLength(1);
});

test.each([
  ['text/plain', 'hello'],
  ['application/json', '{}'],
])('a target that is no emulator is refused in one line: %s', async (type, body) => {
  await using server = await listening(createServer((_req, res) => res.setHeader('Content-Type', type).end(body)));
  const { url } = server;
  await expect(verified({ 'a.json': pactV2([usersInteraction(200)]) }, { target: url })).rejects.toThrow(
    `the server at ${url} is not an emulator of this version`,
  );
});

test('a file that is no pact leaves the verification incomplete, and the other pacts are verified', async () => {
  const report = await verified({ 'broken.json': '{', 'a.json': pactV2([usersInteraction(200)]) });
  expect(report).toMatchObject({
    verdict: 'incomplete',
    counts: { passed: 1, failed: 0 },
    problems: [{ source: expect.stringMatching(/broken\.json$/) as string }],
  });
});

test('the verification fails if every pact is for another provider', async () => {
  const report = await verified({ 'a.json': pactV2([usersInteraction(200)]) }, { provider: 'payments' });
  expect(report).toMatchObject({
    verdict: 'failed',
    problems: [{ message: expect.stringContaining('no pact names the provider "payments"') as string }],
  });
});

test('a broker that does not respond leaves the verification incomplete, and the other pacts are verified', async () => {
  const report = await verified(
    { 'a.json': pactV2([usersInteraction(200)]) },
    { provider: 'identity', broker: { url: 'http://me:s3same@nowhere.invalid' } },
  );
  expect(report).toMatchObject({
    verdict: 'incomplete',
    counts: { passed: 1 },
    problems: [
      {
        source: 'the broker at nowhere.invalid',
        message: expect.stringContaining('the broker does not respond') as string,
      },
    ],
  });
  expect(JSON.stringify(report)).not.toContain('s3same');
});

test('progress is reported after each pact', async () => {
  const seen: string[] = [];
  await verified(
    {
      'a.json': pactV2([usersInteraction(200)], { consumer: 'a' }),
      'b.json': pactV2([usersInteraction(418)], { consumer: 'b' }),
    },
    {
      onProgress: ({ consumer, passed, failed, done, total }) =>
        seen.push(`${consumer} ${passed} ${failed} ${done}/${total}`),
    },
  );
  expect(seen.toSorted().map((line) => line.replace(/ \d\/2/, ''))).toEqual(['a 1 0', 'b 0 1']);
});

test('provider states from the options are added to the shipped ones', async () => {
  const report = await verified(
    { 'a.json': pactV2([usersInteraction(429, { description: 'own', providerState: 'our quota is used up' })]) },
    {
      states: [
        {
          name: 'quota-used-up',
          summary: 'Every call is throttled.',
          sentences: ['our quota is used up'],
          parameters: {},
          setUp: async (sandbox) => {
            await sandbox.use('rate-limit-burst');
          },
        },
      ],
    },
  );
  expect(outcomes(report)).toEqual({ own: 'passed' });
});

test('a state with a misspelled result, or with a value that no text can be, fails its interaction', async () => {
  const generators = { query: { search: { type: 'ProviderState', expression: '${name}' } } };
  const { request } = usersInteraction(200) as { readonly request?: object };
  const asked = { ...request, query: { search: ['x'] }, generators };
  const asking = (name: string): Interaction =>
    usersInteraction(200, { description: name, providerStates: [{ name }], request: asked });
  const stateOf = (name: string, outcome: object) =>
    ({ name, summary: 'x', sentences: [name], parameters: {}, setUp: () => Promise.resolve(outcome) }) as const;
  const report = await verified(
    { 'a.json': pactV3([asking('misspelled'), asking('nested')]) },
    { states: [stateOf('misspelled', { value: { name: 'b' } }), stateOf('nested', { values: { name: { a: 1 } } })] },
  );
  expect(report.pacts[0]!.interactions.map(({ failures }) => failures[0]!.message)).toEqual([
    'provider state "misspelled" cannot be set up: it returns "value"; did you mean "values"?',
    'the provider states return {"a":1} as "name"; path, query and headers take a text or a number',
  ]);
});

test('a module of states that cannot be loaded ends the verification before any interaction', async () => {
  const verification = verified({ 'a.json': pactV2([usersInteraction(200)]) }, { states: 'no-such-module.mjs' });
  await expect(verification).rejects.toThrow('no-such-module.mjs: there is no such file');
});

test('options without pacts and broker are refused', async () => {
  await expect(verifyPacts({})).rejects.toThrow('there is nothing to verify');
});
