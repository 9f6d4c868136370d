/** Searches in a large population: other requests are served meanwhile, and those of clients that have gone are dropped. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allAtOnce, sortInSteps, STEP_SIZE } from '../../../src/common/steps.js';
import { Population } from '../../../src/emulator/domain/population/population.js';
import { USUAL_RULES } from '../../../src/emulator/domain/world/standing-rules.js';
import { DAY, Now } from '../../../src/emulator/domain/time/now.js';
import { generatedRows } from '../../../src/emulator/domain/world/users/generated-rows.js';
import { compareRows, matches, type UsersQuery } from '../../../src/emulator/domain/world/users/query.js';
import { startInstitution, type Institution } from '../../institution.js';

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
  const gone = Array.from('abcdefghijklmnoprstu', async (letter) => {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.end(
      `GET /api/v1/institutions/me/users?search=${letter}&orderBy=fullName HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${institution.token}\r\n\r\n`,
    );
    socket.resume();
    await once(socket, 'close');
  });
  await Promise.all(gone);
  await institution.get('/institutions/me/users?search=present');
  const searches = searched().filter((query) => query.includes('orderBy'));
  expect(searches).toEqual([]);
  expect(searched().at(-1)).toContain('present');
});

const population = new Population(7, STEP_SIZE + 500, 1_001);
const time = new Now(400 * DAY, 0);
const rows = Array.from({ length: population.size }, (_, index) => population.party(index)).flatMap((party) =>
  party.requests.map((request) => ({ party, request })),
);

test.each<[string, UsersQuery]>([
  ['a search', { search: 'an', orderBy: 'regDate', descending: true, rules: USUAL_RULES }],
  ['a filter in another order', { status: 'ACTIVE', orderBy: 'fullName', descending: false, rules: USUAL_RULES }],
  ['an order', { orderBy: 'email', descending: true, rules: USUAL_RULES }],
  ['what depends on the time', { kycStatus: 'EXPIRED', orderBy: 'kycStatus', descending: true, rules: USUAL_RULES }],
])('several steps find the same rows as the definition of the list: %s', (_, query) => {
  const inSteps = allAtOnce(generatedRows(population, query, time));
  const defined = rows.filter((row) => matches(row, query, time)).sort(compareRows(query, time));
  expect(inSteps.length).toBe(defined.length);
  expect(Array.from(defined, (_row, at) => inSteps.at(at).request.id)).toEqual(
    defined.map(({ request }) => request.id),
  );
});

const [some, other] = [population.party(17), population.party(4_711)];
const email = some.email!;
const tag = /\d+/.exec(other.email!)![0];

test.each([
  ...[
    email,
    email.slice(3),
    email.slice(0, -4),
    tag,
    tag.slice(1),
    tag.slice(0, 3),
    `${tag}@`,
    `0${tag}`,
    '@example.o',
  ],
  ...[
    some.username!,
    'a.b',
    '.',
    'com',
    'Ó'.toLowerCase(),
    'ann',
    'ed',
    '0',
    'xyzzy',
    'party',
    '1220',
    ':',
    '::12',
    'y::',
  ],
  // Whole IDs, parts with no whole word of eight digits, and parts on both sides of what all IDs have.
  ...[some.partyId, other.partyId.slice(0, 12), other.partyId.slice(5, 30), other.partyId.slice(36, 50), 'party::0'],
  ...[other.partyId.slice(34, 46), other.partyId.slice(-9), '1220f', 'a::1220', 'f', 'ff', 'fff', '0123', '1220a1'],
  ...Array.from({ length: 9 }, (_, at) => some.partyId.slice(46 + at, 46 + at + 8)),
])('a search finds the rows of the definition: %s', (search) => {
  const query: UsersQuery = { search, orderBy: 'regDate', descending: true, rules: USUAL_RULES };
  const found = allAtOnce(generatedRows(population, query, time));
  const defined = rows.filter((row) => matches(row, query, time)).map(({ request }) => request.id);
  const ids = Array.from({ length: found.length }, (_, at) => found.at(at).request.id);
  expect(ids.toSorted((a, b) => a - b)).toEqual(defined.toSorted((a, b) => a - b));
});

test('numbers are sorted in steps as they are at once', () => {
  const numbers = Float64Array.from({ length: 5 * STEP_SIZE + 7 }, (_, at) => (at * 7_919) % 10_007);
  expect(allAtOnce(sortInSteps(numbers.slice()))).toEqual(numbers.toSorted());
});
