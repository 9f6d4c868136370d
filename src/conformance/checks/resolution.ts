/** Look-ups, and whether they agree with the lists. */

import { type Check, type CheckGroup, holdsIf, holdsUnless } from '../check.js';
import { NothingToCheck } from '../errors.js';
import { type Json, objectsIn } from '../read-response.js';
import { credentialsOfParty, email, firstCredential, isValid, partyId, username } from './examples.js';
import type { Service } from '../service.js';
import { sameCredentials } from './same-items.js';

const CHECKS: readonly Check[] = [
  {
    id: 'resolution.email',
    title: 'a look-up by e-mail finds credentials',
    section: '4.2',
    run: async (service) => findsSome(await forward(service, await email(service))),
  },
  {
    id: 'resolution.username',
    title: 'a look-up by username finds credentials',
    section: '4.2',
    run: async (service) => findsSome(await forward(service, await username(service))),
  },
  {
    id: 'resolution.party',
    title: 'a look-up by party ID finds only credentials of that party',
    section: '4.2',
    run: async (service) => {
      const party = await partyId(service);
      const credentials = await reverse(service, party);
      const others = credentials.filter((credential) => credential['partyId'] !== party).length;
      return holdsUnless([
        ...(credentials.length === 0 ? ['nothing was found'] : []),
        ...(others === 0 ? [] : [`${others} of ${credentials.length} credentials belong to another party`]),
      ]);
    },
  },
  {
    id: 'resolution.case',
    title: 'an e-mail is matched without regard to case',
    point: 'resolveCredentials.q:matching',
    run: async (service) => {
      const address = await email(service);
      return sameCredentials(
        await forward(service, address),
        await forward(service, swappedCase(address)),
        'the same address in another case finds other credentials',
      );
    },
  },
  {
    id: 'resolution.blanks',
    title: 'a look-up ignores blanks around its text',
    point: 'resolveCredentials.q:matching',
    run: async (service) => {
      const address = await email(service);
      return sameCredentials(
        await forward(service, address),
        await forward(service, ` ${address} `),
        'the same address between blanks finds other credentials',
      );
    },
  },
  {
    id: 'resolution.agree',
    title: 'forward and reverse look-up of a party agree',
    section: '4.2',
    run: async (service) => {
      const [one] = await forward(service, await email(service));
      if (one === undefined) throw new NothingToCheck('the look-up by e-mail finds nothing');
      const party = String(one['partyId']);
      const found = (await forward(service, await email(service))).filter(
        (credential) => credential['partyId'] === party,
      );
      return sameCredentials(
        found,
        await reverse(service, party),
        'the two look-ups find different credentials of the same party',
      );
    },
  },
  {
    id: 'resolution.list',
    title: "a look-up by party ID finds the credentials of the party's list",
    section: '4.2',
    run: async (service) => {
      const listed = await credentialsOfParty(service);
      const dead = new Set(listed.filter((credential) => !isValid(credential)).map(({ contractId }) => contractId));
      const isAlive = ({ contractId }: Json): boolean => !dead.has(contractId);
      return sameCredentials(
        (await reverse(service, await partyId(service))).filter(isAlive),
        listed.filter(isAlive),
        'the two show different credentials of the same party',
      );
    },
  },
  {
    id: 'resolution.members',
    title: 'a look-up shows the same provider and metadata of a credential as the list',
    point: 'ResolvedCredential.kycProvider',
    isTentative: true,
    run: async (service) => {
      const listed = new Map(
        (await credentialsOfParty(service)).map((credential) => [credential['contractId'], credential]),
      );
      const wrong = (await reverse(service, await partyId(service))).flatMap(
        ({ contractId, kycProvider, metadata }) => {
          const credential = listed.get(contractId);
          if (credential === undefined) return [];
          return [
            ...(kycProvider === credential['provider'] ? [] : ['kycProvider is not the provider of the list']),
            ...(metadata === undefined || sameValue(metadata, credential['metadata'])
              ? []
              : ['metadata is not that of the list']),
          ];
        },
      );
      return holdsUnless([...new Set(wrong)]);
    },
  },
  {
    id: 'resolution.account',
    title: 'the credentials of a party show one account: userId and e-mail',
    point: 'ResolvedCredential.email',
    run: async (service) => {
      const credentials = await reverse(service, await partyId(service));
      return holdsIf(
        new Set(credentials.map(({ userId, email: address }) => JSON.stringify([userId, address]))).size <= 1,
        'the credentials of one party show several accounts',
      );
    },
  },
  {
    id: 'resolution.disclosed',
    title: 'credentials that a look-up finds are in the list of credentials',
    section: '4.2',
    run: async (service) => {
      const first = await firstCredential(service);
      const resolved = await reverse(service, String(first['partyId']));
      return holdsIf(
        resolved.some(({ contractId }) => contractId === first['contractId']),
        'the first credential of the list is not found by its party ID',
      );
    },
  },
];

/** The group. */
export const RESOLUTION: CheckGroup = { name: 'resolution', title: 'look-ups', checks: CHECKS };

async function forward(service: Service, q: string): Promise<readonly Json[]> {
  return objectsIn(await service.request('resolveCredentials', { query: { q } }), 'credentials');
}

async function reverse(service: Service, party: string): Promise<readonly Json[]> {
  return objectsIn(await service.request('resolveCredentials', { query: { partyId: party } }), 'credentials');
}

function findsSome(credentials: readonly Json[]): ReturnType<typeof holdsIf> {
  return holdsIf(credentials.length > 0, 'nothing was found');
}

function sameValue(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function swappedCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
