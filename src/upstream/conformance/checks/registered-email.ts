/** What revision 2026-04 adds to lists: the e-mail of the registered account, and a filter by it. */

import { type Observation, holdsIf } from '../check.js';
import { type Json, NothingToCheck } from '../exchange.js';
import { credentialsOfParty, partyId, scoredPartyId, UNKNOWN } from './examples.js';
import {
  type Filter,
  type FilteredList,
  FILTERED_LISTS,
  filterRows,
  holdsAll,
  listedParties,
  sameParties,
  twoParties,
} from './lists/filters.js';
import { itemsOf, foundBy, scoreOf } from './requests.js';
import { type CheckRows, type CheckTable, type GroupTables, point, tentative } from './table.js';

const SHOWN: CheckRows = {
  credentials: point('Credential.email').run('credentials in the list have the registered e-mail', async (service) =>
    showAddress(await itemsOf(service, 'getCredentials')),
  ),
  'party-credentials': point('Credential.email').run(
    "a party's credentials have the registered e-mail",
    async (service) => showAddress(await credentialsOfParty(service)),
  ),
  scores: point('HumanScoreItem.email').run('human scores in the list have the registered e-mail', async (service) =>
    showAddress(await itemsOf(service, 'getHumanScores')),
  ),
  'party-score': point('HumanScoreItem.email').run("a party's human score has the registered e-mail", async (service) =>
    showAddress([await scoreOf(service, await scoredPartyId(service))]),
  ),
  same: point('Credential.email').run(
    'the registered e-mail is the address that a look-up of the party returns',
    async (service) => {
      const looked = await foundBy(service, { partyId: await partyId(service) });
      const addresses = new Set(
        [...looked, ...(await credentialsOfParty(service))].flatMap((credential) => addressOf(credential) ?? []),
      );
      if (addresses.size === 0) throw new NothingToCheck('neither the look-up nor the list has an address');
      return holdsIf(addresses.size === 1, `one party has ${addresses.size} addresses`);
    },
  ),
};

export const REGISTERED_EMAIL: GroupTables = {
  name: 'registered-email',
  title: 'registered e-mail',
  since: '2026-04',
  tables: [{ rows: SHOWN }, ...FILTERED_LISTS.map(tableOf)],
};

function tableOf({ operation, title }: FilteredList): CheckTable {
  const filter: Filter = {
    operation,
    parameter: 'emails',
    valueOf: addressOf,
    missing: 'the registered e-mail of fewer than two parties',
  };
  const { unknown, ...others } = filterRows(filter, {
    on: point('Emails'),
    onUnknown: tentative('Emails'),
    unknown: { value: UNKNOWN.email, words: 'an unknown address' },
  });
  const rows = {
    ...others,
    union: point('Emails:union').run('emails and partyIds together return the parties of either', async (service) => {
      const [first, second] = await twoParties(service, filter);
      const parties = await listedParties(service, operation, { emails: first.value, partyIds: second.party });
      return holdsAll(parties, [first.party, second.party]);
    }),
    unknown,
    case: point('Emails:matching').run('emails are matched without regard to case', async (service) => {
      const [{ value }] = await twoParties(service, filter);
      return sameParties(
        await listedParties(service, operation, { emails: [value] }),
        await listedParties(service, operation, { emails: [value.toUpperCase()] }),
        'the same address in capitals finds other items',
      );
    }),
    empty: point('Emails:refusal').row('an empty item of emails returns 400', {
      request: [operation, { query: { emails: '' } }],
    }),
  };
  return { of: operation, subject: `${title}:`, rows };
}

function showAddress(items: readonly Json[]): Observation {
  if (items.length === 0) throw new NothingToCheck('the list is empty');
  const without = items.filter((item) => addressOf(item) === undefined).length;
  return holdsIf(
    without === 0,
    `${without} of ${items.length} items do not have it`,
    without === 0 ? 'shown' : without === items.length ? 'not shown' : 'shown by some',
  );
}

function addressOf({ email }: Json): string | undefined {
  return typeof email === 'string' && email !== '' ? email : undefined;
}
