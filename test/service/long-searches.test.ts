/** Searches in a large population: other requests are served meanwhile, and those of clients that have gone are dropped. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allAtOnce, sortInSteps, STEP_SIZE } from '../../src/domain/steps.js';
import { Population } from '../../src/domain/population/population.js';
import { DAY, Now } from '../../src/domain/time/now.js';
import { generatedRows } from '../../src/domain/world/users/generated-rows.js';
import { compareRows, matches, type UsersQuery } from '../../src/domain/world/users/query.js';
import { startInstitution, type Institution } from '../institution.js';

let institution: Institution;
beforeAll(async () => {
  institution = await startInstitution({ population: 10 * STEP_SIZE });
});
afterAll(() => institution.close());

const searched = () => institution.emulator.defaultSandbox.requests().map(({ query }) => JSON.stringify(query));

test('a request is served while a search of another client runs', async () => {
  const order: string[] = [];
  const search = institution.get('/institutions/me/users?search=no-such-name').then(() => order.push('search'));
  const others = institution.get('/institutions/me/credentials?limit=1').then(() => order.push('other'));
  await Promise.all([search, others]);
  expect(order).toEqual(['other', 'search']);
});

test('searches whose clients have gone are dropped before they start', async () => {
  const { port } = new URL(institution.emulator.apiUrl);
  const gone = Array.from({ length: 20 }, async (_, at) => {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.end(
      `GET /api/v1/institutions/me/users?search=gone${at} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${institution.token}\r\n\r\n`,
    );
    socket.resume();
    await once(socket, 'close');
  });
  await Promise.all(gone);
  await institution.get('/institutions/me/users?search=present');
  const searches = searched().filter((query) => query.includes('gone'));
  expect(searches).toEqual([]);
  expect(searched().at(-1)).toContain('present');
});

const population = new Population(7, STEP_SIZE + 500, 1_001);
const time = new Now(400 * DAY, 0);
const rows = Array.from({ length: population.size }, (_, index) => population.party(index)).flatMap((party) =>
  party.requests.map((request) => ({ party, request })),
);

test.each<[string, UsersQuery]>([
  ['a search', { filter: { search: 'an' }, order: { by: 'regDate', descending: true } }],
  ['a filter in another order', { filter: { status: 'ACTIVE' }, order: { by: 'fullName', descending: false } }],
  ['an order', { filter: {}, order: { by: 'email', descending: true } }],
  ['what depends on the time', { filter: { kycStatus: 'EXPIRED' }, order: { by: 'kycStatus', descending: true } }],
])('several steps find the same rows as the definition of the list: %s', (_, query) => {
  const inSteps = allAtOnce(generatedRows(population, query, time.now)).rows;
  const defined = rows.filter((row) => matches(row, query.filter, time)).sort(compareRows(query.order, time));
  expect(inSteps.length).toBe(defined.length);
  expect(Array.from(defined, (_row, at) => inSteps.at(at).request.id)).toEqual(
    defined.map(({ request }) => request.id),
  );
});

test('numbers are sorted in steps as they are at once', () => {
  const numbers = Float64Array.from({ length: 5 * STEP_SIZE + 7 }, (_, at) => (at * 7_919) % 10_007);
  expect(allAtOnce(sortInSteps(numbers.slice()))).toEqual(numbers.toSorted());
});
