/** What checks observe of credentials that are not valid, and of blocked users. */

import { isObject, membersOf } from '../../../common/json.js';
import { holdsIf } from '../check.js';
import { kindOf } from '../describe-value.js';
import { type Json, NothingToCheckError, objectIn, type ServiceExchange, textIn } from '../exchange.js';
import type { Service } from '../service.js';
import { approved } from './examples.js';
import type { CheckFunctions } from './functions.js';
import { checkToken, createLink, credentialsOf, requestItems, foundBy, scoreOf, tokenIn } from './requests.js';

/** How many rows of the users list are looked at. */
const MOST_ROWS = 3;

/** An approved row of the users list whose credential is not valid. */
interface ApprovedRow {
  readonly partyId: string;
  readonly provider: string;
}

/** The lists that show credentials: the member with the provider, and what they show of a party. */
const LISTS = {
  listed: { member: 'provider', show: (service, partyIds) => requestItems(service, 'getCredentials', { partyIds }) },
  'of-party': { member: 'provider', show: credentialsOf },
  resolved: { member: 'kycProvider', show: (service, partyId) => foundBy(service, { partyId }) },
} satisfies Record<string, { member: string; show: (service: Service, partyId: string) => Promise<readonly Json[]> }>;

interface Shown {
  readonly list: keyof typeof LISTS;
  readonly kycStatuses: readonly string[];
  readonly all: boolean;
}

export const STANDING: CheckFunctions = {
  runs: {
    /** Whether a list shows the credentials of all rows that have one of these statuses, or of none. */
    shows: async (service, { list, kycStatuses, all }: Shown) => {
      const rows = await rowsWith(service, kycStatuses);
      const { member, show } = LISTS[list];
      const shown = await countWhere(rows, async ({ partyId, provider }) =>
        (await show(service, partyId)).some((credential) => credential[member] === provider),
      );
      return holdsIf(shown === (all ? rows.length : 0), `${shown} of ${rows.length} are shown`);
    },
    countsNoDead: async (service) => {
      const rows = await rowsWith(service, ['REJECTED', 'EXPIRED']);
      const counted = await countWhere(rows, async ({ partyId, provider }) => {
        const { humanScore } = await scoreOf(service, partyId);
        const { accountAges: ages } = membersOf(membersOf(humanScore)['details']);
        return Array.isArray(ages) && ages.some((age) => membersOf(age)['provider'] === provider);
      });
      return holdsIf(counted === 0, `${counted} of ${rows.length} count`);
    },
    createsLink: async (service) => {
      const { status } = await linkOf(service, await deadCredential(service));
      return holdsIf(status === 200 || status === 201, `the status is ${status}`, String(status));
    },
    showsMetadataOfDead: async (service) => {
      const credential = await deadCredential(service);
      const link = await linkOf(service, credential);
      if (link.status >= 400)
        throw new NothingToCheckError('the service creates no link for a credential that is not valid');
      const { credentialData } = objectIn(await checkToken(service, tokenIn(link)));
      return holdsIf(
        namesIn(credentialData) === namesIn(credential['metadata']),
        isObject(credentialData) ? 'credentialData has other members' : `credentialData is ${kindOf(credentialData)}`,
        kindOf(credentialData),
      );
    },
    revokesOfBlocked: async (service) => {
      for (const { partyId } of await rowsWith(service, ['BLOCKED'], Infinity)) {
        const [credential] = await credentialsOf(service, partyId);
        if (credential === undefined) continue;
        const freshness = kindOf(credential['freshness'], true);
        return holdsIf(credential['freshness'] === 'REVOKED', `freshness is ${freshness}`, freshness);
      }
      throw new NothingToCheckError('no blocked user has disclosed a credential');
    },
  },
};

/**
 * Approved rows of the users list with one of these KYC statuses: the credential of a blocked user, or one that is
 * revoked (REJECTED), expired, or archived (TO_DO); the first of them.
 * @throws NothingToCheckError if there is none
 */
async function rowsWith(
  service: Service,
  kycStatuses: readonly string[],
  most = MOST_ROWS,
): Promise<readonly ApprovedRow[]> {
  const rows: ApprovedRow[] = [];
  for (const kycStatus of kycStatuses) {
    const query = { reqStatus: await approved(service), kycStatus };
    for (const { partyId, kycProvider } of await requestItems(service, 'getUsers', query))
      if (typeof partyId === 'string') rows.push({ partyId, provider: String(kycProvider) });
  }
  if (rows.length === 0)
    throw new NothingToCheckError(`the users list shows no approved row that is ${kycStatuses.join(' or ')}`);
  return rows.slice(0, most);
}

/** The number of rows for which the predicate holds. */
async function countWhere(
  rows: readonly ApprovedRow[],
  predicate: (row: ApprovedRow) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const row of rows) if (await predicate(row)) count++;
  return count;
}

/** A revoked credential, as the list of its party shows it. @throws NothingToCheckError if there is none */
async function deadCredential(service: Service): Promise<Json> {
  for (const { partyId } of await rowsWith(service, ['REJECTED'])) {
    const dead = (await credentialsOf(service, partyId)).find(({ freshness }) => freshness === 'REVOKED');
    if (dead !== undefined) return dead;
  }
  throw new NothingToCheckError('no list shows a revoked credential');
}

async function linkOf(service: Service, credential: Json): Promise<ServiceExchange> {
  return await createLink(service, textIn(credential, 'contractId'));
}

function namesIn(value: unknown): string {
  return isObject(value) ? Object.keys(value).toSorted().join() : kindOf(value);
}
