/** What checks observe of look-ups. */

import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { type Json, NothingToCheck } from '../exchange.js';
import type { Service } from '../service.js';
import { credentialsOfParty, email, firstCredential, isValid, partyId } from './examples.js';
import type { CheckFunctions } from './functions.js';
import { findsNothing } from './refusals.js';
import { foundBy, type Query } from './requests.js';

/** Other forms of an e-mail address, and how messages call them. */
const FORMS = {
  otherCase: { form: swappedCase, words: 'in another case' },
  blanks: { form: (address: string) => ` ${address} `, words: 'between blanks' },
};

export const RESOLUTION: CheckFunctions = {
  runs: {
    findsSome: async (service, q: string) => findsSome(service, { q }),
    findsOnlyOfParty: async (service) => {
      const party = await partyId(service);
      const credentials = await foundBy(service, { partyId: party });
      const others = credentials.filter((credential) => credential['partyId'] !== party).length;
      return holdsUnless([
        ...(credentials.length === 0 ? ['nothing was found'] : []),
        ...(others === 0 ? [] : [`${others} of ${credentials.length} credentials belong to another party`]),
      ]);
    },
    findsSameBy: async (service, name: keyof typeof FORMS) => {
      const address = await email(service);
      const { form, words } = FORMS[name];
      return await findSame(
        service,
        [{ q: address }, { q: form(address) }],
        `the same address ${words} finds other credentials`,
      );
    },
    agreesInReverse: async (service) => {
      const found = await foundBy(service, { q: await email(service) });
      if (found[0] === undefined) throw new NothingToCheck('the look-up by e-mail finds nothing');
      const party = String(found[0]['partyId']);
      return sameCredentials(
        found.filter((credential) => credential['partyId'] === party),
        await foundBy(service, { partyId: party }),
        'the two look-ups find different credentials of the same party',
      );
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

function swappedCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** The ending of the full name, after the label. */
const SUFFIX = '.5n.xyz';

/** Other forms of an alias. */
const ALIAS_FORMS = {
  fullName: (label: string) => label + SUFFIX,
  capitals: (label: string) => label.toUpperCase(),
  blanks: (label: string) => ` ${label} `,
};

export const ALIASES: CheckFunctions = {
  looks: { findsNothing },
  runs: {
    findsByAlias: (service) => findsSome(service, { a: labelOf(service) }),
    findsSameByAlias: (service, name: keyof typeof ALIAS_FORMS) => {
      const a = labelOf(service);
      const why = 'the two forms of the same alias find different credentials';
      return findSame(service, [{ a }, { a: ALIAS_FORMS[name](a) }], why);
    },
    aliasAgreesWithParty: async (service) => {
      const credentials = await foundBy(service, { a: labelOf(service) });
      const [first] = credentials;
      if (first === undefined) throw new NothingToCheck('the look-up by alias finds nothing');
      const reverse = await foundBy(service, { partyId: String(first['partyId']) });
      return sameCredentials(credentials, reverse, 'the two look-ups find different credentials');
    },
  },
};

function labelOf({ inputs }: Service): string {
  return inputs.alias!.replace(SUFFIX, '');
}

async function findsSome(service: Service, query: Query): Promise<Observation> {
  return holdsIf((await foundBy(service, query)).length > 0, 'nothing was found');
}

async function findSame(service: Service, [one, other]: readonly [Query, Query], why: string): Promise<Observation> {
  return sameCredentials(await foundBy(service, one), await foundBy(service, other), why);
}

/** Holds if both lists have the same credentials, in any order. */
function sameCredentials(some: readonly Json[], others: readonly Json[], why: string): Observation {
  const ids = (credentials: readonly Json[]): string =>
    JSON.stringify(credentials.map(({ contractId }) => String(contractId)).sort());
  return holdsIf(ids(some) === ids(others), why);
}
