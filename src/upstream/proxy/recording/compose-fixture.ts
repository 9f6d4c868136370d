/** Composes the parties of a fixture from the observed world, with pseudonyms for all personal values. */

import type { CredentialEntry, PartyEntry, RequestEntry } from '../../../emulator/control/fixtures/fixture-file.js';
import type { CredentialMetadata, SocialStanding } from '../../../emulator/domain/world/model.js';
import type { Pseudonyms, Kind } from './pseudonyms.js';
import {
  type ObservedAccount,
  type ObservedCredential,
  type ObservedParty,
  type ObservedRequest,
  type ObservedWorld,
  impliedStanding,
  newCredential,
} from './observed-world.js';

/** What composing needs. */
export interface Composition {
  readonly world: ObservedWorld;
  readonly pseudonyms: Pseudonyms;
  /** When the world was observed, in milliseconds since 1970. Ages count from it. */
  readonly epoch: number;
}

const DAY = 86_400_000;
/** The longest duration in a fixture. Services write "never" as a date in the year 9999. */
const LONGEST = 890 * 365 * DAY;

/** The parties, in the order in which they were first observed. */
export function composeParties(composition: Composition): PartyEntry[] {
  return [...composition.world.parties.values()].map((party) => composeParty(composition, party));
}

function composeParty(composition: Composition, party: ObservedParty): PartyEntry {
  const { pseudonyms, world } = composition;
  const { partyId } = party;
  const pseudonym = (kind: Kind, value: string | undefined): string => pseudonyms.of(kind, value ?? partyId);
  const held = [...party.contracts].map((contractId) => world.credentials.get(contractId)!);
  const credentials = [...credentialsOf(composition, party, held), ...impliedCredentials(composition, party, held)];
  const requests = requestsOf(composition, party, held);
  // A row of the users list shows what the service knows.
  const isKnown = (value: string | undefined): boolean => value !== undefined || party.requests.size === 0;
  return {
    partyId: pseudonym('partyId', partyId),
    ...((isKnown(party.email) || credentials.length > 0) && { email: pseudonym('email', party.email) }),
    ...(party.username !== undefined && { username: pseudonym('username', party.username) }),
    ...(isKnown(party.firstName) && { firstName: pseudonym('firstName', party.firstName) }),
    ...(isKnown(party.lastName) && { lastName: pseudonym('lastName', party.lastName) }),
    status: isKnown(party.status) ? (party.status ?? 'ACTIVE') : null,
    credentials,
    ...(requests !== undefined && { requests }),
  };
}

/** The credentials that were observed, each with the account in a score; and those that only a score shows. */
function credentialsOf(
  composition: Composition,
  { partyId, accounts = [] }: ObservedParty,
  held: readonly ObservedCredential[],
): CredentialEntry[] {
  const left = [...accounts];
  const seen = held.map((credential) => {
    const isValid = credential.state === undefined && (credential.expiresAt ?? Infinity) > composition.epoch;
    const at = isValid ? left.findIndex(({ provider }) => provider === credential.provider) : -1;
    const [account] = at === -1 ? [] : left.splice(at, 1);
    return observedCredential(composition, credential, account);
  });
  const scored = left.map((account, at) => {
    const credential = newCredential(`${partyId} ${at}`, account.provider);
    if (account.email !== undefined) credential.metadata.set('email', account.email);
    return observedCredential(composition, credential, account);
  });
  return [...seen, ...scored];
}

function observedCredential(
  { pseudonyms, epoch }: Composition,
  { contractId, provider, issuedAt, expiresAt, state = 'active', metadata, flags }: ObservedCredential,
  account: ObservedAccount | undefined,
): CredentialEntry {
  const texts = [...metadata].map(([name, text]) => [name, pseudonyms.of(name as Kind, text)]);
  return {
    provider,
    contractId: pseudonyms.of('contractId', contractId),
    ...(account !== undefined && { accountCreatedAt: age(account) }),
    issuedAt: issuedAt === undefined ? age(account) : relative(issuedAt - epoch),
    ...(expiresAt !== undefined && { expiresAt: relative(expiresAt - epoch) }),
    state,
    metadata: Object.fromEntries([...texts, ...flags]) as CredentialMetadata,
    social: account === undefined ? {} : socialWithPseudonyms(pseudonyms, account.social),
  };
}

