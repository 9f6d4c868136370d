import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { fetchedBy, sandboxesOf, testExchanges, type Sender } from '../../../exchanges.js';
import { at } from '../../../written-values.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';

const { emulator } = await untilEnd(startInstitution());
const open = sandboxesOf(emulator);

const requests = cast('Alice').credentials.map(({ contractId }) => ({ contractId }));

/** The places of the items that fail in a batch with all of Alice's credentials. Each other one has a result. */
async function failed(sender: Sender, selection = ''): Promise<number[]> {
  const headers = { 'Emulator-Scenario': selection };
  const { status, json } = await fetchedBy(sender, 'verification/generate-links-batch', { requests }, headers);
  const results = at(json, 'results') as { contractId: string; result?: object; error?: object }[];
  expect([status, results.map(({ contractId }) => ({ contractId }))]).toEqual([200, requests]);
  return results.flatMap(({ error, result }, place) => {
    expect([error, result].filter((outcome) => outcome !== undefined)).toHaveLength(1);
    return error === undefined ? [] : [place];
  });
}

testExchanges(new URL('batch.yaml', import.meta.url), open, { failed });

test('batch-slow: the complete batch is returned after the delay', async () => {
  const start = performance.now();
  expect(await failed(await open({}), 'batch-slow;delay="150ms"')).toEqual([]);
  expect(performance.now() - start).toBeGreaterThan(140);
});
