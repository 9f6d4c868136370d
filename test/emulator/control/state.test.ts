/** The state of a sandbox as a document: export and import. */

import { expect, test } from 'vitest';
import type { Emulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { changed } from '../../damaged.js';
import { fetchedBy, perform, sandboxesOf, testExchanges, type Sender } from '../../exchanges.js';
import { tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';
import { startControlledEmulator, type ControlledEmulator } from './controlled-emulator.js';

const NOW = '2026-01-31T09:00:00.000Z';
const [BEN, PAULA] = [cast('Ben').partyId, cast('Paula').partyId];
const BENS = cast('Ben').credentials[0]!.contractId;
const ANY = expect.any(Number) as number;

const { emulator } = await untilEnd(startControlledEmulator({ population: 20, now: NOW }));
const open = sandboxesOf(emulator);

/** A sandbox with a change of every kind. */
async function livedIn(): Promise<Sender> {
  const scenario = 'extra-members';
  const sender = await open({ seed: 9, population: 15, tokenTtl: 1_000, linkTtl: 500, scenario });
  const credentials = [{ provider: 'REDDIT', contractId: '00bb', issuedAt: '-P2D' }];
  const select = 'rate-limit-steady;requests=40, flaky;share=0.3';
  const steps = [
    { 'POST control/scenarios': null, json: { select, for: '1d' } },
    'advance 5m',
    {
      'POST control/world/parties': null,
      json: { email: 'new@example.com', firstName: 'New', lastName: 'Comer', credentials },
    },
    { 'PATCH control/world/parties/$Paula': null, json: { scenario: 'server-error' } },
    { 'POST control/world/credentials/$Ben.0/supersede': null, json: { after: '10m' } },
    { 'GET users': [ANY, ANY, ANY, ANY, ANY] },
    { 'POST credentials/request': ANY, json: { partyId: '$Ben', providers: ['DISCORD'] } },
    { 'POST verification/generate-link': ANY, json: { contractId: '$Ben.0' } },
  ];
  await perform(steps, sender);
  return sender;
}

const own = async (sender: Sender): Promise<object> => (await fetchedBy(sender, 'control/state')).json as object;

/** A state whose parts are replaced. */
async function whole(): Promise<object> {
  const credentials = [
    { provider: 'GITHUB', contractId: '00aa', issuedAt: '-P3D', metadata: { email: 'ada@example.com' } },
  ];
  const ada = { partyId: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Abbott', credentials };
  const sender = await open({ fixture: { parties: [ada] }, population: 0 });
  const bob = { partyId: 'bob', email: 'b@example.com', firstName: 'B', lastName: 'B' };
  await perform(
    [
      { 'POST control/scenarios': null, json: { select: 'rate-limit-with-date;requests=9, flaky;share=0', for: '1d' } },
      { 'POST control/world/parties': null, json: bob },
      { 'PATCH control/world/parties/bob': null, json: { status: 'BLOCKED' } },
      { 'POST control/world/credentials/00aa/revoke': null, json: { after: '1h' } },
    ],
    sender,
  );
  return own(sender);
}

const [used, sound] = await Promise.all([livedIn(), whole()]);

testExchanges(new URL('state.yaml', import.meta.url), async (options) => {
  if (Object.keys(options).length === 0) return livedIn();
  if (!('at' in options)) return open(options);

  const { at, is } = options as { readonly at: string; readonly is?: unknown };
  return { ...used, values: { ...used.values, spoilt: changed(sound, at.split('/'), is) } };
});

const CALLS: readonly [path: string, body?: object][] = [
  ['users?limit=100'],
  ['credentials?limit=100'],
  ['human-scores?limit=100'],
  [`credentials/${BEN}`],
  [`human-scores/${PAULA}`],
  ['credentials/resolve?q=new@example.com'],
  ['credentials/request', { partyId: PAULA, providers: ['TWITTER'] }],
  ['verification/generate-link', { contractId: BENS }],
  [`control/world/parties/${BEN}/credentials`, { provider: 'LINKEDIN', supersede: false }],
  ['control/world/events'],
  ['control/scenarios'],
  ['control/clock'],
  ['control/clock/advance', { by: '6m' }],
];

/** Status, relevant headers and body of many responses, with issued tokens and links among them. */
async function answersOf(sender: Sender): Promise<unknown> {
  const Authorization = `Bearer ${await tokenOf(sender.values as unknown as Emulator)}`;
  const answers = [];
  for (const [path, body] of [...CALLS, ...CALLS]) {
    const { status, headers, text } = await fetchedBy(sender, path, body, { Authorization });
    // The control plane's responses have the machine's date; everything else must be equal.
    const date = headers.has('Emulator-Exchange') && headers.get('Date');
    const others = ['Emulator-Exchange', 'Retry-After', 'Emulator-Scenario-Applied'].map((name) => headers.get(name));
    answers.push([status, date, ...others, text]);
  }
  // Links contain the sandbox.
  return JSON.parse(
    JSON.stringify(answers).replaceAll(/[\w-]{80,}/g, (run) => (/^00[0-9a-f]{136}$/.test(run) ? run : 'link')),
  ) as unknown;
}

test('a sandbox with an imported state returns the same responses as its source, issued numbers included', async () => {
  const first = await livedIn();
  const other = await open({ name: 'other', fixture: 'empty', seed: 1 });
  await perform([{ 'PUT control/state': null, json: await own(first) }], other);
  expect(await answersOf(other)).toEqual(await answersOf(first));
});

test('a state in another emulator gives the same bytes, tokens and links included', async () => {
  const [one, other] = await Promise.all([
    startControlledEmulator({ population: 20, now: NOW }),
    startControlledEmulator({ population: 3 }),
  ]);
  const sandbox = await one.sandbox('default');
  await sandbox.post('/institutions/me/credentials/request', { partyId: BEN, providers: ['DISCORD'] });
  await other.control('put', '/sandboxes/default/state', await sandbox.done('get', '/state'));
  const seen = async (controlled: ControlledEmulator) => {
    const { token, get, post } = await controlled.sandbox('default');
    const link = await post('/verification/generate-link', { contractId: BENS });
    return [token, link.text.replaceAll(controlled.emulator.url, ''), (await get('/institutions/me/users')).text];
  };
  expect(await seen(other)).toEqual(await seen(one));
  await Promise.all([one.close(), other.close()]);
});
