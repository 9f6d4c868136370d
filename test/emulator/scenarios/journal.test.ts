/** The journal records which scenarios were applied to each exchange, and why. */

import { expect, test } from 'vitest';
import { completeOptions } from '../../../src/emulator/complete-options.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const { emulator } = await untilEnd(startInstitution({ now: '2026-01-01T00:00:00Z' }));

testExchanges(new URL('journal.yaml', import.meta.url), sandboxesOf(emulator));

test('the journal keeps the last exchanges, a thousand unless another size is asked for', async () => {
  const small = await startInstitution({ journalSize: 50 });
  await Promise.all(Array.from({ length: 70 }, () => small.get('/institutions/me/users?limit=1')));
  const kept = small.emulator.defaultSandbox.requests();
  await small.close();
  expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, place) => 22 + place));
  expect(completeOptions({}).journalSize).toBe(1_000);
});
