/** The tables of docs/lifecycle.md are what a running emulator does; "npm run docs" writes them. */

import { afterAll, beforeAll, test } from 'vitest';
import { kycStatusBy, type Standing } from '../../src/emulator/domain/world/credential-status.js';
import { USUAL_RULES } from '../../src/emulator/domain/world/usual-rules.js';
import { CHANGES, DECISIONS } from '../../src/emulator/domain/world/lifecycle.js';
import { startEmulator, type Emulator, type SandboxControl } from '../../src/index.js';
import { variedSandbox, type VariedSandbox } from '../contract/variants/varied-sandbox.js';
import { expectTables, tableOf } from './generated-tables.js';

const PAGE = new URL('../../docs/lifecycle.md', import.meta.url);
const PARTY = 'party::lifecycle';
const CONTRACT = '0011';
const PROVIDER = 'GITHUB';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ fixture: 'empty', population: 0, now: '2026-01-31T09:00:00Z' });
});
afterAll(() => emulator.close());

/** Something that happens to the party; "refused" if it cannot. */
type Act = (varied: VariedSandbox) => unknown;

const institutionRequests: Act = ({ send }) =>
  send('institutions/me/credentials/request', { json: { partyId: PARTY, providers: [PROVIDER] } });
const decide =
  (status: 'APPROVED' | 'REJECTED' | 'EXPIRED'): Act =>
  ({ sandbox: { world } }) => {
    const { id } = world.party(PARTY).requests.at(-1)!;
    world.decide(PARTY, { status, requestId: id });
  };
const inWorld =
  (act: (world: SandboxControl['world']) => unknown): Act =>
  ({ sandbox }) =>
    act(sandbox.world);
const passes =
  (duration: string): Act =>
  ({ sandbox }) =>
    sandbox.clock.advance(duration);

const NOTHING: readonly Act[] = [];
const REQUESTED = [institutionRequests];
const HIDDEN = [inWorld((world) => world.issue(PARTY, { provider: PROVIDER, contractId: CONTRACT, disclose: false }))];
const DISCLOSED = [inWorld((world) => world.issue(PARTY, { provider: PROVIDER, contractId: CONTRACT }))];
const revoke = inWorld((world) => world.revoke(CONTRACT));
const archive = inWorld((world) => world.archive(CONTRACT));
const expire = inWorld((world) => world.expire(CONTRACT));
const renew = inWorld((world) => world.supersede(CONTRACT));
const issueAgain = inWorld((world) => world.issue(PARTY, { provider: PROVIDER }));
const block = inWorld((world) => world.changeParty(PARTY, { status: 'BLOCKED' }));

const EVENTS: readonly (readonly [before: string, past: readonly Act[], event: string, act: Act])[] = [
  ['nothing', NOTHING, 'the institution requests the data', institutionRequests],
  ['a pending request', REQUESTED, 'the institution requests it again', institutionRequests],
  ['a pending request', REQUESTED, 'the party approves', decide('APPROVED')],
  [
    'a pending request',
    REQUESTED,
    'the provider issues a credential',
    inWorld((world) => world.issue(PARTY, { provider: PROVIDER, contractId: CONTRACT })),
  ],
  ['a credential, not disclosed', HIDDEN, 'the institution requests the data', institutionRequests],
  ['the same, with a pending request', [...HIDDEN, ...REQUESTED], 'the party approves', decide('APPROVED')],
  ['the same, with a pending request', [...HIDDEN, ...REQUESTED], 'the party rejects', decide('REJECTED')],
  ['the same, with a pending request', [...HIDDEN, ...REQUESTED], 'the request expires', decide('EXPIRED')],
  ['the same, rejected', [...HIDDEN, ...REQUESTED, decide('REJECTED')], 'the party approves', decide('APPROVED')],
  ['the same, rejected', [...HIDDEN, ...REQUESTED, decide('REJECTED')], 'it is requested again', institutionRequests],
  ['a disclosed credential', DISCLOSED, 'the institution requests it again', institutionRequests],
  ['a disclosed credential', DISCLOSED, 'the party withdraws its approval', decide('REJECTED')],
  ['a disclosed credential', DISCLOSED, 'the approval expires', decide('EXPIRED')],
  ['a disclosed credential', DISCLOSED, '30 days pass', passes('P30D')],
  ['a disclosed credential', DISCLOSED, '90 days pass', passes('P90D')],
  ['a disclosed credential', DISCLOSED, 'it expires', expire],
  ['a disclosed credential', DISCLOSED, 'the provider revokes it', revoke],
  ['a disclosed credential', DISCLOSED, 'the party archives it', archive],
  ['a disclosed credential', DISCLOSED, 'it is renewed', renew],
  ['an expired one', [...DISCLOSED, expire], 'it is renewed', renew],
  ['a revoked one', [...DISCLOSED, revoke], 'the party archives it', archive],
  ['a revoked one', [...DISCLOSED, revoke], 'the provider issues another', issueAgain],
  ['an archived one', [...DISCLOSED, archive], 'the provider issues another', issueAgain],
  ['an archived one', [...DISCLOSED, archive], 'the institution requests it again', institutionRequests],
  ['a disclosed credential', DISCLOSED, 'the party is blocked', block],
  [
    'the same, blocked',
    [...DISCLOSED, block],
    'it is no longer blocked',
    inWorld((world) => world.changeParty(PARTY, { status: 'ACTIVE' })),
  ],
  ['a disclosed credential', DISCLOSED, '15 minutes pass', passes('PT15M')],
];

