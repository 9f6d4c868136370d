/** Examples for requests: what the user provided, or else the first that the lists show; and a link of the suite. */

import { membersOf } from '../../../common/json.js';
import { type Json, NothingToCheckError, type ServiceExchange, textIn } from '../exchange.js';
import type { Service } from '../service.js';
import { createLink, credentialsOf, foundBy, requestItems } from './requests.js';

/** IDs and texts that do not exist at the service, for requests that must fail or find nothing. */
export const UNKNOWN = {
  partyId: `party::${'0'.repeat(32)}::1220${'0'.repeat(64)}`,
  contractId: `00${'f'.repeat(136)}`,
  email: 'nobody@conformance.invalid',
} as const;

/** A party that has disclosed credentials. @throws NothingToCheckError if there is none */
export async function partyId(service: Service): Promise<string> {
  return service.inputs.partyId ?? textIn(await firstCredential(service), 'partyId');
}

/**
 * A credential that is disclosed to the institution, as the list shows it.
 * @throws NothingToCheckError if there is none
 */
export async function firstCredential(service: Service): Promise<Json> {
  return firstOf(
    await requestItems(service, 'getCredentials'),
    'no credential is disclosed to the institution',
    '--party-id and --contract-id',
  );
}

/** The credentials of the party that {@link partyId} returns. */
export async function credentialsOfParty(service: Service): Promise<readonly Json[]> {
  return await credentialsOf(service, await partyId(service));
}

/** The requests of a batch: known credentials, and an unknown one in the middle. */
export async function mixedBatch(service: Service): Promise<readonly Json[]> {
  const first = await contractId(service);
  const others = (await requestItems(service, 'getCredentials'))
    .map((item) => String(item['contractId']))
    .filter((id) => id !== first);
  return [first, UNKNOWN.contractId, ...others.slice(0, 2)].map((id) => ({ contractId: id }));
}

/** The parties of the first pages of credentials, which may have more items than one page. */
export async function listedParties(service: Service): Promise<readonly string[]> {
  const items = [
    ...(await requestItems(service, 'getCredentials')),
    ...(await requestItems(service, 'getCredentials', { offset: '10' })),
  ];
  return [...new Set(items.map((item) => textIn(item, 'partyId')))];
}

/**
 * The party of an approved row of the users list with this KYC status: of a blocked user, or of a credential that is
 * revoked (REJECTED), expired, or archived (TO_DO).
 * @throws NothingToCheckError if there is none
 */
export async function partyWith(service: Service, kycStatus: string): Promise<string> {
  const rows = await requestItems(service, 'getUsers', { reqStatus: await approved(service), kycStatus });
  const row = rows.find(({ partyId: party }) => typeof party === 'string');
  if (row === undefined) throw new NothingToCheckError(`the users list shows no approved row that is ${kycStatus}`);
  return textIn(row, 'partyId');
}

/** The ID of a revoked credential, as the list of its party shows it. @throws NothingToCheckError if there is none */
export async function revokedCredential(service: Service): Promise<string> {
  const credentials = await credentialsOf(service, await partyWith(service, 'REJECTED'));
  const revoked = credentials.find(({ freshness }) => freshness === 'REVOKED');
  if (revoked === undefined) throw new NothingToCheckError('no list shows a revoked credential');
  return textIn(revoked, 'contractId');
}

/** A part of a name that the users list shows. @throws NothingToCheckError if it shows none */
export async function partOfName(service: Service): Promise<string> {
  const names = (await requestItems(service, 'getUsers')).map(({ fullName }) => fullName);
  const name = names.find((one): one is string => typeof one === 'string' && one.length > 2);
  if (name === undefined) throw new NothingToCheckError('no row of the first page has a name');
  return name.slice(1).toUpperCase();
}

/** The username of an account that has none in its metadata. @throws NothingToCheckError if no look-up shows one */
export async function accountName(service: Service): Promise<string> {
  const MOST_TRIED = 5;
  for (const party of (await listedParties(service)).slice(0, MOST_TRIED)) {
    const found = await foundBy(service, { partyId: party });
    const name = found.find(({ metadata }) => membersOf(metadata)['username'] === undefined)?.['username'];
    if (typeof name === 'string') return name;
  }
  throw new NothingToCheckError('no look-up shows the username of an account');
}

/** The value of an approval, in capitals or small letters like the users list. */
export async function approved(service: Service): Promise<string> {
  const states = (await requestItems(service, 'getUsers')).map(({ reqStatus }) => String(reqStatus));
  const [first = ''] = states;
  return (
    states.find((state) => /^approved$/i.test(state)) ??
    (first !== '' && first === first.toLowerCase() ? 'approved' : 'APPROVED')
  );
}

/** Whether the list shows a credential as valid. Others need not be in look-ups and scores. */
export function isValid({ kycStatus, freshness }: Json): boolean {
  return !['EXPIRED', 'REJECTED', 'BLOCKED'].includes(String(kycStatus)) && freshness !== 'REVOKED';
}

/** The ID of a credential for which links can be created. @throws NothingToCheckError if there is none */
export async function contractId(service: Service): Promise<string> {
  return service.inputs.contractId ?? textIn(await firstCredential(service), 'contractId');
}

/** A party that has a score. @throws NothingToCheckError if there is none */
export async function scoredPartyId(service: Service): Promise<string> {
  const items = await requestItems(service, 'getHumanScores');
  const { partyId: named } = service.inputs;
  if (named !== undefined && items.some((item) => item['partyId'] === named)) return named;
  return textIn(firstOf(items, 'no party has a human score', '--party-id'), 'partyId');
}

/** The e-mail address of a party with credentials. @throws NothingToCheckError if none is shown */
export async function email(service: Service): Promise<string> {
  const missing = 'no credential shows an e-mail address; give one with --email';
  return service.inputs.email ?? (await shownInMetadata(service, 'email', missing));
}

/** A username that the metadata of a credential shows. @throws NothingToCheckError if there is none */
export async function username(service: Service): Promise<string> {
  return await shownInMetadata(service, 'username', 'no credential in the list shows a username');
}

async function shownInMetadata(service: Service, name: string, missing: string): Promise<string> {
  const shown = (await requestItems(service, 'getCredentials'))
    .map(({ metadata }) => membersOf(metadata)[name])
    .find((value) => typeof value === 'string');
  if (shown === undefined) throw new NothingToCheckError(missing);
  return shown;
}

function firstOf(items: readonly Json[], missing: string, remedy: string): Json {
  const [first] = items;
  if (first === undefined) throw new NothingToCheckError(`${missing}; give one with ${remedy}`);
  return first;
}

/** Makes a link; all checks of a run share it. */
export async function sharedLink(service: Service): Promise<ServiceExchange> {
  return await createLink(service, await contractId(service), true);
}
