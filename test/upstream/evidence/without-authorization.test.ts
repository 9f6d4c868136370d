/** A browser's usual export has no `Authorization`: a success proves its token, and a refusal nothing. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { evidenceOf, harOf, Recorder } from './recorded-traffic.js';

const VARIANTS = { 'link-status': '201', 'duplicate-in-batch': 'once' } as const;

/** What traffic with links says, without the header in each request. */
async function evidenceWithout(): Promise<Evidence> {
  await using emulator = await startEmulator({ variants: VARIANTS, population: 20 });
  const recorder = new Recorder(emulator);
  await recorder.login();
  const { body } = await recorder.get('/institutions/me/credentials?limit=1');
  const [{ contractId }] = (body as { readonly items: readonly [{ readonly contractId: string }] }).items;
  await recorder.post('/verification/generate-link', { contractId });
  await recorder.post('/verification/generate-links-batch', { requests: [{ contractId }, { contractId }] });
  await recorder.get('/institutions/me/users/nobody');
  await recorder.get('/institutions/me/human-scores/nobody');
  for (const { request } of recorder.entries)
    request.headers = request.headers.filter(({ name }) => name !== 'Authorization');
  return await evidenceOf(emulator.apiUrl, harOf(recorder.entries));
}

test('links and batches without Authorization name their variants', async () => {
  const { options } = await evidenceWithout();

  expect(options).toContain('link-status=201');
  expect(options).toContain('duplicate-in-batch=once');
});

test('what refusals mean stays open, and the report says how to export the recording', async () => {
  const { undecided } = await evidenceWithout();

  expect(undecided).toEqual([
    expect.stringMatching(/^4\d\d of getHumanScoreByPartyId: the recording has no Authorization.*sensitive data/),
  ]);
});

test.each([401, 403])('a %i without Authorization says nothing beside a success without it', async (status) => {
  await using emulator = await startEmulator({ population: 5 });
  const recorder = new Recorder(emulator);
  await recorder.login();
  await recorder.get('/institutions/me/users?limit=1');
  await recorder.get('/institutions/me/users?limit=2');
  for (const { request } of recorder.entries)
    request.headers = request.headers.filter(({ name }) => name !== 'Authorization');
  recorder.entries.at(-1)!.response.status = status;

  const { points, options } = await evidenceOf(emulator.apiUrl, harOf(recorder.entries));

  expect(Object.keys(points).filter((id) => id.startsWith('Unauthorized'))).toEqual([]);
  expect(options.join()).not.toContain('unauthenticated');
});

test('nothing is said of the tokens that the export does not have', async () => {
  const { points } = await evidenceWithout();

  expect(Object.keys(points).filter((id) => /^(?:bearerToken|Unauthorized)/.test(id))).toEqual([]);
});

test.each([401, 403])('a %i alone, as exported after an incident, says nothing of a missing token', async (status) => {
  await using emulator = await startEmulator({ population: 5 });
  const recorder = new Recorder(emulator);
  await recorder.get('/institutions/me/users?limit=1');
  await recorder.get('/institutions/me/nothing');
  await recorder.get('/verification/check/nothing');
  for (const { response } of recorder.entries) response.status = status;
  await recorder.form({ grant_type: 'client_credentials' });

  const { points, undecided } = await evidenceOf(emulator.apiUrl, harOf(recorder.entries));

  const silent = /^(?:Unauthorized|service:order-of-checks|checkVerificationStatus:access-token|ClientRefused)/;
  expect(Object.keys(points).filter((id) => silent.test(id))).toEqual([]);
  expect(undecided.join()).toContain(`${status} of getUsers: the recording has no Authorization`);
});

test('beside a request with Authorization, a 403 without it is one to a missing token', async () => {
  await using emulator = await startEmulator({ population: 5, variants: { unauthenticated: '403' } });
  const recorder = new Recorder(emulator);
  await recorder.get('/institutions/me/users?limit=1');
  await recorder.login();
  await recorder.get('/institutions/me/users?limit=1');

  const { options } = await evidenceOf(emulator.apiUrl, harOf(recorder.entries));

  expect(options).toContain('unauthenticated=403');
});
