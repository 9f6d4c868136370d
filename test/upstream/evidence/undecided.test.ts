/** What traffic leaves open is named with what would decide it, and is no difference. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { accusations } from './random-lives.js';
import { evidenceOf, harOf, Recorder } from './recorded-traffic.js';
import { testTraffic } from './written-traffic.js';

/** Two links of one credential that live 5 minutes: one is checked at once, and both are after 6. */
async function shortLinks(isReadAgain: boolean): Promise<Evidence> {
  await using emulator = await startEmulator({ population: 5, linkTtl: 300, now: '2026-11-28T10:00:00Z' });
  const recorder = new Recorder(emulator);
  await recorder.login();
  const { body } = await recorder.get('/institutions/me/credentials?limit=1');
  const [{ contractId }] = (body as { readonly items: readonly [{ readonly contractId: string }] }).items;
  const tokens: string[] = [];
  for (let link = 0; link < 2; link++) {
    const made = await recorder.post('/verification/generate-link', { contractId });
    tokens.push((made.body as { readonly token: string }).token);
  }
  await recorder.get(`/verification/check/${tokens[0]!}`);
  emulator.defaultSandbox.clock.advance('6m');
  for (const token of tokens) await recorder.get(`/verification/check/${token}`);
  if (isReadAgain) await recorder.get('/institutions/me/credentials?limit=1');
  return await evidenceOf(emulator.apiUrl, harOf(recorder.entries));
}

testTraffic(new URL('undecided.yaml', import.meta.url));

test('links that live shorter are shown by one that was never used, and the option is printed', async () => {
  const { points, options, undecided } = await shortLinks(true);

  expect(points['VerificationLink:lifetime']).toMatchObject({ verdict: 'otherwise' });
  expect(points['checkVerificationStatus:single-use']).toBeUndefined();
  expect(options).toEqual(['--link-ttl', '360']);
  expect(undecided).toEqual([]);
});

test('refused links of a credential that may be disclosed no longer leave the lifetime open', async () => {
  const evidence = await shortLinks(false);

  expect(accusations(evidence)).toEqual([]);
  expect(evidence.undecided).toEqual([
    expect.stringMatching(/^VerificationLink:lifetime: a link of 360 seconds .* a list .* afterwards decides$/),
  ]);
});

test('token requests to another address are named with the flag to add', async () => {
  await using emulator = await startEmulator({ population: 5 });
  const recorder = new Recorder(emulator);
  await recorder.login();
  await recorder.get('/institutions/me/users?limit=1');
  recorder.entries[0]!.request.url = 'https://auth.acme-id.test/realms/one/token?trace=1';

  const { undecided } = await evidenceOf(emulator.apiUrl, harOf(recorder.entries));

  expect(undecided).toEqual(['1 token request to https://auth.acme-id.test: add --token-url, with the whole address']);
});
