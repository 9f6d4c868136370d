/** Pacts against variants and the next revision: contract, emulator and comparison all follow. */

import { everyVariantText, verifyEveryVariant } from 'id-emulator/pact';
import { expect, test } from 'vitest';
import { startEmulator, variants } from '../../../src/index.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { AUTHORIZED, pactV2, usersInteraction } from '../../pact/pact-documents.js';
import { interactionIn, outcomes, verified } from './verified.js';

const UNKNOWN_LINK = {
  description: 'unknown link',
  request: { method: 'GET', path: '/api/v1/verification/check/none' },
  response: { status: 404, body: { error: 'not_found' } },
};
const BY_EMAIL = {
  description: 'by e-mail',
  request: {
    method: 'GET',
    path: '/api/v1/institutions/me/credentials',
    query: 'emails=ben.brook%40example.com',
    headers: AUTHORIZED,
  },
  response: { status: 200, body: { items: [{ email: 'ben.brook@example.com' }], pagination: { total: 1 } } },
};
const PACT = pactV2([usersInteraction(200), UNKNOWN_LINK]);

test('with a variant, emulator and comparison use the contract of the variant', async () => {
  const report = await verified({ 'a.json': PACT }, { variants: { 'error-body': 'problem' } });
  expect(outcomes(report)).toEqual({ 'users, answered 200': 'passed', 'unknown link': 'failed' });
  const { answer, failures } = interactionIn(report, 'unknown link');
  expect(JSON.parse(answer!.body)).toMatchObject({ type: 'about:blank', status: 404 });
  expect(failures.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['answer', 'contract']));
  expect(report.proves).toContain('(version 1.0.0, with error-body=problem)');
});

test('a failure in a variant has a notice about the guess', async () => {
  const { notices } = await verified({ 'a.json': PACT }, { variants: { 'error-body': 'empty' } });
  expect(notices).toEqual([
    'an interaction that fails with error-body=empty and passes without it depends on a guess: Error.error. The variant breaks: Clients that read the body of an error before its status, or show one of its members to people.',
  ]);
});

test('a pact for the next revision passes against it and fails against the specification', async () => {
  const files = { 'a.json': pactV2([BY_EMAIL]) };
  const [specified, revised] = [await verified(files), await verified(files, { revision: '2026-04' })];
  expect([outcomes(specified), outcomes(revised)]).toEqual([{ 'by e-mail': 'failed' }, { 'by e-mail': 'passed' }]);
  expect(revised).toMatchObject({ emulator: { contract: '1.1.0-2026-04', revision: '2026-04' } });
  expect(interactionIn(specified, 'by e-mail').warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('The contract has no "emails"'),
  ]);
});

test('a running emulator opens sandboxes with the variant, independent of its own variants', async () => {
  await using emulator = await startEmulator();
  const report = await verified(
    { 'a.json': PACT },
    { target: emulator.url, variants: { 'error-body': 'text' }, revision: '2026-04' },
  );
  expect(interactionIn(report, 'unknown link').answer).toMatchObject({
    body: 'Verification token not found or expired.',
  });
});

test('every variant is tried, and the report lists the variants that break an interaction', async () => {
  await using folder = await temporaryFolder({
    'a.json': pactV2([usersInteraction(200), UNKNOWN_LINK, usersInteraction(418)]),
  });
  const report = await verifyEveryVariant({ pacts: [`${folder.path}/a.json`] });
  expect(report).toMatchObject({
    verdict: 'failed',
    interactions: 2,
    failAnyway: ['reporting: users, answered 418 (status: expected 418 but was 200)'],
  });
  expect(report.variants.map(({ title }) => title)).toEqual(variants().map(({ title }) => title));
  const breaking = report.variants.filter(({ broken }) => broken.length > 0);
  expect(breaking.map(({ title }) => title)).toEqual([
    ...['problem', 'status-code', 'text', 'empty'].map((body) => `error-body=${body}`),
    ...['upper-case', 'reason'].map((codes) => `error-codes=${codes}`),
  ]);
  expect(breaking[0]).toMatchObject({
    about: ['Error.error'],
    exercised: 1,
    broken: [expect.stringMatching(/^reporting: unknown link \(.*\)$/) as string],
  });
  const text = everyVariantText(report);
  expect(text).toMatch(
    /\n✗ error-body=text +exercised by 1, breaks 1: a guess at Error\.error\n {4}Clients that .*\n {4}reporting: unknown link \(.*\)\n/,
  );
  expect(text).toMatch(
    /\nFails without variants:\n {2}reporting: users, answered 418 \(status: expected 418 but was 200\)\n/,
  );
  expect(text).toMatch(/\n✗ 2 interactions: \d+ of \d+ variants change a response, and 6 break an interaction\n/);
}, 60_000);

test('a variant that no interaction touches is not exercised', async () => {
  await using folder = await temporaryFolder({ 'a.json': pactV2([usersInteraction(200)]) });
  const report = await verifyEveryVariant({ pacts: [`${folder.path}/a.json`] });
  expect(report.verdict).toBe('passed');
  const exercised = report.variants.filter((variant) => variant.exercised > 0).map(({ title }) => title);
  expect(exercised).toContain('status-case=lower');
  expect(exercised).not.toContain('error-body=problem');
  const text = everyVariantText(report);
  expect(text).toMatch(/\n· error-body=problem +not exercised\n/);
  expect(text).toMatch(/\n✓ status-case=lower +exercised by 1\n/);
  expect(text).toMatch(
    /\n✓ 1 interaction: \d+ of \d+ variants change a response, and 0 break an interaction\n {2}guesses without a variant are not tried: .*\n$/,
  );
}, 60_000);

test.each([
  [{ variants: { 'error-bod': 'problem' } }, 'there is no point "error-bod" with variants; did you mean "error-body"?'],
  [{ variants: { 'error-body': 'html' } }, 'point "error-body" has no variant "html"'],
  [{ revision: '2026-05' }, 'there is no revision "2026-05"; did you mean "2026-04"?'],
  [
    {
      variants: { 'error-body': 'text' },
      provider: 'identity',
      broker: { url: 'http://127.0.0.1:9', publish: { providerVersion: '1' } },
    },
    'results for another revision or for variants cannot be published',
  ],
])('%j is refused', async (options, message) => {
  await expect(verified({ 'a.json': PACT }, options)).rejects.toThrow(message);
});
