/** What checks observe of the credentials and scores of a party: whether lists, look-ups and scores agree. */

import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { type Json, NothingToCheckError, pageIn } from '../exchange.js';
import { credentialsOfParty, firstCredential, isValid, partyId, scoredPartyId } from './examples.js';
import type { CheckFunctions } from './functions.js';
import { foundBy, type Query, requestItems, requestPage, scoreOf } from './requests.js';

/** Statuses that are certainly no approval. The specification does not list all that are one. */
const NOT_APPROVED = /^(?:pending|rejected|expired)$/i;

export const PARTIES: CheckFunctions = {
  looks: {
    areUnique: (exchange) => {
      const ids = pageIn(exchange).items.map(({ contractId }) => contractId);
      return holdsIf(new Set(ids).size === ids.length, 'a contractId occurs twice');
    },
    /** Whether each item of a list has the registered address. */
    haveAddress: (exchange) => {
      const { items } = pageIn(exchange);
      if (items.length === 0) throw new NothingToCheckError('the list is empty');
      const without = items.filter(({ email }) => typeof email !== 'string' || email === '').length;
      return holdsIf(without === 0, `${without} of ${items.length} items do not have it`);
    },
  },
  runs: {
    areOfParty: async (service) => {
      const party = await partyId(service);
      const others = (await credentialsOfParty(service)).filter((credential) => credential['partyId'] !== party).length;
      return holdsIf(others === 0, `${others} credentials belong to another party`);
    },
    listsAgree: async (service) => {
      const own = await credentialsOfParty(service);
      const { items, total } = await requestPage(service, 'getCredentials', { partyIds: await partyId(service) });
      if (total > items.length) throw new NothingToCheckError('the party has more credentials than a page holds');
      return holdsIf(
        texts(own) === texts(items),
        'the two show different credentials, or show the same ones differently',
      );
    },
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
    findsFirstOfList: async (service) => {
      const first = await firstCredential(service);
      const resolved = await foundBy(service, { partyId: String(first['partyId']) });
      return holdsIf(
        resolved.some(({ contractId }) => contractId === first['contractId']),
        'the first credential of the list is not found by its party ID',
      );
    },
    isOfParty: async (service) => {
      const party = await scoredPartyId(service);
      return holdsIf((await scoreOf(service, party))['partyId'] === party, 'partyId is not the one of the request');
    },
    isAsListed: async (service) => {
      const party = await scoredPartyId(service);
      const [listed] = await requestItems(service, 'getHumanScores', { partyIds: party });
      if (listed === undefined) throw new NothingToCheckError('the list does not show the party');
      return holdsIf(JSON.stringify(await scoreOf(service, party)) === JSON.stringify(listed), 'the two scores differ');
    },
    firstIsApproved: async (service) => {
      const [first] = await requestItems(service, 'getHumanScores');
      const search = String(first?.['partyId']);
      const found = first === undefined ? [] : await requestItems(service, 'getUsers', { search });
      const rows = found.filter(({ partyId: party }) => party === first?.['partyId']);
      if (rows.length === 0) throw new NothingToCheckError('the users list does not show the party of the first score');
      return holdsIf(
        rows.some(({ reqStatus }) => !NOT_APPROVED.test(String(reqStatus))),
        'the party has not approved any of its data requests',
      );
    },
  },
};

function texts(credentials: readonly Json[]): string {
  return JSON.stringify(credentials.map((credential) => JSON.stringify(credential)).sort());
}

/** Holds if both lists have the same credentials, in any order. */
function sameCredentials(some: readonly Json[], others: readonly Json[], why: string): Observation {
  const ids = (credentials: readonly Json[]): string =>
    JSON.stringify(credentials.map(({ contractId }) => String(contractId)).sort());
  return holdsIf(ids(some) === ids(others), why);
}
