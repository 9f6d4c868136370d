/** Credentials that are not valid, and parties that are blocked: every response says the same of them. */

import { expect, test } from 'vitest';
import { startEmulator, type SandboxControl, type SandboxOptions } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { variedSandbox, type VariedSandbox } from '../../contract/variants/varied-sandbox.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(
  startEmulator(
    { population: 60 },
    {
      onInternalError: (error) => {
        throw error;
      },
    },
  ),
);

interface Seen {
  readonly user: string;
  readonly credential: string;
  readonly hasScore: boolean;
  readonly check: string;
}

const ben = cast('Ben');
const contractId = ben.credentials[0]!.contractId;

/** What each response says of Ben, who has one credential. */
async function look({ send }: VariedSandbox): Promise<Seen> {
  const read = async <Body>(path: string): Promise<Body> => (await send(path)).json as Body;
  const [row] = (await read<{ items: UserRow[] }>(`institutions/me/users?search=${ben.partyId}`)).items;
  const [credential] = await read<ListedCredential[]>(`institutions/me/credentials/${ben.partyId}`);
  const { humanScore } = await read<{ humanScore: { totalScore: number } }>(
    `institutions/me/human-scores/${ben.partyId}`,
  );
  const { json: link } = await send('verification/generate-link', { json: { contractId } });
  const check = await read<Check>(`verification/check/${(link as { token: string }).token}`);
  return {
    user: `${row!.reqStatus} ${row!.kycStatus}`,
    credential: credential === undefined ? 'not listed' : `${credential.kycStatus} ${credential.freshness}`,
    hasScore: humanScore.totalScore > 0,
    check: `${check.status} ${check.color} ${check.isActive ? 'active' : 'not active'}`,
  };
}

interface UserRow {
  readonly reqStatus: string;
  readonly kycStatus: string;
}
interface ListedCredential {
  readonly kycStatus: string;
  readonly freshness: string;
}
interface Check {
  readonly status: string;
  readonly color: string;
  readonly isActive: boolean;
}

type Act = (sandbox: SandboxControl) => unknown;

const VALID: Seen = {
  user: 'APPROVED APPROVED',
  credential: 'APPROVED FRESH',
  hasScore: true,
  check: 'strong green active',
};

test.each<[string, Act, Seen]>([
  ['a valid', () => undefined, VALID],
  [
    'a revoked',
    ({ world }) => world.revoke(contractId),
    { user: 'APPROVED REJECTED', credential: 'REJECTED REVOKED', hasScore: false, check: 'revoked red not active' },
  ],
  [
    'an expired',
    ({ world }) => world.expire(contractId),
    { user: 'APPROVED EXPIRED', credential: 'EXPIRED FRESH', hasScore: false, check: 'expired red not active' },
  ],
  [
    'an archived',
    ({ world }) => world.archive(contractId),
    { user: 'APPROVED TO_DO', credential: 'not listed', hasScore: false, check: 'archived red not active' },
  ],
  [
    'a blocked party’s',
    ({ world }) => world.changeParty(ben.partyId, { status: 'BLOCKED' }),
    { user: 'APPROVED BLOCKED', credential: 'BLOCKED REVOKED', hasScore: false, check: 'revoked red not active' },
  ],
])('users list, credentials, score and check agree about %s credential', async (_, act, expected) => {
  const varied = variedSandbox(emulator, {});
  act(varied.sandbox);
  expect(await look(varied)).toEqual(expected);
});

test('the score of a revoked credential stays at zero while the clock advances', async () => {
  const varied = variedSandbox(emulator, {});
  varied.sandbox.world.revoke(contractId);
  varied.sandbox.clock.advance('P200D');
  const { accessToken } = varied.sandbox.accessToken();
  const { json } = await varied.send(`institutions/me/human-scores/${ben.partyId}`, { token: accessToken });
  expect(json).toMatchObject({ humanScore: { totalScore: 0 } });
});

test('the score falls at the moment at which the credential expires', async () => {
  const varied = variedSandbox(emulator, {});
  varied.sandbox.clock.freeze();
  varied.sandbox.world.expire(contractId, { after: '60s' });
  varied.sandbox.clock.advance('59s');
  expect((await look(varied)).hasScore).toBe(true);
  varied.sandbox.clock.advance('1s');
  expect((await look(varied)).hasScore).toBe(false);
});

test('the score of a party whose credentials are all revoked is zero', async () => {
  const { sandbox, send } = variedSandbox(emulator, {});
  const alice = cast('Alice');
  for (const held of alice.credentials) sandbox.world.revoke(held.contractId);
  const { json } = await send(`institutions/me/human-scores/${alice.partyId}`);
  expect(json).toMatchObject({ humanScore: { totalScore: 0, badges: [], details: { providerCount: 0 } } });
});

test('a party that is no longer blocked has its credentials back', async () => {
  const varied = variedSandbox(emulator, {});
  varied.sandbox.world.changeParty(ben.partyId, { status: 'BLOCKED' });
  varied.sandbox.world.changeParty(ben.partyId, { status: 'ACTIVE' });
  expect(await look(varied)).toEqual(VALID);
});

test('a renewed credential is listed once, and the old one only has its check', async () => {
  const { sandbox, send } = variedSandbox(emulator, {});
  const { contractId: renewed } = sandbox.world.supersede(contractId);
  expect((await send(`institutions/me/credentials/${ben.partyId}`)).json).toMatchObject([{ contractId: renewed }]);
  const { token } = sandbox.verificationLink(contractId);
  expect((await send(`verification/check/${token}`)).json).toMatchObject({
    status: 'archived',
    isSuperseded: true,
    isActive: false,
  });
});

test.each<[NonNullable<NonNullable<SandboxOptions['variants']>['dead-credentials-listed']>, number]>([
  ['valid', 1],
  ['all', 3],
])(
  'in variant dead-credentials-listed=%s the whole list has the credentials of each party',
  async (variant, ofSven) => {
    const { sandbox, send } = variedSandbox(emulator, { variants: { 'dead-credentials-listed': variant } });
    sandbox.world.issue(cast('Uma').partyId, { provider: 'REDDIT' });
    sandbox.world.addParty({
      email: 'new@example.com',
      firstName: 'New',
      lastName: 'Comer',
      credentials: [{ provider: 'GITHUB', contractId: '00new', issuedAt: '-P1D' }],
    });
    const generated = sandbox.world.parties({ offset: 40, limit: 1 }).items[0]!;
    sandbox.world.issue(generated.partyId, { provider: 'REDDIT' });
    const listed: { partyId: string; contractId: string }[] = [];
    for (let total = 1; listed.length < total;) {
      const { json } = await send(`institutions/me/credentials?limit=7&offset=${listed.length}`);
      const { items, pagination } = json as { items: typeof listed; pagination: { total: number } };
      listed.push(...items);
      ({ total } = pagination);
    }
    const held = sandbox.world.parties({ limit: 200 }).items.flatMap(({ credentials }) => credentials);
    const expected = held.filter(
      ({ disclosed, state, expired }) => disclosed && (variant === 'all' || (state === 'active' && !expired)),
    );
    expect(listed.map((item) => item.contractId)).toEqual(expected.map((item) => item.contractId));
    expect(listed.filter(({ partyId }) => partyId === cast('Sven').partyId)).toHaveLength(ofSven);
    expect(listed.at(-1)!.contractId).toBe('00new');
  },
);