/** Half a day is added, so that the number of days stays the same as long as possible. */
function age(account: ObservedAccount | undefined): string {
  return relative(-(account?.ageInDays ?? 1) * DAY - DAY / 2);
}

function socialWithPseudonyms(pseudonyms: Pseudonyms, social: SocialStanding): SocialStanding {
  return Object.fromEntries(
    Object.entries(social).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? pseudonyms.of('text', value) : value,
    ]),
  );
}

/** Credentials that no response contained, but that explain the status of a row of the users list. */
function impliedCredentials(
  composition: Composition,
  party: ObservedParty,
  held: readonly ObservedCredential[],
): CredentialEntry[] {
  const { epoch } = composition;
  const providers = new Set<string>([...held, ...(party.accounts ?? [])].map(({ provider }) => provider));
  return [...party.requests.values()].flatMap((request): CredentialEntry[] => {
    const { provider, requestedAt = epoch } = request;
    const standing = impliedStanding(party, request);
    if (standing === undefined || provider === 'SUMSUB' || providers.has(provider)) return [];
    providers.add(provider);
    const credential = newCredential(`${party.partyId} ${provider}`, provider);
    const times =
      standing === 'expired'
        ? { issuedAt: requestedAt - 365 * DAY, expiresAt: epoch - DAY }
        : { issuedAt: requestedAt, ...(standing !== 'valid' && { state: standing }) };
    return [observedCredential(composition, { ...credential, ...times }, undefined)];
  });
}

/** The rows of the users list, and those that follow from credentials. Undefined if the fixture's default will do. */
function requestsOf(
  { epoch }: Composition,
  { requests, accounts }: ObservedParty,
  held: readonly ObservedCredential[],
): RequestEntry[] | undefined {
  const seen = possibleRequests([...requests.values()], held).map(
    ({ provider, status, requestedAt }): RequestEntry => ({
      provider,
      status,
      ...(requestedAt !== undefined && { requestedAt: relative(requestedAt - epoch) }),
    }),
  );
  if (seen.length === 0 && (held.length > 0 || (accounts?.length ?? 0) > 0)) return undefined;
  const approved = new Set<string>(seen.filter(({ status }) => status === 'APPROVED').map(({ provider }) => provider));
  const shown = [...held, ...(accounts ?? [])].filter(({ provider }) => !approved.has(provider));
  const implied = [...new Set(shown.map(({ provider }) => provider))].map((provider): RequestEntry => ({
    provider,
    status: 'APPROVED',
    requestedAt: relative(-DAY),
  }));
  // A party with a score and without credentials has an approved request too.
  if (approved.size === 0 && implied.length === 0 && accounts !== undefined)
    return [...seen, { provider: 'SUMSUB', status: 'APPROVED', requestedAt: relative(-DAY) }];
  return [...seen, ...implied];
}

/** The rows that a world can have together: one open row of a provider, which is approved if there is a credential. */
function possibleRequests(
  requests: readonly ObservedRequest[],
  held: readonly ObservedCredential[],
): readonly ObservedRequest[] {
  const isOpen = ({ status }: ObservedRequest): boolean => status === 'PENDING' || status === 'APPROVED';
  const open = new Map<string, ObservedRequest>();
  for (const request of requests.filter(isOpen))
    if (!open.has(request.provider) || request.status === 'APPROVED') open.set(request.provider, request);
  return requests
    .filter((request) => !isOpen(request) || open.get(request.provider) === request)
    .map((request) =>
      request.status === 'PENDING' && held.some(({ provider }) => provider === request.provider)
        ? { ...request, status: 'APPROVED' as const }
        : request,
    );
}

/** Formats an ISO 8601 duration: before (negative) or after the start of the clock. */
function relative(milliseconds: number): string {
  const length = Math.min(LONGEST, Math.abs(Math.round(milliseconds)));
  const days = Math.floor(length / DAY);
  const seconds = (length % DAY) / 1_000;
  return `${milliseconds < 0 ? '-' : ''}P${days}D${seconds === 0 ? '' : `T${seconds}S`}`;
}
