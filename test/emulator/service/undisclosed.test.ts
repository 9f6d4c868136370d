/**
 * Nothing that a party has not disclosed shows in any response, or finds anybody (specification section 1): random parties,
 * every operation, and every name of theirs. Excepted are name and e-mail of the account in the users list, which are a
 * point of the contract, `unapproved-identity`.
 */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { variedSandbox } from '../../contract/variants/varied-sandbox.js';
import { Draw } from '../../fuzz/draw.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ fixture: 'empty', population: 0 }));

const PROVIDERS = ['GOOGLE', 'GITHUB', 'REDDIT'] as const;

interface RandomCredential {
  readonly provider: string;
  readonly contractId: string;
  readonly state: string;
  readonly metadata: { readonly email: string; readonly username?: string; readonly providerId: string };
}

interface RandomParty {
  readonly partyId: string;
  readonly email: string;
  readonly username: string;
  readonly credentials: readonly RandomCredential[];
  readonly requests: readonly { readonly provider: string; readonly status: string }[];
}

/** Each credential has a mark of its own in everything that a response could show of it. */
function randomParty(draw: Draw, number: number): RandomParty {
  const credentials = PROVIDERS.filter(() => draw.chance(0.7)).map((provider, at): RandomCredential => {
    const mark = `mark${number}x${at}end`;
    return {
      provider,
      contractId: `00${mark}`,
      state: draw.of(['active', 'active', 'active', 'revoked', 'archived', 'superseded']),
      metadata: { email: `${mark}@example.org`, ...(draw.chance(0.7) && { username: mark }), providerId: mark },
    };
  });
  const requests = credentials
    .filter(() => draw.chance(0.8))
    .map(({ provider }) => ({ provider, status: draw.of(['APPROVED', 'PENDING', 'REJECTED', 'EXPIRED']) }));
  return {
    partyId: `party${number}`,
    email: `account${number}@example.com`,
    username: `account${number}`,
    credentials,
    requests,
  };
}

const isDisclosed = ({ requests }: RandomParty, { provider }: RandomCredential): boolean =>
  requests.some((request) => request.provider === provider && request.status === 'APPROVED');
const isListed = (party: RandomParty, credential: RandomCredential): boolean =>
  isDisclosed(party, credential) && (credential.state === 'active' || credential.state === 'revoked');

test.each(Array.from({ length: budget({ short: 3, long: 100 }) }, (_, seed) => seed))(
  'no operation shows what random parties of seed %i have not disclosed',
  async (seed) => {
    const draw = new Draw(seed);
    const parties = Array.from({ length: 12 }, (_, number) => randomParty(draw, number));
    const sandbox = emulator.sandbox({
      fixture: {
        parties: parties.map((party) => ({
          ...party,
          credentials: party.credentials.map((credential) => ({ ...credential, issuedAt: '-P3D' })),
        })),
      },
    });
    const { send } = variedSandbox({ ...emulator, sandbox: () => sandbox }, {});
    const read = (path: string) => send(`institutions/me/${path}`);
    const shown: string[] = [];
    const found = async (query: string): Promise<string[]> => {
      const { text, json } = await read(`credentials/resolve?${query}`);
      shown.push(text);
      return (json as { credentials: { contractId: string }[] }).credentials.map(({ contractId }) => contractId);
    };
    const ids = parties.map(({ partyId }) => partyId).join();
    for (const list of ['users?limit=100', 'credentials?limit=100', 'human-scores?limit=100'])
      shown.push((await read(list)).text);
    shown.push((await read(`credentials?partyIds=${ids}`)).text, (await read(`human-scores?partyIds=${ids}`)).text);
    for (const party of parties) {
      const { partyId, email, username, credentials } = party;
      shown.push((await read(`credentials/${partyId}`)).text, (await read(`human-scores/${partyId}`)).text);
      const listed = credentials.filter((credential) => isListed(party, credential));
      const all = listed.map(({ contractId }) => contractId);
      expect([partyId, await found(`partyId=${partyId}`)]).toEqual([partyId, all]);
      expect([email, await found(`q=${email}`)]).toEqual([email, all]);
      // A row shows the username of the account only if its credential has none.
      const showsUsername = listed.some(({ metadata }) => metadata.username === undefined);
      expect([username, await found(`q=${username}`)]).toEqual([username, showsUsername ? all : []]);
      for (const credential of credentials) {
        const { contractId, metadata } = credential;
        const expected = listed.includes(credential) ? all : [];
        expect([contractId, await found(`q=${metadata.email}`)]).toEqual([contractId, expected]);
        if (metadata.username !== undefined)
          expect([contractId, await found(`q=${metadata.username}`)]).toEqual([contractId, expected]);
        const status = isDisclosed(party, credential) ? 200 : 404;
        const link = await send('verification/generate-link', { json: { contractId } });
        expect([contractId, link.status]).toEqual([contractId, status]);
        const batch = await send('verification/generate-links-batch', { json: { requests: [{ contractId }] } });
        expect(batch.text.includes('verificationUrl')).toBe(status === 200);
        const { token } = (link.json ?? {}) as { token?: string };
        const check = token === undefined ? undefined : await send(`verification/check/${token}`);
        if (check !== undefined) expect(check.text).toContain(contractId);
      }
    }
    const hidden = parties.flatMap((party) =>
      party.credentials.filter((credential) => !isListed(party, credential)).map(({ metadata }) => metadata.providerId),
    );
    expect(hidden.length).toBeGreaterThan(0);
    expect(hidden.filter((mark) => shown.some((text) => text.includes(mark)))).toEqual([]);
    sandbox.remove();
  },
);
