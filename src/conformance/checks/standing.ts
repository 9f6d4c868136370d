/** What responses show of credentials that are not valid, and of blocked users. */

import { isObject } from '../../contract/json.js';
import { type Check, type CheckBasis, type CheckGroup, holdsIf, type Observation } from '../check.js';
import { kindOf } from '../describe-value.js';
import { NothingToCheck } from '../errors.js';
import type { Exchange } from '../exchange.js';
import { type Json, objectIn, objectsIn, pageIn, textIn } from '../read-response.js';
import type { Service } from '../service.js';
import { approved, WRITES } from './examples.js';

const GROUP = 'standing';
/** How many rows of the users list are looked at. */
const ROWS = 3;

/** An approved row of the users list whose credential is not valid. */
interface ApprovedRow {
  readonly partyId: string;
  readonly provider: string;
}

type Show = (service: Service, partyId: string) => Promise<readonly Json[]>;

const CHECKS: readonly Check[] = [
  ...shows(
    'listed',
    'the list of credentials',
    'getCredentials:dead-credentials',
    'provider',
    async (service, partyId) => pageIn(await service.request('getCredentials', { query: { partyIds: partyId } })).items,
  ),
  ...shows('of-party', 'the list of a party', 'getCredentialByPartyId:dead-credentials', 'provider', credentialsOf),
  ...shows('resolved', 'a look-up', 'resolveCredentials:dead-credentials', 'kycProvider', async (service, partyId) =>
    objectsIn(await service.request('resolveCredentials', { query: { partyId } }), 'credentials'),
  ),
  check(
    'score',
    'a credential that is not valid does not count in a score',
    { point: 'HumanScoreResult.totalScore:dead-credentials' },
    async (service) => {
      const rows = await rowsWith(service, 'REJECTED', 'EXPIRED');
      const counted = await countWhere(rows, async ({ partyId, provider }) => {
        const { humanScore } = objectIn(await service.request('getHumanScoreByPartyId', { path: { partyId } }));
        const details = isObject(humanScore) ? humanScore['details'] : undefined;
        const ages = isObject(details) ? details['accountAges'] : undefined;
        return Array.isArray(ages) && ages.some((age) => isObject(age) && age['provider'] === provider);
      });
      return holdsIf(counted === 0, `${counted} of ${someOf(rows).length} count`);
    },
  ),
  check(
    'link',
    'a link is created for a credential that is not valid',
    { point: 'generateVerificationLink:dead-credential' },
    async (service) => {
      const { status } = await linkOf(service, await deadCredential(service));
      return holdsIf(status === 200 || status === 201, `the status is ${status}`, String(status));
    },
    WRITES,
  ),
  check(
    'data',
    'the check shows the metadata of a credential that is not valid',
    { point: 'VerificationStatus.credentialData:dead-credential' },
    async (service) => {
      const credential = await deadCredential(service);
      const link = await linkOf(service, credential);
      if (link.status >= 400)
        throw new NothingToCheck('the service creates no link for a credential that is not valid');
      const { credentialData } = objectIn(
        await service.request('checkVerificationStatus', { path: { token: textIn(objectIn(link), 'token') } }),
      );
      const names = (value: unknown): string =>
        isObject(value) ? Object.keys(value).toSorted().join() : kindOf(value);
      return holdsIf(
        names(credentialData) === names(credential['metadata']),
        isObject(credentialData) ? 'credentialData has other members' : `credentialData is ${kindOf(credentialData)}`,
        kindOf(credentialData),
      );
    },
    WRITES,
  ),
  check(
    'blocked',
    'a credential of a blocked user is REVOKED in freshness',
    { point: 'UserStatus:blocked' },
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
];

/** The group. */
export const STANDING: CheckGroup = { name: GROUP, title: 'credentials that are not valid', checks: CHECKS };

/** Whether a list shows revoked and expired credentials, and no archived and superseded ones. */
function shows(name: string, subject: string, point: string, member: string, show: Show): Check[] {
  const shownOf = (service: Service, rows: readonly ApprovedRow[]): Promise<number> =>
    countWhere(rows, async ({ partyId, provider }) =>
      (await show(service, partyId)).some((credential) => credential[member] === provider),
    );
  return [
    check(`${name}-current`, `${subject} shows revoked and expired credentials`, { point }, async (service) => {
      const rows = await rowsWith(service, 'REJECTED', 'EXPIRED');
      const [shown, all] = [await shownOf(service, rows), someOf(rows).length];
      return holdsIf(shown === all, `${shown} of ${all} are shown`);
    }),
    check(`${name}-past`, `${subject} shows no archived credentials`, { point }, async (service) => {
      const rows = await rowsWith(service, 'TO_DO');
      const shown = await shownOf(service, rows);
      return holdsIf(shown === 0, `${shown} of ${someOf(rows).length} are shown`);
    }),
  ];
}

function check(
  name: string,
  title: string,
  basis: CheckBasis,
  run: (service: Service) => Promise<Observation>,
  needs: Check['needs'] = [],
): Check {
  return { id: `${GROUP}.${name}`, title, ...basis, needs, run };
}

/**
 * Approved rows of the users list with one of these KYC statuses: the credential of a blocked user, or one that is revoked (REJECTED),
 * expired, or archived (TO_DO).
 * @throws NothingToCheck if there is none
 */
async function rowsWith(service: Service, ...kycStatuses: readonly string[]): Promise<readonly ApprovedRow[]> {
  const rows: ApprovedRow[] = [];
  for (const kycStatus of kycStatuses) {
    const query = { reqStatus: await approved(service), kycStatus };
    const { items } = pageIn(await service.request('getUsers', { query }));
    for (const { partyId, kycProvider } of items)
      if (typeof partyId === 'string') rows.push({ partyId, provider: String(kycProvider) });
  }
  if (rows.length === 0)
    throw new NothingToCheck(`the users list shows no approved row that is ${kycStatuses.join(' or ')}`);
  return rows;
}

function someOf(rows: readonly ApprovedRow[]): readonly ApprovedRow[] {
  return rows.slice(0, ROWS);
}

/** Of some rows, the number for which the predicate holds. */
async function countWhere(
  rows: readonly ApprovedRow[],
  predicate: (row: ApprovedRow) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const row of someOf(rows)) if (await predicate(row)) count++;
  return count;
}

async function credentialsOf(service: Service, partyId: string): Promise<readonly Json[]> {
  return objectsIn(await service.request('getCredentialByPartyId', { path: { partyId } }));
}

/** A revoked credential, as the list of its party shows it. @throws NothingToCheck if there is none */
async function deadCredential(service: Service): Promise<Json> {
  for (const { partyId } of someOf(await rowsWith(service, 'REJECTED'))) {
    const dead = (await credentialsOf(service, partyId)).find(({ freshness }) => freshness === 'REVOKED');
    if (dead !== undefined) return dead;
  }
  throw new NothingToCheck('no list shows a revoked credential');
}

async function linkOf(service: Service, credential: Json): Promise<Exchange> {
  return await service.request('generateVerificationLink', { body: { contractId: textIn(credential, 'contractId') } });
}
