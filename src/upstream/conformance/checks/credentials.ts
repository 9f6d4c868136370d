/** Credentials, and whether the two lists of them agree. */

import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { type Exchange, type Json, NothingToCheck, pageIn, responseTime, timeOf } from '../exchange.js';
import { credentialsOfParty, partyId } from './examples.js';
import { formOf, kindOf, MILLISECONDS } from '../describe-value.js';
import { pageOf } from './requests.js';
import { type CheckRows, type GroupTables, point, section, tentative } from './table.js';

const DAY = 86_400_000;
const CONTRACT_ID = /^00[0-9a-f]+$/;
const PARTY_ID = /^party::[0-9a-f]{32}::1220[0-9a-f]{64}$/;

const ROWS: CheckRows = {
  party: section('4.2').run(
    "the list of a party's credentials contains only credentials of that party",
    async (service) => {
      const party = await partyId(service);
      const others = (await credentialsOfParty(service)).filter((credential) => credential['partyId'] !== party).length;
      return holdsIf(others === 0, `${others} credentials belong to another party`);
    },
  ),
  agree: section('4.2').run(
    "a party's own list and the list with partyIds show the same credentials",
    async (service) => {
      const own = await credentialsOfParty(service);
      const { items, total } = await pageOf(service, 'getCredentials', { partyIds: await partyId(service) });
      if (total > items.length) throw new NothingToCheck('the party has more credentials than a page holds');
      return holdsIf(
        texts(own) === texts(items),
        'the two show different credentials, or show the same ones differently',
      );
    },
  ),
  unique: section('1').expect('no two credentials of the list have the same contractId', (exchange) => {
    const ids = pageIn(exchange).items.map(({ contractId }) => contractId);
    return holdsIf(new Set(ids).size === ids.length, 'a contractId occurs twice');
  }),
  freshness: point('Freshness:thresholds').expect(
    'freshness follows from the age: 30 days FRESH, 90 MODERATE, then STALE',
    freshnessFollowsFromAge,
  ),
  expiry: point('KycStatus:meaning').expect(
    'a credential whose expirationDate has passed is EXPIRED, and no other',
    (exchange) => {
      const moment = responseTime(exchange);
      const { length } = pageIn(exchange).items.filter(
        ({ kycStatus, expirationDate }) =>
          ['APPROVED', 'SUCCESSFUL', 'EXPIRED'].includes(String(kycStatus)) &&
          timeOf(expirationDate) <= moment !== (kycStatus === 'EXPIRED'),
      );
      return holdsIf(length === 0, `${length} credentials have a status that does not match their expirationDate`);
    },
  ),
  milliseconds: point('Timestamp:format').expect('times have milliseconds and are in UTC', (exchange) => {
    const forms = itemsIn(exchange)
      .flatMap(({ issuedAt, expirationDate }) => [issuedAt, expirationDate])
      .map(formOf);
    return holdsUnless(
      [...new Set(forms.filter((form) => form !== MILLISECONDS))].map((form) => `a time has the form ${form}`),
      ...forms,
    );
  }),
  'contract-id': point('ContractId:shape').expect('a contract ID is lower-case hex and begins with 00', (exchange) => {
    const ids = itemsIn(exchange).map(({ contractId }) => String(contractId));
    return holdsIf(
      ids.every((id) => CONTRACT_ID.test(id)),
      'some have another form',
      ...new Set(ids.map((id) => `${CONTRACT_ID.test(id) ? 'hex' : 'another form'}, ${id.length} characters`)),
    );
  }),
  'party-id': tentative('PartyId:shape').expect('a party ID is party::<32 hex>::1220<64 hex>', (exchange) => {
    const ids = itemsIn(exchange).map((item) => String(item['partyId']));
    return holdsIf(
      ids.every((id) => PARTY_ID.test(id)),
      'some have another form',
      ...new Set(ids.map((id) => `${id.length} characters`)),
    );
  }),
};

export const CREDENTIALS: GroupTables = {
  name: 'credentials',
  title: 'credentials',
  rows: ROWS,
  request: ['getCredentials'],
};

function freshnessFollowsFromAge(exchange: Exchange): Observation {
  const moment = responseTime(exchange);
  const aged = pageIn(exchange)
    .items.filter(({ freshness }) => freshness !== 'REVOKED')
    .map(({ issuedAt, freshness }) => ({ age: Math.floor((moment - timeOf(issuedAt)) / DAY), freshness }));
  if (aged.length === 0 || aged.some(({ age }) => Number.isNaN(age)))
    throw new NothingToCheck('no credential shows when it was issued, or the response has no Date');
  const wrong = aged.filter(
    ({ age, freshness }) => freshness !== (age < 30 ? 'FRESH' : age < 90 ? 'MODERATE' : 'STALE'),
  );
  return holdsUnless(new Set(wrong.map(({ age, freshness }) => `after ${age} days it is ${kindOf(freshness, true)}`)));
}

/** The credentials of the page. @throws NothingToCheck if there is none */
function itemsIn(exchange: Exchange): readonly Json[] {
  const { items } = pageIn(exchange);
  if (items.length === 0) throw new NothingToCheck('there is no credential');
  return items;
}

function texts(credentials: readonly Json[]): string {
  return JSON.stringify(credentials.map((credential) => JSON.stringify(credential)).sort());
}
