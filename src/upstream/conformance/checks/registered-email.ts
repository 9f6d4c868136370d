/** What revision 2026-04 adds to lists: the e-mail of the registered account, and a filter by it. */

import type { OperationId } from '../../../contract/operation.js';
import { type Check, type CheckGroup, type Observation, holdsIf } from '../check.js';
import { NothingToCheck } from '../errors.js';
import type { Json } from '../read-response.js';
import { credentialsOfParty, partyId, scoredPartyId, UNKNOWN } from './examples.js';
import type { Service } from '../service.js';
import {
  type FilteredList,
  FILTERED_LISTS,
  filterRows,
  holdsAll,
  listedParties,
  type Named,
  partyOf,
  sameParties,
} from './lists/filters.js';
import { itemsOf, lookUp, scoreOf } from './requests.js';
import { type CheckRows, checksOf, point, tentative } from './table.js';

const GROUP = 'registered-email';
const SINCE = '2026-04';

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
      const looked = await lookUp(service, { partyId: await partyId(service) });
      const addresses = new Set(
        [...looked, ...(await credentialsOfParty(service))].flatMap((credential) => addressOf(credential) ?? []),
      );
      if (addresses.size === 0) throw new NothingToCheck('neither the look-up nor the list has an address');
      return holdsIf(addresses.size === 1, `one party has ${addresses.size} addresses`);
    },
  ),
};

export const REGISTERED_EMAIL: CheckGroup = {
  name: GROUP,
  title: 'registered e-mail',
  checks: [...checksOf(GROUP, SHOWN, { since: SINCE }), ...FILTERED_LISTS.flatMap(filterChecks)],
};

function filterChecks({ operation, title }: FilteredList): Check[] {
  const { unknown, ...others } = filterRows({
    operation,
    parameter: 'emails',
    on: point('Emails'),
    onUnknown: tentative('Emails'),
    unknown: { value: UNKNOWN.email, words: 'an unknown address' },
    named: (service) => twoParties(service, operation),
  });
  const rows: CheckRows = {
    ...others,
    union: point('Emails:union').run('emails and partyIds together return the parties of either', async (service) => {
      const [first, second] = await twoParties(service, operation);
      const parties = await listedParties(service, operation, { emails: first.value, partyIds: second.party });
      return holdsAll(parties, [first.party, second.party]);
    }),
    unknown,
    case: point('Emails:matching').run('emails are matched without regard to case', async (service) => {
      const [{ value }] = await twoParties(service, operation);
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
  return checksOf(`${GROUP}.${operation}`, rows, { subject: `${title}:`, since: SINCE });
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

/** Two of the parties in the list, with their registered e-mail. */
async function twoParties(service: Service, operation: OperationId): Promise<readonly [Named, Named]> {
  const shown = new Map(
    (await itemsOf(service, operation)).flatMap((item) => {
      const address = addressOf(item);
      return address === undefined ? [] : [[partyOf(item), address] as const];
    }),
  );
  const [first, second] = [...shown].map(([party, value]): Named => ({ party, value }));
  if (first === undefined || second === undefined)
    throw new NothingToCheck('the list shows the registered e-mail of fewer than two parties');
  return [first, second];
}
