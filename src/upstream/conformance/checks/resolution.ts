/** What checks observe of look-ups. */

import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { type Json, NothingToCheckError } from '../exchange.js';
import { credentialsOfParty, firstCredential, isValid, partyId } from './examples.js';
import type { CheckFunctions } from './functions.js';
import { foundBy, type Query } from './requests.js';

export const RESOLUTION: CheckFunctions = {
  runs: {
    findsSome: async (service, query: Query) =>
      holdsIf((await foundBy(service, query)).length > 0, 'nothing was found'),
    findsOnlyOfParty: async (service) => {
      const party = await partyId(service);
      const credentials = await foundBy(service, { partyId: party });
      const others = credentials.filter((credential) => credential['partyId'] !== party).length;
      return holdsUnless([
        ...(credentials.length === 0 ? ['nothing was found'] : []),
        ...(others === 0 ? [] : [`${others} of ${credentials.length} credentials belong to another party`]),
      ]);
    },
    /** Whether two look-ups find the same credentials. */
    findSame: async (service, [one, other]: readonly [Query, Query]) =>
      sameCredentials(
        await foundBy(service, one),
        await foundBy(service, other),
        'the two forms of the same text find different credentials',
      ),
    /** Whether the party that a look-up finds has these credentials. An e-mail may find several, an alias one. */
    agreesInReverse: async (service, query: Query) => {
      const found = await foundBy(service, query);
      if (found[0] === undefined)
        throw new NothingToCheckError(`the look-up by ${Object.keys(query).join()} finds nothing`);
      const party = String(found[0]['partyId']);
      const own = 'a' in query ? found : found.filter((credential) => credential['partyId'] === party);
      const reverse = await foundBy(service, { partyId: party });
      return sameCredentials(own, reverse, 'the two look-ups find different credentials of the same party');
    },
    agreesWithList: async (service) => {
      const listed = await credentialsOfParty(service);
      const dead = new Set(listed.filter((credential) => !isValid(credential)).map(({ contractId }) => contractId));
      const isAlive = ({ contractId }: Json): boolean => !dead.has(contractId);
      return sameCredentials(
        (await foundBy(service, { partyId: await partyId(service) })).filter(isAlive),
        listed.filter(isAlive),
        'the two show different credentials of the same party',
      );
    },
    showsMembersOfList: async (service) => {
      const listed = await credentialsOfParty(service);
      const wrong = (await foundBy(service, { partyId: await partyId(service) })).flatMap((resolved) => {
        const credential = listed.findLast(({ contractId }) => contractId === resolved['contractId']);
        return credential === undefined ? [] : differences(resolved, credential);
      });
      return holdsUnless(new Set(wrong));
    },
    showsOneAccount: async (service) => {
      const credentials = await foundBy(service, { partyId: await partyId(service) });
      const accounts = new Set(credentials.map(({ userId, email: address }) => JSON.stringify([userId, address])));
      return holdsIf(accounts.size <= 1, 'the credentials of one party show several accounts');
    },
    findsFirstOfList: async (service) => {
      const first = await firstCredential(service);
      const resolved = await foundBy(service, { partyId: String(first['partyId']) });
      return holdsIf(
        resolved.some(({ contractId }) => contractId === first['contractId']),
        'the first credential of the list is not found by its party ID',
      );
    },
  },
};

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

/** Holds if both lists have the same credentials, in any order. */
function sameCredentials(some: readonly Json[], others: readonly Json[], why: string): Observation {
  const ids = (credentials: readonly Json[]): string =>
    JSON.stringify(credentials.map(({ contractId }) => String(contractId)).sort());
  return holdsIf(ids(some) === ids(others), why);
}
