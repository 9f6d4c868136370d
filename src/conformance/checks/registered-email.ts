/** What revision 2026-04 adds to lists: the e-mail of the registered account, and a filter by it. */

import type { OperationId } from '../../contract/operation.js';
import { type Check, type CheckGroup, type Observation, holdsIf } from '../check.js';
import { NothingToCheck } from '../errors.js';
import { type Json, objectIn, objectsIn, pageIn } from '../read-response.js';
import { credentialsOfParty, partyId, scoredPartyId, UNKNOWN } from './examples.js';
import type { Service } from '../service.js';
import { statusCheck } from './response-checks.js';
import { holdsAll, holdsOnly, listedParties, partyOf, sameParties } from './same-items.js';

const GROUP = 'registered-email';
const SINCE = '2026-04';

const LISTS = [
  { operation: 'getHumanScores', title: 'human scores' },
  { operation: 'getCredentials', title: 'credentials' },
] as const;

const SHOWN: readonly Check[] = [
  {
    id: `${GROUP}.credentials`,
    title: 'credentials in the list have the registered e-mail',
    point: 'Credential.email',
    run: async (service) => showAddress(pageIn(await service.request('getCredentials')).items),
  },
  {
    id: `${GROUP}.party-credentials`,
    title: "a party's credentials have the registered e-mail",
    point: 'Credential.email',
    run: async (service) => showAddress(await credentialsOfParty(service)),
  },
  {
    id: `${GROUP}.scores`,
    title: 'human scores in the list have the registered e-mail',
    point: 'HumanScoreItem.email',
    run: async (service) => showAddress(pageIn(await service.request('getHumanScores')).items),
  },
  {
    id: `${GROUP}.party-score`,
    title: "a party's human score has the registered e-mail",
    point: 'HumanScoreItem.email',
    run: async (service) =>
      showAddress([
        objectIn(await service.request('getHumanScoreByPartyId', { path: { partyId: await scoredPartyId(service) } })),
      ]),
  },
  {
    id: `${GROUP}.same`,
    title: 'the registered e-mail is the address that a look-up of the party returns',
    point: 'Credential.email',
    run: async (service) => {
      const looked = objectsIn(
        await service.request('resolveCredentials', { query: { partyId: await partyId(service) } }),
        'credentials',
      );
      const addresses = new Set(
        [...looked, ...(await credentialsOfParty(service))].flatMap((credential) => addressOf(credential) ?? []),
      );
      if (addresses.size === 0) throw new NothingToCheck('neither the look-up nor the list has an address');
      return holdsIf(addresses.size === 1, `one party has ${addresses.size} addresses`);
    },
  },
];

/** The group. */
export const REGISTERED_EMAIL: CheckGroup = {
  name: GROUP,
  title: 'registered e-mail',
  checks: [...SHOWN, ...LISTS.flatMap(({ operation, title }) => filterChecks(operation, title))].map((check) => ({
    ...check,
    since: SINCE,
  })),
};

function filterChecks(operation: 'getHumanScores' | 'getCredentials', title: string): Check[] {
  const check = (name: string, words: string, point: string, run: Check['run'], isTentative = false): Check => ({
    id: `${GROUP}.${operation}.${name}`,
    title: `${title}: ${words}`,
    point,
    isTentative,
    run,
  });
  return [
    check('only', 'emails returns only those parties', 'Emails', async (service) => {
      const wanted = await twoParties(service, operation);
      return holdsOnly(
        await listedParties(service, operation, { emails: wanted.map(({ address }) => address) }),
        wanted.map(({ party }) => party),
      );
    }),
    check('all', 'emails returns all of those parties', 'Emails', async (service) => {
      const wanted = await twoParties(service, operation);
      return holdsAll(
        await listedParties(service, operation, { emails: wanted.map(({ address }) => address) }),
        wanted.map(({ party }) => party),
      );
    }),
    check('comma', 'emails may be separated by commas as well as repeated', 'Emails', async (service) => {
      const addresses = (await twoParties(service, operation)).map(({ address }) => address);
      return sameParties(
        await listedParties(service, operation, { emails: addresses }),
        await listedParties(service, operation, { emails: addresses.join(',') }),
        'the two forms return different items',
      );
    }),
    check('union', 'emails and partyIds together return the parties of either', 'Emails:union', async (service) => {
      const [first, second] = await twoParties(service, operation);
      return holdsAll(await listedParties(service, operation, { emails: first.address, partyIds: second.party }), [
        first.party,
        second.party,
      ]);
    }),
    check(
      'unknown',
      'unknown emails are ignored',
      'Emails',
      async (service) => {
        const [{ address }] = await twoParties(service, operation);
        return sameParties(
          await listedParties(service, operation, { emails: address }),
          await listedParties(service, operation, { emails: [address, UNKNOWN.email] }),
          'an unknown address beside a known one changes the list',
        );
      },
      true,
    ),
    check('case', 'emails are matched without regard to case', 'Emails:matching', async (service) => {
      const [{ address }] = await twoParties(service, operation);
      return sameParties(
        await listedParties(service, operation, { emails: address }),
        await listedParties(service, operation, { emails: address.toUpperCase() }),
        'the same address in capitals finds other items',
      );
    }),
    statusCheck({
      id: `${GROUP}.${operation}.empty`,
      title: `${title}: an empty item of emails returns 400`,
      point: 'Emails:refusal',
      operation,
      call: { query: { emails: '' } },
    }),
  ];
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

interface Registered {
  readonly party: string;
  readonly address: string;
}

/** Two of the parties in the list, with their registered e-mail. */
async function twoParties(service: Service, operation: OperationId): Promise<readonly [Registered, Registered]> {
  const shown = new Map(
    pageIn(await service.request(operation)).items.flatMap((item) => {
      const address = addressOf(item);
      return address === undefined ? [] : [[partyOf(item), address] as const];
    }),
  );
  const [first, second] = [...shown].map(([party, address]): Registered => ({ party, address }));
  if (first === undefined || second === undefined)
    throw new NothingToCheck('the list shows the registered e-mail of fewer than two parties');
  return [first, second];
}
