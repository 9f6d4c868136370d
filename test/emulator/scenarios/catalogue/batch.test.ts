import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution());

interface Item {
  readonly contractId: string;
  readonly result?: { readonly token: string };
  readonly error?: { readonly message: string };
}

const contractIds = cast('Alice').credentials.map(({ contractId }) => contractId);

/** The items of the response to a batch with all of Alice's credentials. */
async function batch(selection?: string): Promise<readonly Item[]> {
  const call = institution.post('/verification/generate-links-batch', {
    requests: contractIds.map((contractId) => ({ contractId })),
  });
  const response = await (selection === undefined ? call : call.set('Emulator-Scenario', selection));
  expect(response.status).toBe(200);
  return (response.body as { results: Item[] }).results;
}

async function failedPlaces(selection?: string): Promise<number[]> {
  const results = await batch(selection);
  expect(results.map(({ contractId }) => contractId)).toEqual(contractIds);
  return results.flatMap(({ error, result }, place) => {
    expect([error, result].filter((outcome) => outcome !== undefined)).toHaveLength(1);
    return error === undefined ? [] : [place];
  });
}

test.each([
  ['one position', 'batch-partial-failure;indexes=2', [2]],
  ['several positions, one beyond the end', 'batch-partial-failure;indexes="0,5,77"', [0, 5]],
  ['a contract ID', `batch-partial-failure;contracts="${contractIds[4]!}"`, [4]],
  ['positions and a contract ID', `batch-partial-failure;indexes=1;contracts="${contractIds[3]!}"`, [1, 3]],
  ['no share', 'batch-partial-failure;share=0', []],
  ['everything', 'batch-partial-failure;share=1', [0, 1, 2, 3, 4, 5]],
])('batch-partial-failure: %s', async (_, selection, places) => {
  expect(await failedPlaces(selection)).toEqual(places);
});

test('batch-reordered-items: the results come in the opposite order', async () => {
  const results = await batch('batch-reordered-items');
  expect(results.map(({ contractId }) => contractId)).toEqual(contractIds.toReversed());
});

test('batch-partial-failure: by default half of the items fail, always the same ones', async () => {
  const first = await failedPlaces('batch-partial-failure');
  expect(first).toHaveLength(3);
  expect(await failedPlaces('batch-partial-failure')).toEqual(first);
});

test('batch-partial-failure: at least one item fails, even with a small share', async () => {
  expect(await failedPlaces('batch-partial-failure;share=0.01')).toHaveLength(1);
});

test('batch-partial-failure: without the scenario no item fails', async () => {
  await batch('batch-partial-failure');
  expect(await failedPlaces()).toEqual([]);
});

test('batch-partial-failure: the links of the other items are valid', async () => {
  const [failed, ...others] = await batch('batch-partial-failure;indexes=0');
  expect(failed!.error!.message).toBe('The link could not be generated.');
  const checks = await Promise.all(
    others.map(async ({ result }) => (await institution.get(`/verification/check/${result!.token}`)).status),
  );
  expect(checks).toEqual([200, 200, 200, 200, 200]);
});

test('batch-total-failure: every item fails, and the status is still 200', async () => {
  expect(await failedPlaces('batch-total-failure')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await failedPlaces()).toEqual([]);
});

test('batch-duplicate-items: the first item is returned twice, the others once', async () => {
  const results = await batch('batch-duplicate-items');
  expect(results.map(({ contractId }) => contractId)).toEqual([contractIds[0], ...contractIds]);
  expect(results[0]).toEqual(results[1]);
  expect(await failedPlaces()).toEqual([]);
});

test('batch-slow: the complete batch is returned after the delay', async () => {
  const start = performance.now();
  expect(await failedPlaces('batch-slow;delay="150ms"')).toEqual([]);
  expect(performance.now() - start).toBeGreaterThan(140);
});

test('batch-slow: a single link is not slow', async () => {
  const response = await institution
    .post('/verification/generate-link', { contractId: contractIds[0] })
    .set('Emulator-Scenario', 'batch-slow;delay="60s"');
  expect(response.status).toBe(200);
});
