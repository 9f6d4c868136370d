/** Parties of the cast with a scenario: it applies to every call that concerns the party, however the call identifies it. */

import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { startInstitution } from '../../institution.js';
import { responseTo, goodCalls, type GoodCall } from './good-calls.js';
import { rawExchange } from './raw-exchange.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution());
const good = await goodCalls(institution);

const API = '/api/v1/institutions/me';
const contractOf = (firstName: string): string => cast(firstName).credentials[0]!.contractId;

/** Calls that concern a party, by the way in which they identify it. */
const concerning: Readonly<Record<string, (firstName: string) => GoodCall>> = {
  'its ID in the path of credentials': (firstName) => ({
    ...good.getCredentials,
    path: `${API}/credentials/${cast(firstName).partyId}`,
  }),
  'its ID in the path of human scores': (firstName) => ({
    ...good.getHumanScores,
    path: `${API}/human-scores/${cast(firstName).partyId}`,
  }),
  'its ID among the partyIds': (firstName) => ({
    ...good.getCredentials,
    path: `${API}/credentials?partyIds=${cast('Ben').partyId},${cast(firstName).partyId}`,
  }),
  'its e-mail in q': (firstName) => ({
    ...good.resolveCredentials,
    path: `${API}/credentials/resolve?q=${cast(firstName).email.toUpperCase()}`,
  }),
  'its username in q': (firstName) => ({
    ...good.resolveCredentials,
    path: `${API}/credentials/resolve?q=${cast(firstName).username}`,
  }),
  'its ID in a credentials request': (firstName) => ({
    ...good.createCredentialsRequest,
    body: JSON.stringify({ partyId: cast(firstName).partyId, providers: ['GITHUB'] }),
  }),
  'its contract ID in generate-link': (firstName) => ({
    ...good.generateVerificationLink,
    body: JSON.stringify({ contractId: contractOf(firstName) }),
  }),
  'its contract ID in a batch': (firstName) => ({
    ...good.generateVerificationLinksBatch,
    body: JSON.stringify({ requests: [{ contractId: contractOf('Ben') }, { contractId: contractOf(firstName) }] }),
  }),
};

const NAMINGS = Object.keys(concerning);

const failing = [
  ['Axel', 401, 'token-expired'],
  ['Tara', 429, 'rate-limit-steady'],
  ['Serge', 500, 'flaky'],
] as const;

test.each(
  failing.flatMap(([firstName, status, scenario]) =>
    NAMINGS.map((naming) => ({ firstName, status, scenario, naming })),
  ),
)(
  '$firstName, named by $naming, is answered with $status, whatever she or he has disclosed',
  async ({ firstName, status, scenario, naming }) => {
    const answer = await responseTo(institution, concerning[naming]!(firstName));
    expect([answer.status, answer.headers.get('emulator-scenario-applied')]).toEqual([status, scenario]);
  },
);

test('the scenario of a party does not apply to a search for it', async () => {
  const path = `${API}/users?search=${cast('Tara').email}`;
  const answer = await responseTo(institution, { ...good.getUsers, path });
  expect([answer.status, answer.headers.get('emulator-scenario-applied')]).toEqual([200, null]);
});

test.each(NAMINGS)('Nadia, named by %s, causes a connection reset', async (naming) => {
  expect(await rawExchange(institution, { call: concerning[naming]!('Nadia') })).toMatchObject({
    end: 'ECONNRESET',
    pieces: [],
  });
});

test.each(NAMINGS)('a call for Ben, who has no scenario, succeeds when he is named by %s', async (naming) => {
  const answer = await responseTo(institution, concerning[naming]!('Ben'));
  expect(answer.status).toBeLessThan(300);
  expect(answer.headers.get('emulator-scenario-applied')).toBeNull();
});

test.each(['users?limit=100', 'human-scores?limit=100', 'credentials?limit=100'])(
  'the scenario of a party does not apply to %s, which names no party',
  async (path) => {
    const answer = await responseTo(institution, { ...good.getUsers, path: `${API}/${path}` });
    expect([answer.status, answer.headers.get('emulator-scenario-applied')]).toEqual([200, null]);
  },
);

interface BatchItem {
  readonly contractId: string;
  readonly error?: { readonly message: string };
}

test("Bela's credential fails in every batch of links, the others do not", async () => {
  for (let time = 0; time < 2; time++) {
    const { status, json } = await responseTo(institution, concerning['its contract ID in a batch']!('Bela'));
    expect(status).toBe(200);
    expect(
      (json as { results: BatchItem[] }).results.map(({ contractId, error }) => [contractId, error?.message]),
    ).toEqual([
      [contractOf('Ben'), undefined],
      [contractOf('Bela'), 'The link could not be generated.'],
    ]);
  }
});

test("Bela's credential gets a single link", async () => {
  expect((await responseTo(institution, concerning['its contract ID in generate-link']!('Bela'))).status).toBe(200);
});

test("links to Vera's credential, which is archived, show it as revoked", async () => {
  const { token } = (await responseTo(institution, concerning['its contract ID in generate-link']!('Vera'))).json as {
    token: string;
  };
  const checked = await responseTo(institution, {
    ...good.checkVerificationStatus,
    path: `/api/v1/verification/check/${token}`,
  });
  expect(checked.json).toMatchObject({
    contractId: contractOf('Vera'),
    status: 'revoked',
    isRevoked: true,
    isArchived: false,
  });
});

test('Dora approves a data request at once, and her credentials are visible', async () => {
  const credentials = concerning['its ID in the path of credentials']!('Dora');
  const before = await responseTo(institution, credentials);
  expect((await responseTo(institution, concerning['its ID in a credentials request']!('Dora'))).status).toBe(204);
  const after = (await responseTo(institution, credentials)).json as { contractId: string }[];
  expect(before.json).toEqual([]);
  expect(after.map(({ contractId }) => contractId)).toEqual([contractOf('Dora')]);
});

test('a call that concerns two parties gets the scenarios of both', async () => {
  const call = {
    ...good.getCredentials,
    path: `${API}/credentials?partyIds=${cast('Vera').partyId},${cast('Serge').partyId}`,
  };
  expect((await responseTo(institution, call)).status).toBe(500);
});
