/** Look-ups, and whether they agree with the lists. */

import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { type Json, NothingToCheck } from '../exchange.js';
import { credentialsOfParty, email, firstCredential, isValid, partyId, username } from './examples.js';
import type { Service } from '../service.js';
import { foundBy } from './requests.js';
import { type CheckRows, type GroupTables, point, section, tentative } from './table.js';

const ROWS: CheckRows = {
  email: section('4.2').run('a look-up by e-mail finds credentials', async (service) =>
    findsSome(await foundBy(service, { q: await email(service) })),
  ),
  username: section('4.2').run('a look-up by username finds credentials', async (service) =>
    findsSome(await foundBy(service, { q: await username(service) })),
  ),
  party: section('4.2').run('a look-up by party ID finds only credentials of that party', async (service) => {
    const party = await partyId(service);
    const credentials = await foundBy(service, { partyId: party });
    const others = credentials.filter((credential) => credential['partyId'] !== party).length;
    return holdsUnless([
      ...(credentials.length === 0 ? ['nothing was found'] : []),
      ...(others === 0 ? [] : [`${others} of ${credentials.length} credentials belong to another party`]),
    ]);
  }),
  case: point('resolveCredentials.q:matching').run('an e-mail is matched without regard to case', (service) =>
    findsSame(service, { form: swappedCase, words: 'in another case' }),
  ),
  blanks: point('resolveCredentials.q:matching').run('a look-up ignores blanks around its text', (service) =>
    findsSame(service, { form: (address) => ` ${address} `, words: 'between blanks' }),
  ),
  agree: section('4.2').run('forward and reverse look-up of a party agree', async (service) => {
    const [one] = await foundBy(service, { q: await email(service) });
    if (one === undefined) throw new NothingToCheck('the look-up by e-mail finds nothing');
    const party = String(one['partyId']);
    const found = await foundBy(service, { q: await email(service) });
    return sameCredentials(
      found.filter((credential) => credential['partyId'] === party),
      await foundBy(service, { partyId: party }),
      'the two look-ups find different credentials of the same party',
    );
  }),
  list: section('4.2').run("a look-up by party ID finds the credentials of the party's list", async (service) => {
    const listed = await credentialsOfParty(service);
    const dead = new Set(listed.filter((credential) => !isValid(credential)).map(({ contractId }) => contractId));
    const isAlive = ({ contractId }: Json): boolean => !dead.has(contractId);
    return sameCredentials(
      (await foundBy(service, { partyId: await partyId(service) })).filter(isAlive),
      listed.filter(isAlive),
      'the two show different credentials of the same party',
    );
  }),
  members: tentative('ResolvedCredential.kycProvider').run(
    'a look-up shows the same provider and metadata of a credential as the list',
    async (service) => {
      const listed = await credentialsOfParty(service);
      const wrong = (await foundBy(service, { partyId: await partyId(service) })).flatMap((resolved) => {
        const credential = listed.findLast(({ contractId }) => contractId === resolved['contractId']);
        return credential === undefined ? [] : differences(resolved, credential);
      });
      return holdsUnless(new Set(wrong));
    },
  ),
  account: point('ResolvedCredential.email').run(
    'the credentials of a party show one account: userId and e-mail',
    async (service) => {
      const credentials = await foundBy(service, { partyId: await partyId(service) });
      const accounts = new Set(credentials.map(({ userId, email: address }) => JSON.stringify([userId, address])));
      return holdsIf(accounts.size <= 1, 'the credentials of one party show several accounts');
    },
  ),
  disclosed: section('4.2').run('credentials that a look-up finds are in the list of credentials', async (service) => {
    const first = await firstCredential(service);
    const resolved = await foundBy(service, { partyId: String(first['partyId']) });
    return holdsIf(
      resolved.some(({ contractId }) => contractId === first['contractId']),
      'the first credential of the list is not found by its party ID',
    );
  }),
};

export const RESOLUTION: GroupTables = { name: 'resolution', title: 'look-ups', rows: ROWS };

function findsSome(credentials: readonly Json[]): Observation {
  return holdsIf(credentials.length > 0, 'nothing was found');
}

/** Whether a look-up by another form of an address finds the same; the words describe that form. */
async function findsSame(
  service: Service,
  { form, words }: { readonly form: (address: string) => string; readonly words: string },
): Promise<Observation> {
  const address = await email(service);
  return sameCredentials(
    await foundBy(service, { q: address }),
    await foundBy(service, { q: form(address) }),
    `the same address ${words} finds other credentials`,
  );
}

function differences({ kycProvider, metadata }: Json, listed: Json): readonly string[] {
  return [
    ...(kycProvider === listed['provider'] ? [] : ['kycProvider is not the provider of the list']),
    ...(metadata === undefined || sameValue(metadata, listed['metadata']) ? [] : ['metadata is not that of the list']),
  ];
}

function sameValue(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function swappedCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** Holds if both lists have the same credentials, in any order. */
export function sameCredentials(some: readonly Json[], others: readonly Json[], why: string): Observation {
  const ids = (credentials: readonly Json[]): string =>
    JSON.stringify(credentials.map(({ contractId }) => String(contractId)).sort());
  return holdsIf(ids(some) === ids(others), why);
}
