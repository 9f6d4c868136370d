/** What checks observe of credentials, and of the two lists of them. */

import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { formOf, kindOf, MILLISECONDS } from '../describe-value.js';
import { type Json, NothingToCheckError, pageIn, responseTime, type ServiceExchange, timeOf } from '../exchange.js';
import { credentialsOfParty, partyId } from './examples.js';
import type { CheckFunctions } from './functions.js';
import { requestPage } from './requests.js';

const DAY = 86_400_000;
const CONTRACT_ID = /^00[0-9a-f]+$/;
const PARTY_ID = /^party::[0-9a-f]{32}::1220[0-9a-f]{64}$/;

export const CREDENTIALS: CheckFunctions = {
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
  },
  looks: {
    areUnique: (exchange) => {
      const ids = pageIn(exchange).items.map(({ contractId }) => contractId);
      return holdsIf(new Set(ids).size === ids.length, 'a contractId occurs twice');
    },
    freshnessFollowsFromAge,
    expireOnTime: (exchange) => {
      const moment = responseTime(exchange);
      const { length } = pageIn(exchange).items.filter(
        ({ kycStatus, expirationDate }) =>
          ['APPROVED', 'SUCCESSFUL', 'EXPIRED'].includes(String(kycStatus)) &&
          timeOf(expirationDate) <= moment !== (kycStatus === 'EXPIRED'),
      );
      return holdsIf(length === 0, `${length} credentials have a status that does not match their expirationDate`);
    },
    timesHaveMilliseconds: (exchange) =>
      haveMilliseconds(itemsIn(exchange).flatMap(({ issuedAt, expirationDate }) => [issuedAt, expirationDate])),
    contractIdsAreHex: (exchange) => {
      const ids = itemsIn(exchange).map(({ contractId }) => String(contractId));
      const formsOfIds = ids.map((id) => `${CONTRACT_ID.test(id) ? 'hex' : 'another form'}, ${id.length} characters`);
      return holdsIf(
        ids.every((id) => CONTRACT_ID.test(id)),
        'some have another form',
        ...new Set(formsOfIds),
      );
    },
    partyIdsHaveForm: (exchange) => {
      const ids = itemsIn(exchange).map((item) => String(item['partyId']));
      const lengths = new Set(ids.map((id) => `${id.length} characters`));
      return holdsIf(
        ids.every((id) => PARTY_ID.test(id)),
        'some have another form',
        ...lengths,
      );
    },
  },
};

/** Holds if all times have milliseconds and are in UTC. */
export function haveMilliseconds(times: readonly unknown[]): Observation {
  const forms = times.map(formOf);
  const others = new Set(forms.filter((form) => form !== MILLISECONDS));
  return holdsUnless(
    [...others].map((form) => `a time has the form ${form}`),
    ...forms,
  );
}

function freshnessFollowsFromAge(exchange: ServiceExchange): Observation {
  const moment = responseTime(exchange);
  const aged = pageIn(exchange)
    .items.filter(({ freshness }) => freshness !== 'REVOKED')
    .map(({ issuedAt, freshness }) => ({ age: Math.floor((moment - timeOf(issuedAt)) / DAY), freshness }));
  if (aged.length === 0 || aged.some(({ age }) => Number.isNaN(age)))
    throw new NothingToCheckError('no credential shows when it was issued, or the response has no Date');
  const wrong = aged.filter(
    ({ age, freshness }) => freshness !== (age < 30 ? 'FRESH' : age < 90 ? 'MODERATE' : 'STALE'),
  );
  return holdsUnless(new Set(wrong.map(({ age, freshness }) => `after ${age} days it is ${kindOf(freshness, true)}`)));
}

/** The credentials of the page. @throws NothingToCheckError if there is none */
function itemsIn(exchange: ServiceExchange): readonly Json[] {
  const { items } = pageIn(exchange);
  if (items.length === 0) throw new NothingToCheckError('there is no credential');
  return items;
}

function texts(credentials: readonly Json[]): string {
  return JSON.stringify(credentials.map((credential) => JSON.stringify(credential)).sort());
}
