/** An imported state is refused as a whole, or everything of the emulator still answers. */

import fc from 'fast-check';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budget } from '../../budget.js';
import { changed, HOSTILE, type Path, placesIn } from '../../damaged.js';
import {
  problem,
  problemIn,
  startControlledEmulator,
  type ControlledEmulator,
  type TestSandbox,
} from './controlled-emulator.js';

const NOW = '2026-01-31T09:00:00Z';

let controlled: ControlledEmulator;
let source: TestSandbox;
let target: TestSandbox;
let state: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  controlled = await startControlledEmulator({ population: 0, now: NOW });
  const fixture = {
    parties: [
      {
        partyId: 'ada',
        email: 'ada@example.com',
        alias: 'ada',
        username: 'ada',
        firstName: 'Ada',
        lastName: 'Abbott',
        scenario: 'extra-members',
        credentials: [
          {
            provider: 'GITHUB',
            contractId: '00aa',
            issuedAt: '-P3D',
            metadata: { email: 'ada@example.com', verifiedAt: NOW, emailVerified: true },
            social: { followersCount: 3, githubBio: 'Me' },
          },
        ],
      },
    ],
  };
  source = await controlled.open({ fixture, population: 3, name: 'source', revision: '2026-04' });
  target = await controlled.open({});
  await source.done('post', '/scenarios', { select: 'rate-limit-with-date;requests=1000, flaky;share=0', for: '1d' });
  await source.done('post', '/world/parties', {
    partyId: 'bob',
    email: 'b@example.com',
    firstName: 'B',
    lastName: 'B',
  });
  await source.done('patch', '/world/parties/bob', { alias: 'bob' });
  await source.done('post', '/world/parties/bob/credentials', { provider: 'REDDIT', metadata: { username: 'bob' } });
  await source.done('post', '/world/parties/bob/requests', { provider: 'SUMSUB' });
  await source.done('post', '/world/parties/bob/decisions', { status: 'APPROVED' }).catch(() => undefined);
  await source.done('post', '/world/credentials/00aa/supersede', { after: '10m' });
  await source.get('/institutions/me/users');
  state = await source.done('get', '/state');
});
afterAll(() => controlled.close());

const SERVICE = [
  '/institutions/me/users?limit=100',
  '/institutions/me/users?search=a&sortBy=email',
  '/institutions/me/credentials?limit=100',
  '/institutions/me/human-scores?limit=100',
  '/institutions/me/credentials/ada',
  '/institutions/me/human-scores/ada',
  '/institutions/me/credentials/resolve?partyId=bob',
  '/institutions/me/credentials/resolve?q=ada',
];
const CONTROL = [
  '',
  '/clock',
  '/scenarios',
  '/world/parties?limit=100',
  '/world/parties/ada',
  '/world/credentials/00aa',
  '/world/events',
  '/state',
  '/bundle',
  '/journal',
  '/behaviour',
  '/fidelity',
  '/pact?consumer=c',
];

/** The requests to the sandbox that fail, and to all sandboxes. */
async function failures(sandbox: TestSandbox): Promise<string[]> {
  const { emulator } = controlled;
  const token = await request(emulator.url).post(`/_emulator/sandboxes/${sandbox.id}/access-tokens`).send({});
  const { accessToken = '' } = token.body as { accessToken?: string };
  const answers = [
    ...(await Promise.all(
      SERVICE.map((path) => request(sandbox.apiUrl).get(path).auth(accessToken, { type: 'bearer' })),
    )),
    await request(sandbox.apiUrl)
      .post('/verification/generate-link')
      .auth(accessToken, { type: 'bearer' })
      .send({ contractId: '00aa' }),
    token,
    ...(await Promise.all(CONTROL.map((path) => sandbox.control('get', path)))),
    await controlled.control('get', '/sandboxes'),
  ];
  return answers.flatMap(({ status, request: { method, url }, text }) =>
    status >= 500 ? [`${method} ${url} ${status} ${text}`] : [],
  );
}

test('the state itself is imported, and everything answers', async () => {
  await target.done('put', '/state', state);
  expect(await failures(target)).toEqual([]);
});

test(
  'a state with a hostile value in any place is refused with 422, or everything still answers',
  async () => {
    const places = placesIn(state);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.constantFrom(...HOSTILE), async (place, value) => {
        const { status } = await target.control('put', '/state', changed(state, place, value) as object);
        expect([200, 422]).toContain(status);
        if (status === 200) expect(await failures(target)).toEqual([]);
      }),
      { numRuns: budget({ short: 60, long: 5_000 }), seed: 15 },
    );
  },
  budget({ short: 60_000, long: 1_800_000 }),
);

const LONG_NAME = 'x'.repeat(201);

test.each<[string, Path, unknown, string]>([
  ['a name of 201 characters', ['options', 'name'], LONG_NAME, '/options/name'],
  [
    'metadata of a wrong type',
    ['options', 'fixture', 'parties', 0, 'credentials', 0, 'metadata', 'email'],
    5,
    '/options/fixture/parties/0/credentials/0/metadata/email',
  ],
  ['an epoch in the year 9999', ['epoch'], 253_402_300_799_999, '/epoch'],
  [
    'a NUL character in an ID',
    ['options', 'fixture', 'parties', 0, 'partyId'],
    'a\0',
    '/options/fixture/parties/0/partyId',
  ],
  [
    'a parameter out of its range',
    ['activations', 0, 'parameters', 'requests'],
    -1,
    '/activations/0/parameters/requests',
  ],
  ['a parameter of a wrong type', ['activations', 1, 'parameters', 'share'], 'half', '/activations/1/parameters/share'],
  ['no value for a parameter', ['activations', 1, 'parameters', 'share'], undefined, '/activations/1/parameters/share'],
  ['an unknown parameter', ['activations', 1, 'parameters', 'nonsense'], 1, '/activations/1/parameters/nonsense'],
  [
    'drip of 0 bytes',
    ['activations', 0],
    { selector: 'sandbox', scenario: 'drip', parameters: { bytes: 0, every: 50 }, key: 'k', id: '1' },
    '/activations/0/parameters/bytes',
  ],
  ['an added party with another ID', ['events', 0, 'partyId'], 'another', '/events/0'],
])('a state with %s returns 422 with the pointer, and changes nothing', async (_, place, value, pointer) => {
  const before = (await target.control('get', '/state')).text;
  const response = await target.control('put', '/state', changed(state, place, value) as object);
  expect(problemIn(response)).toMatchObject(problem(422, { pointer }));
  expect((await target.control('get', '/state')).text).toBe(before);
});

test('a state whose scenarios cannot be active together returns 422', async () => {
  const [first] = state['activations'] as object[];
  const response = await target.control('put', '/state', { ...state, activations: [first, first] });
  expect(problemIn(response)).toMatchObject(problem(422, { pointer: '/activations' }));
});
