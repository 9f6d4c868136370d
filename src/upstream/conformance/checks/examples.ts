/** Examples for requests: what the user provided, or else the first that the lists show; and a link of the suite. */

import { membersOf } from '../../../common/json.js';
import { type Json, NothingToCheckError, type ServiceExchange, textIn } from '../exchange.js';
import type { Service } from '../service.js';
import { createLink, credentialsOf, requestItems } from './requests.js';

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

/** The credential of the shared link, as the lists show it. @throws NothingToCheckError if they do not */
export async function linkedCredential(service: Service): Promise<Json> {
  const id = await contractId(service);
  const credential = [await firstCredential(service), ...(await credentialsOfParty(service))].find(
    (one) => one['contractId'] === id,
  );
  if (credential === undefined)
    throw new NothingToCheckError(
      'the credential of --contract-id is not in the list of the party; name its party with --party-id',
    );
  return credential;
}
