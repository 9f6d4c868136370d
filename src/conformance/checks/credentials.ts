/** Credentials, and whether the two lists of them agree. */

import { type Check, type CheckGroup, holdsIf, holdsUnless } from '../check.js';
import { NothingToCheck } from '../errors.js';
import { type Json, responseTime, pageIn, timeOf } from '../read-response.js';
import { credentialsOfParty, partyId } from './examples.js';
import { formOf, kindOf, MILLISECONDS } from '../describe-value.js';

const DAY = 86_400_000;

const CHECKS: readonly Check[] = [
  {
    id: 'credentials.party',
    title: "the list of a party's credentials contains only credentials of that party",
    section: '4.2',
    run: async (service) => {
      const party = await partyId(service);
      const others = (await credentialsOfParty(service)).filter((credential) => credential['partyId'] !== party).length;
      return holdsIf(others === 0, `${others} credentials belong to another party`);
    },
  },
  {
    id: 'credentials.agree',
    title: "a party's own list and the list with partyIds show the same credentials",
    section: '4.2',
    run: async (service) => {
      const own = await credentialsOfParty(service);
      const { items, total } = pageIn(
        await service.request('getCredentials', { query: { partyIds: await partyId(service) } }),
      );
      if (total > items.length) throw new NothingToCheck('the party has more credentials than a page holds');
      return holdsIf(
        texts(own) === texts(items),
        'the two show different credentials, or show the same ones differently',
      );
    },
  },
  {
    id: 'credentials.unique',
    title: 'no two credentials of the list have the same contractId',
    section: '1',
    run: async (service) => {
      const { items } = pageIn(await service.request('getCredentials'));
      return holdsIf(
        new Set(items.map(({ contractId }) => contractId)).size === items.length,
        'a contractId occurs twice',
      );
    },
  },
  {
    id: 'credentials.freshness',
    title: 'freshness follows from the age: 30 days FRESH, 90 MODERATE, then STALE',
    point: 'Freshness:thresholds',
    run: async (service) => {
      const exchange = await service.request('getCredentials');
      const moment = responseTime(exchange);
      const aged = pageIn(exchange)
        .items.filter(({ freshness }) => freshness !== 'REVOKED')
        .map(({ issuedAt, freshness }) => ({ age: Math.floor((moment - timeOf(issuedAt)) / DAY), freshness }));
      if (aged.length === 0 || aged.some(({ age }) => Number.isNaN(age)))
        throw new NothingToCheck('no credential shows when it was issued, or the response has no Date');
      const wrong = aged.filter(
        ({ age, freshness }) => freshness !== (age < 30 ? 'FRESH' : age < 90 ? 'MODERATE' : 'STALE'),
      );
      return holdsUnless([
        ...new Set(wrong.map(({ age, freshness }) => `after ${age} days it is ${kindOf(freshness, true)}`)),
      ]);
    },
  },
  {
    id: 'credentials.expiry',
    title: 'a credential whose expirationDate has passed is EXPIRED, and no other',
    point: 'KycStatus:meaning',
    run: async (service) => {
      const exchange = await service.request('getCredentials');
      const moment = responseTime(exchange);
      const wrong = pageIn(exchange).items.filter(
        ({ kycStatus, expirationDate }) =>
          ['APPROVED', 'SUCCESSFUL', 'EXPIRED'].includes(String(kycStatus)) &&
          timeOf(expirationDate) <= moment !== (kycStatus === 'EXPIRED'),
      );
      return holdsIf(
        wrong.length === 0,
        `${wrong.length} credentials have a status that does not match their expirationDate`,
      );
    },
  },
  {
    id: 'credentials.milliseconds',
    title: 'times have milliseconds and are in UTC',
    point: 'Timestamp:format',
    run: async (service) => {
      const forms = pageIn(await service.request('getCredentials'))
        .items.flatMap(({ issuedAt, expirationDate }) => [issuedAt, expirationDate])
        .map((time) => (typeof time === 'string' ? formOf(time) : kindOf(time)));
      if (forms.length === 0) throw new NothingToCheck('there is no credential');
      return holdsUnless(
        [...new Set(forms.filter((form) => form !== MILLISECONDS))].map((form) => `a time has the form ${form}`),
        ...forms,
      );
    },
  },
  {
    id: 'credentials.contract-id',
    title: 'a contract ID is lower-case hex and begins with 00',
    point: 'ContractId:shape',
    run: async (service) => {
      const ids = pageIn(await service.request('getCredentials')).items.map(({ contractId }) => String(contractId));
      if (ids.length === 0) throw new NothingToCheck('there is no credential');
      return holdsIf(
        ids.every((id) => /^00[0-9a-f]+$/.test(id)),
        'some have another form',
        ...new Set(ids.map((id) => `${/^00[0-9a-f]+$/.test(id) ? 'hex' : 'another form'}, ${id.length} characters`)),
      );
    },
  },
  {
    id: 'credentials.party-id',
    title: 'a party ID is party::<32 hex>::1220<64 hex>',
    point: 'PartyId:shape',
    isTentative: true,
    run: async (service) => {
      const ids = pageIn(await service.request('getCredentials')).items.map((item) => String(item['partyId']));
      if (ids.length === 0) throw new NothingToCheck('there is no credential');
      return holdsIf(
        ids.every((id) => /^party::[0-9a-f]{32}::1220[0-9a-f]{64}$/.test(id)),
        'some have another form',
        ...new Set(ids.map((id) => `${id.length} characters`)),
      );
    },
  },
];

/** The group. */
export const CREDENTIALS: CheckGroup = { name: 'credentials', title: 'credentials', checks: CHECKS };

function texts(credentials: readonly Json[]): string {
  return JSON.stringify(credentials.map((credential) => JSON.stringify(credential)).sort());
}
