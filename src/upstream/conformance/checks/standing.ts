/** What responses show of credentials that are not valid, and of blocked users. */

import { isObject, membersOf } from '../../../common/json.js';
import { holdsIf } from '../check.js';
import { kindOf } from '../describe-value.js';
import { type Exchange, type Json, NothingToCheck, objectIn, textIn } from '../exchange.js';
import type { Service } from '../service.js';
import { approved } from './examples.js';
import { checkToken, createLink, credentialsOf, itemsOf, foundBy, scoreOf, tokenIn } from './requests.js';
import { type CheckRows, type GroupTables, point } from './table.js';

/** How many rows of the users list are looked at. */
const MOST_ROWS = 3;

/** An approved row of the users list whose credential is not valid. */
interface ApprovedRow {
  readonly partyId: string;
  readonly provider: string;
}

const ROWS: CheckRows = {
  ...rowsOf({
    name: 'listed',
    subject: 'the list of credentials',
    about: 'getCredentials:dead-credentials',
    member: 'provider',
    show: (service, partyId) => itemsOf(service, 'getCredentials', { partyIds: partyId }),
  }),
  ...rowsOf({
    name: 'of-party',
    subject: 'the list of a party',
    about: 'getCredentialByPartyId:dead-credentials',
    member: 'provider',
    show: credentialsOf,
  }),
  ...rowsOf({
    name: 'resolved',
    subject: 'a look-up',
    about: 'resolveCredentials:dead-credentials',
    member: 'kycProvider',
    show: (service, partyId) => foundBy(service, { partyId }),
  }),
  score: point('HumanScoreResult.totalScore:dead-credentials').run(
    'a credential that is not valid does not count in a score',
    async (service) => {
      const rows = await someRowsWith(service, 'REJECTED', 'EXPIRED');
      const counted = await countWhere(rows, async ({ partyId, provider }) => {
        const { humanScore } = await scoreOf(service, partyId);
        const { accountAges: ages } = membersOf(membersOf(humanScore)['details']);
        return Array.isArray(ages) && ages.some((age) => membersOf(age)['provider'] === provider);
      });
      return holdsIf(counted === 0, `${counted} of ${rows.length} count`);
    },
  ),
  link: point('generateVerificationLink:dead-credential').row('a link is created for a credential that is not valid', {
    needs: ['write'],
    run: async (service) => {
      const { status } = await linkOf(service, await deadCredential(service));
      return holdsIf(status === 200 || status === 201, `the status is ${status}`, String(status));
    },
  }),
  data: point('VerificationStatus.credentialData:dead-credential').row(
    'the check shows the metadata of a credential that is not valid',
    {
      needs: ['write'],
      run: async (service) => {
        const credential = await deadCredential(service);
        const link = await linkOf(service, credential);
        if (link.status >= 400)
          throw new NothingToCheck('the service creates no link for a credential that is not valid');
        const { credentialData } = objectIn(await checkToken(service, tokenIn(link)));
        return holdsIf(
          namesIn(credentialData) === namesIn(credential['metadata']),
          isObject(credentialData) ? 'credentialData has other members' : `credentialData is ${kindOf(credentialData)}`,
          kindOf(credentialData),
        );
      },
    },
  ),
  blocked: point('UserStatus:blocked').run(
    'a credential of a blocked user is REVOKED in freshness',
    async (service) => {
      for (const { partyId } of await rowsWith(service, 'BLOCKED')) {
        const [credential] = await credentialsOf(service, partyId);
        if (credential === undefined) continue;
        const freshness = kindOf(credential['freshness'], true);
        return holdsIf(credential['freshness'] === 'REVOKED', `freshness is ${freshness}`, freshness);
      }
      throw new NothingToCheck('no blocked user has disclosed a credential');
    },
  ),
};

export const STANDING: GroupTables = {
  name: 'standing',
  title: 'credentials that are not valid',
  rows: ROWS,
};

interface Shown {
  readonly name: string;
  readonly subject: string;
  /** The point of the contract. */
  readonly about: string;
  /** The member with the provider of a credential. */
  readonly member: string;
  readonly show: (service: Service, partyId: string) => Promise<readonly Json[]>;
}

/** Whether a list shows revoked and expired credentials, and no archived and superseded ones. */
function rowsOf({ name, subject, about, member, show }: Shown): CheckRows {
  const shownOf = (service: Service, rows: readonly ApprovedRow[]): Promise<number> =>
    countWhere(rows, async ({ partyId, provider }) =>
      (await show(service, partyId)).some((credential) => credential[member] === provider),
    );
  return {
    [`${name}-current`]: point(about).run(`${subject} shows revoked and expired credentials`, async (service) => {
      const rows = await someRowsWith(service, 'REJECTED', 'EXPIRED');
      const shown = await shownOf(service, rows);
      return holdsIf(shown === rows.length, `${shown} of ${rows.length} are shown`);
    }),
    [`${name}-past`]: point(about).run(`${subject} shows no archived credentials`, async (service) => {
      const rows = await someRowsWith(service, 'TO_DO');
      const shown = await shownOf(service, rows);
      return holdsIf(shown === 0, `${shown} of ${rows.length} are shown`);
    }),
  };
}

/**
 * Approved rows of the users list with one of these KYC statuses: the credential of a blocked user, or one that is
 * revoked (REJECTED), expired, or archived (TO_DO).
 * @throws NothingToCheck if there is none
 */
async function rowsWith(service: Service, ...kycStatuses: readonly string[]): Promise<readonly ApprovedRow[]> {
  const rows: ApprovedRow[] = [];
  for (const kycStatus of kycStatuses) {
    const query = { reqStatus: await approved(service), kycStatus };
    for (const { partyId, kycProvider } of await itemsOf(service, 'getUsers', query))
      if (typeof partyId === 'string') rows.push({ partyId, provider: String(kycProvider) });
  }
  if (rows.length === 0)
    throw new NothingToCheck(`the users list shows no approved row that is ${kycStatuses.join(' or ')}`);
  return rows;
}

/** The first of those rows. */
async function someRowsWith(service: Service, ...kycStatuses: readonly string[]): Promise<readonly ApprovedRow[]> {
  return (await rowsWith(service, ...kycStatuses)).slice(0, MOST_ROWS);
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

/** A revoked credential, as the list of its party shows it. @throws NothingToCheck if there is none */
async function deadCredential(service: Service): Promise<Json> {
  for (const { partyId } of await someRowsWith(service, 'REJECTED')) {
    const dead = (await credentialsOf(service, partyId)).find(({ freshness }) => freshness === 'REVOKED');
    if (dead !== undefined) return dead;
  }
  throw new NothingToCheck('no list shows a revoked credential');
}

async function linkOf(service: Service, credential: Json): Promise<Exchange> {
  return await createLink(service, textIn(credential, 'contractId'));
}

function namesIn(value: unknown): string {
  return isObject(value) ? Object.keys(value).toSorted().join() : kindOf(value);
}
