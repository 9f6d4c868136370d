/** Puts together what was seen into the parties of a fixture, with inventions in the place of everything personal. */

import type { CredentialMetadata, SocialStanding } from '../../domain/world/model.js';
import type { CredentialEntry, PartyEntry, RequestEntry } from '../../domain/world/fixture.js';
import type { Inventions, Kind } from './inventions.js';
import type { SeenAccount, SeenCredential, SeenParty, SeenWorld } from './seen-world.js';
import { standInKind } from './stand-in.js';

/** What composing needs beside the world. */
export interface Composition {
  readonly world: SeenWorld;
  readonly inventions: Inventions;
  /** When it was seen, in milliseconds since 1970: ages count from it. */
  readonly epoch: number;
}

const DAY = 86_400_000;
/** Of a duration in a fixture; services write "never" as a date in the year 9999. */
const LONGEST = 890 * 365 * DAY;

/** The parties, in the order in which they were seen. */
export function composeParties(composition: Composition): PartyEntry[] {
  return [...composition.world.parties.values()].map((party) => composeParty(composition, party));
}

function composeParty(composition: Composition, party: SeenParty): PartyEntry {
  const { inventions, world } = composition;
  const { partyId } = party;
  const invented = (kind: Kind, value: string | undefined): string => inventions.of(kind, value ?? partyId);
  const held = [...party.contracts].map((contractId) => world.credentials.get(contractId)!);
  const credentials = [...credentialsOf(composition, party, held), ...standIns(composition, party, held)];
  const requests = requestsOf(composition, party, held);
  return {
    partyId: invented('partyId', partyId),
    email: invented('email', party.email),
    ...(party.username !== undefined && { username: invented('username', party.username) }),
    firstName: invented('firstName', party.firstName),
    lastName: invented('lastName', party.lastName),
    status: party.status ?? 'ACTIVE',
    credentials,
    ...(requests !== undefined && { requests }),
  };
}

/** The credentials that were seen, each with what a score tells of its account; and those of which only a score tells. */
function credentialsOf(
  composition: Composition,
  { partyId, accounts = [] }: SeenParty,
  held: readonly SeenCredential[],
): CredentialEntry[] {
  const left = [...accounts];
  const seen = held.map((credential) => {
    const isShown = credential.state === undefined || credential.state === 'revoked';
    const at = isShown ? left.findIndex(({ provider }) => provider === credential.provider) : -1;
    const [account] = at === -1 ? [] : left.splice(at, 1);
    return seenCredential(composition, credential, account);
  });
  return [...seen, ...left.map((account, at) => scoredCredential(composition, `${partyId} ${at}`, account))];
}

function seenCredential(
  { inventions, epoch }: Composition,
  { contractId, provider, issuedAt, expiresAt, state = 'active', metadata, flags }: SeenCredential,
  account: SeenAccount | undefined,
): CredentialEntry {
  const texts = [...metadata].map(([name, text]) => [name, inventions.of(name as Kind, text)]);
  return {
    provider,
    contractId: inventions.of('contractId', contractId),
    issuedAt: issuedAt === undefined ? age(account) : relative(issuedAt - epoch),
    ...(expiresAt !== undefined && { expiresAt: relative(expiresAt - epoch) }),
    state,
    metadata: Object.fromEntries([...texts, ...flags]) as CredentialMetadata,
    social: account === undefined ? {} : inventedSocial(inventions, account.social),
  };
}

function scoredCredential({ inventions }: Composition, key: string, account: SeenAccount): CredentialEntry {
  return {
    provider: account.provider,
    contractId: inventions.of('contractId', key),
    issuedAt: age(account),
    state: 'active',
    metadata: account.email === undefined ? {} : { email: inventions.of('email', account.email) },
    social: inventedSocial(inventions, account.social),
  };
}

/** Half a day more, so that it stays the same number of days for as long as it can. */
function age(account: SeenAccount | undefined): string {
  return relative(-(account?.ageInDays ?? 1) * DAY - DAY / 2);
}

function inventedSocial(inventions: Inventions, social: SocialStanding): SocialStanding {
  return Object.fromEntries(
    Object.entries(social).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? inventions.of('text', value) : value,
    ]),
  );
}

/** Credentials that were not shown, but are why a row of the users list is in review or has expired. */
function standIns(
  { inventions, epoch }: Composition,
  party: SeenParty,
  held: readonly SeenCredential[],
): CredentialEntry[] {
  const providers = new Set<string>([...held, ...(party.accounts ?? [])].map(({ provider }) => provider));
  return [...party.requests.values()].flatMap((request): CredentialEntry[] => {
    const { provider } = request;
    const kind = standInKind(request);
    if (kind === undefined || provider === 'SUMSUB' || providers.has(provider)) return [];
    providers.add(provider);
    const isApproved = [...party.requests.values()].some(
      (other) => other.provider === provider && other.status === 'APPROVED',
    );
    return [
      {
        provider,
        contractId: inventions.of('contractId', `${party.partyId} ${provider}`),
        issuedAt: relative((request.requestedAt ?? epoch) - epoch - (kind === 'expired' ? 365 * DAY : 0)),
        ...(kind === 'expired' && { expiresAt: relative(-DAY) }),
        // An archived one stays out of the lists, as it did.
        state: isApproved ? 'archived' : 'active',
        metadata: {},
        social: {},
      },
    ];
  });
}

/** The rows of the users list, and those that must be there because their credentials were shown; undefined where the fixture's default says the same. */
function requestsOf(
  { epoch }: Composition,
  { requests, accounts }: SeenParty,
  held: readonly SeenCredential[],
): RequestEntry[] | undefined {
  const seen = [...requests.values()].map(({ provider, status, requestedAt }): RequestEntry => ({
    provider,
    status,
    requestedAt: relative((requestedAt ?? epoch) - epoch),
  }));
  if (seen.length === 0 && (held.length > 0 || (accounts?.length ?? 0) > 0)) return undefined;
  const approved = new Set<string>(seen.filter(({ status }) => status === 'APPROVED').map(({ provider }) => provider));
  const shown = [...held, ...(accounts ?? [])].filter(({ provider }) => !approved.has(provider));
  const implied = [...new Set(shown.map(({ provider }) => provider))].map((provider): RequestEntry => ({
    provider,
    status: 'APPROVED',
    requestedAt: relative(-DAY),
  }));
  // A score without a credential is that of a party which is approved all the same.
  if (approved.size === 0 && implied.length === 0 && accounts !== undefined)
    return [...seen, { provider: 'SUMSUB', status: 'APPROVED', requestedAt: relative(-DAY) }];
  return [...seen, ...implied];
}

/** An ISO 8601 duration: before (negative) or after the start of the clock. */
function relative(milliseconds: number): string {
  const length = Math.min(LONGEST, Math.abs(Math.round(milliseconds)));
  const days = Math.floor(length / DAY);
  const seconds = (length % DAY) / 1_000;
  return `${milliseconds < 0 ? '-' : ''}P${days}D${seconds === 0 ? '' : `T${seconds}S`}`;
}
