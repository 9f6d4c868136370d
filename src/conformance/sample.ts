/** What the checks try things with: what was given on the command line, or else what the lists show first. */

import { type Json, objectsIn, pageIn, textIn } from './read-answer.js';
import { NothingToCheck } from './finding.js';
import type { Service } from './service.js';

/** Of no party, credential, link, alias or person; for what has to be refused or not to be found. */
export const UNKNOWN = {
  partyId: `party::${'0'.repeat(32)}::1220${'0'.repeat(64)}`,
  contractId: `00${'f'.repeat(136)}`,
  link: 'conformance-check-of-an-unknown-link',
  email: 'nobody@conformance.invalid',
  alias: 'conformance-check-of-an-unknown-alias',
  value: 'CONFORMANCE_CHECK',
} as const;

/** IDs of no credential, each another one: whether a batch may name one twice is a matter of its own. */
export function unknownContractIds(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, at) => `${UNKNOWN.contractId.slice(0, -4)}${at.toString(16).padStart(4, '0')}`,
  );
}

/**
 * A party that has disclosed credentials.
 * @throws NothingToCheck where nobody has
 */
export async function partyId(service: Service): Promise<string> {
  return service.subject.partyId ?? textIn(await firstCredential(service), 'partyId');
}

/**
 * A credential that is disclosed to the institution, as the list shows it.
 * @throws NothingToCheck where there is none
 */
export async function firstCredential(service: Service): Promise<Json> {
  return firstOf(
    pageIn(await service.ask('getCredentials')).items,
    'no credential is disclosed to the institution',
    '--party-id and --contract-id',
  );
}

/** The credentials of the party of {@link partyId}. */
export async function credentialsOfParty(service: Service): Promise<readonly Json[]> {
  return objectsIn(await service.ask('getCredentialByPartyId', { path: { partyId: await partyId(service) } }));
}

/**
 * The ID of a credential that links can be made for.
 * @throws NothingToCheck where there is none
 */
export async function contractId(service: Service): Promise<string> {
  return service.subject.contractId ?? textIn(await firstCredential(service), 'contractId');
}

/**
 * A party that has a score.
 * @throws NothingToCheck where nobody has
 */
export async function scoredPartyId(service: Service): Promise<string> {
  const { items } = pageIn(await service.ask('getHumanScores'));
  const { partyId: named } = service.subject;
  if (named !== undefined && items.some((item) => item['partyId'] === named)) return named;
  return textIn(firstOf(items, 'no party has a human score', '--party-id'), 'partyId');
}

/**
 * The e-mail address of a party with credentials.
 * @throws NothingToCheck where none is shown
 */
export async function email(service: Service): Promise<string> {
  if (service.subject.email !== undefined) return service.subject.email;
  const { items } = pageIn(await service.ask('getCredentials'));
  const shown = items
    .map(({ metadata }) => (metadata as Json | undefined)?.['email'])
    .find((value) => typeof value === 'string');
  if (shown === undefined) throw new NothingToCheck('no credential shows an e-mail address; give one with --email');
  return shown;
}

/**
 * A username that the metadata of a credential shows.
 * @throws NothingToCheck where there is none
 */
export async function username(service: Service): Promise<string> {
  const { items } = pageIn(await service.ask('getCredentials'));
  const shown = items
    .map(({ metadata }) => (metadata as Json | undefined)?.['username'])
    .find((value) => typeof value === 'string');
  if (shown === undefined) throw new NothingToCheck('no credential in the list shows a username');
  return shown;
}

function firstOf(items: readonly Json[], missing: string, remedy: string): Json {
  const [first] = items;
  if (first === undefined) throw new NothingToCheck(`${missing}; give one with ${remedy}`);
  return first;
}