/** A row of the table: what each response shows after the event. */
async function played(past: readonly Act[], act: Act): Promise<string[]> {
  const varied = variedSandbox(emulator, {});
  varied.sandbox.world.addParty({ partyId: PARTY, email: 'p@example.com', firstName: 'P', lastName: 'Party' });
  for (const earlier of past) await earlier(varied);
  const link = await tokenOf(varied);
  const outcome = await Promise.resolve()
    .then(() => act(varied))
    .then(
      () => 'done',
      () => 'refused: 409',
    );
  const renewed = { ...varied, send: withToken(varied) };
  return [outcome, ...(await shownBy(renewed)), link === undefined ? '–' : await checked(renewed, link)];
}

/** Sends with a new token: the clock may have passed the end of the old one. */
function withToken({ send, sandbox }: VariedSandbox): VariedSandbox['send'] {
  const { accessToken } = sandbox.accessToken();
  return (path, sent = {}) => send(path, { token: accessToken, ...sent });
}

async function shownBy({ send }: VariedSandbox): Promise<string[]> {
  const read = async <Body>(path: string): Promise<Body> => (await send(path)).json as Body;
  const { items } = await read<{ items: Record<string, string>[] }>('institutions/me/users?search=p@example.com');
  const credentials = await read<Record<string, string>[]>(`institutions/me/credentials/${PARTY}`);
  const { credentials: found } = await read<{ credentials: object[] }>(
    'institutions/me/credentials/resolve?q=p@example.com',
  );
  const { status, json } = await send(`institutions/me/human-scores/${PARTY}`);
  const { humanScore } = json as { humanScore?: { details: { providerCount: number } } };
  const link = await send('verification/generate-link', { json: { contractId: CONTRACT } });
  return [
    listed(items.map(({ reqStatus, kycStatus }) => `${reqStatus!} ${kycStatus!}`)),
    listed(credentials.map(({ kycStatus, freshness }) => `${kycStatus!} ${freshness!}`)),
    String(found.length),
    humanScore === undefined ? String(status) : humanScore.details.providerCount > 0 ? 'counts' : 'zero',
    String(link.status),
  ];
}

async function tokenOf({ send }: VariedSandbox): Promise<string | undefined> {
  const { json } = await send('verification/generate-link', { json: { contractId: CONTRACT } });
  return (json as { token?: string }).token;
}

async function checked({ send }: VariedSandbox, token: string): Promise<string> {
  const { status, json } = await send(`verification/check/${token}`);
  const shown = json as { status?: string; color?: string };
  return status === 200 ? `${shown.status!} ${shown.color!}` : String(status);
}

function listed(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : texts.join('<br>');
}

function transitions(what: string, table: Readonly<Record<string, readonly string[]>>): string {
  const rows = Object.entries(table).map(([from, to]) => [
    `\`${from}\``,
    to.length === 0 ? 'nothing: it is final' : to.map((state) => `\`${state}\``).join(', '),
  ]);
  return tableOf([what, 'can become'], rows);
}

function kycTable(): string {
  const standings: readonly (Standing | undefined)[] = ['valid', 'expired', 'revoked', undefined];
  const rows = (['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const).map((status) => [
    `\`${status}\``,
    ...standings.map((standing) => `\`${kycStatusBy('ACTIVE', status, standing, USUAL_RULES)}\``),
  ]);
  return tableOf(['request', 'valid credential', 'expired', 'revoked', 'none'], rows);
}

test('docs/lifecycle.md shows every event and its effect on every list; "npm run docs" writes it', async () => {
  const rows = [];
  for (const [before, past, event, act] of EVENTS) rows.push([before, event, ...(await played(past, act))]);
  const head = [
    'before',
    'event',
    'outcome',
    'users list',
    'credentials',
    'look-up',
    'score',
    'new link',
    'earlier link',
  ];
  const tables: Readonly<Record<string, string>> = {
    requests: transitions('a data request that is', DECISIONS),
    kyc: kycTable(),
    credentials: transitions('a credential that is', CHANGES),
    events: tableOf(head, rows),
  };
  await expectTables(PAGE, tables);
});
