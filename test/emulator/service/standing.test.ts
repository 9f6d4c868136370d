/** Credentials that are not valid, and parties that are blocked: every response says the same of them. */

import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { variedSandbox } from '../../contract/variants/varied-sandbox.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const { emulator } = await untilEnd(startInstitution({ population: 60, now: '2026-01-31T09:00:00Z' }));

testExchanges(new URL('standing.yaml', import.meta.url), sandboxesOf(emulator));

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
