/** An emulator with the printed options behaves like the traffic: evidence of both says the same. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { evidenceOf, harOf, Recorder } from './recorded-traffic.js';

const CHOSEN = { 'max-limit': '50', timestamps: 'seconds', 'no-match': '404', 'verification-url': 'check' };

async function evidenceIn(variants: Readonly<Record<string, string>>): Promise<Evidence> {
  await using emulator = await startEmulator({ variants, population: 20, clientSecret: 'pass+word%41' });
  const recorder = new Recorder(emulator);
  await recorder.login();
  for (const query of ['users?limit=50', 'users?limit=60', 'credentials/resolve?q=nobody@nowhere.invalid'])
    await recorder.get(`/institutions/me/${query}`);
  const { body } = await recorder.get('/institutions/me/credentials?limit=1');
  const [credential] = (body as { readonly items: readonly { readonly contractId: string }[] }).items;
  await recorder.post('/verification/generate-link', { contractId: credential!.contractId });
  return await evidenceOf(emulator.apiUrl, harOf(recorder.entries));
}

/** Points that are otherwise, with their variants. */
function refuted({ points }: Evidence): readonly (readonly [string, string | undefined])[] {
  return Object.entries(points).flatMap(([id, { verdict, variant }]) =>
    verdict === 'as-guessed' ? [] : [[id, variant] as const],
  );
}

test('traffic is like that of an emulator with the options that its evidence prints', async () => {
  const recorded = await evidenceIn(CHOSEN);
  const options = recorded.options.filter((option) => option !== '--variant').map((option) => option.split('='));
  expect(Object.fromEntries(options)).toEqual(CHOSEN);
  const again = await evidenceIn(Object.fromEntries(options) as Record<string, string>);
  expect(refuted(again)).toEqual(refuted(recorded));
  expect(refuted(again).filter(([, variant]) => variant === undefined)).toEqual([]);
  expect([again.contradictions, again.surprises]).toEqual([recorded.contradictions, recorded.surprises]);
});
