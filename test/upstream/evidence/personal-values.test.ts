/** No value of the traffic is in what evidence says, wherever it stands. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { evidenceText } from '../../../src/upstream/evidence/index.js';
import { budget } from '../../budget.js';
import { evidenceOf, harOf, Recorder } from './recorded-traffic.js';

let emulator: Emulator;
let text: string;

beforeAll(async () => {
  emulator = await startEmulator({ population: 20 });
  const recorder = new Recorder(emulator);
  await recorder.login();
  await recorder.get('/institutions/me/users?limit=3&search=an');
  await recorder.get('/institutions/me/credentials?limit=3');
  await recorder.get('/institutions/me/human-scores?limit=3');
  await recorder.get('/institutions/me/users?status=NONSENSE');
  await recorder.get('/institutions/me/credentials/resolve?u=somebody');
  await recorder.post('/institutions/me/credentials/generate-verification-link', { contractId: '00ff' });
  text = harOf(recorder.entries.map((entry) => ({ ...entry, _page: 'Title of a page' })));
});

afterAll(() => emulator.close());

/** Not the form of a member's name: one that most objects of a kind have is said. */
const PLANTED = 'Zebulon-quist';

test('values that are planted in random places stay unsaid', async () => {
  // Texts and names of members, those in bodies too; not the address that the user gives, nor what makes it a HAR.
  const places = [...text.matchAll(/(?<=["/=?&:]|\\")[A-Za-z0-9._-]{3,}(?=["/&?:]|\\")/g)];
  const some = fc.array(fc.nat(places.length - 1), { minLength: 1, maxLength: 12 });
  const { host } = new URL(emulator.apiUrl);
  await fc.assert(
    fc.asyncProperty(some, fc.boolean(), async (chosen, isWhole) => {
      let changed = text;
      for (const { 0: word, index } of chosen.map((at) => places[at]!).toSorted((a, b) => b.index - a.index)) {
        if (host.includes(word) || ['log', 'entries'].includes(word)) continue;
        changed = changed.slice(0, index) + PLANTED + (isWhole ? '' : word) + changed.slice(index + word.length);
      }
      const evidence = await evidenceOf(emulator.apiUrl, changed);
      expect(JSON.stringify(evidence) + evidenceText(evidence)).not.toContain(PLANTED);
    }),
    { numRuns: budget({ short: 60, long: 2_000 }), seed: 1 },
  );
});
