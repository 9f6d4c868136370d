/** Adds the content of responses to the observed world: one function for each operation. */

import type { OperationId } from '../../../contract/operation.js';
import { parseTimestamp } from '../../../emulator/domain/time/timestamp.js';
import {
  PROVIDERS,
  REQUEST_STATUSES,
  type SocialStanding,
  USER_STATUSES,
} from '../../../emulator/domain/world/model.js';
import { membersOf, withoutUndefined } from '../../../common/json.js';
import type { ObservedCredential, ObservedParty, ObservedWorld } from './observed-world.js';

const REQUEST_PROVIDERS = [...PROVIDERS, 'SUMSUB'] as const;
const METADATA_TEXTS = ['email', 'firstName', 'lastName', 'username', 'providerId', 'profilePicture'] as const;
const COUNTS = [
  'followersCount',
  'followingCount',
  'postsCount',
  'githubRepos',
  'githubFollowers',
  'googleContactCount',
] as const;
const FREE_TEXTS = ['twitterDescription', 'githubBio', 'githubCompany', 'githubLocation'] as const;

/** How to read the responses of an operation: where its items are, and what each of them shows. */
interface Observer {
  readonly items: (body: unknown) => readonly Members[];
  readonly observe: (world: ObservedWorld, item: Members) => void;
  /** Whether the items are a page of a list, which has a total. */
  readonly isPage?: boolean;
}

const OBSERVERS: Readonly<Partial<Record<OperationId, Observer>>> = {
  getUsers: { items: itemsOfPage, observe: observeUser, isPage: true },
  getCredentials: { items: itemsOfPage, observe: observeCredential, isPage: true },
  getCredentialByPartyId: { items: itemsIn, observe: observeCredential },
  getHumanScores: { items: itemsOfPage, observe: observeScore, isPage: true },
  getHumanScoreByPartyId: { items: onlyItem, observe: observeScore },
  resolveCredentials: { items: (body) => itemsIn(membersOf(body)['credentials']), observe: observeResolved },
  checkVerificationStatus: { items: onlyItem, observe: observeCheck },
};

/** Adds the body of a successful response to the world. */
export function observeResponse(world: ObservedWorld, operation: OperationId, body: unknown): void {
  const observer = OBSERVERS[operation];
  if (observer === undefined) return;
  const { total } = membersOf(membersOf(body)['pagination']);
  if (observer.isPage === true && typeof total === 'number')
    world.totals.set(operation, Math.max(total, world.totals.get(operation) ?? 0));
  for (const item of observer.items(body)) observer.observe(world, item);
}

function itemsOfPage(body: unknown): Members[] {
  return itemsIn(membersOf(body)['items']);
}

function onlyItem(body: unknown): Members[] {
  return [membersOf(body)];
}

function observeUser(world: ObservedWorld, row: Members): void {
  const partyId = textIn(row, 'partyId');
  const provider = enumIn(row, 'kycProvider', REQUEST_PROVIDERS);
  const status = enumIn(row, 'reqStatus', REQUEST_STATUSES);
  if (partyId === undefined || provider === undefined || status === undefined) {
    world.skip('users without a party ID, or with a provider or status that a fixture does not know');
    return;
  }
  const party = world.party(partyId);
  const id =
    typeof row['id'] === 'number' ? String(row['id']) : (textIn(row, 'proposalId') ?? String(party.requests.size));
  party.requests.set(id, {
    provider,
    status,
    kycStatus: textIn(row, 'kycStatus'),
    requestedAt: timeIn(row, 'regDate'),
  });
  const [firstName = '', ...others] = (textIn(row, 'fullName') ?? '').trim().split(/\s+/);
  complete(party, {
    email: textIn(row, 'email'),
    status: row['kycStatus'] === 'BLOCKED' ? 'BLOCKED' : enumIn(row, 'status', USER_STATUSES),
    // Only a look-up has first and last name as separate members, so its names take precedence.
    firstName: party.firstName ?? (firstName === '' ? undefined : firstName),
    lastName: party.lastName ?? (others.length === 0 ? undefined : others.join(' ')),
  });
}

function observeCredential(world: ObservedWorld, item: Members): void {
  const seen = credentialIn(world, item, 'provider');
  if (seen === undefined) return;
  const { credential } = seen;
  complete(credential, { issuedAt: timeIn(item, 'issuedAt'), expiresAt: timeIn(item, 'expirationDate') });
  if (item['freshness'] === 'REVOKED') credential.state = 'revoked';
  addMetadata(credential, membersOf(item['metadata']));
}

function observeResolved(world: ObservedWorld, item: Members): void {
  const seen = credentialIn(world, item, 'kycProvider');
  if (seen === undefined) return;
  const { party, credential } = seen;
  const metadata = membersOf(item['metadata']);
  addMetadata(credential, metadata);
  complete(credential, { issuedAt: credential.issuedAt ?? timeIn(metadata, 'verifiedAt') });
  complete(party, {
    email: textIn(item, 'email'),
    firstName: textIn(item, 'firstName'),
    lastName: textIn(item, 'lastName'),
    // A look-up contains the account's username only if the credential has none.
    username: textIn(metadata, 'username') === undefined ? textIn(item, 'username') : undefined,
  });
}

/** The check of a link does not name the party. The party comes from a list or a look-up. */
function observeCheck(world: ObservedWorld, item: Members): void {
  const contractId = textIn(item, 'contractId');
  const provider = enumIn(item, 'kycProvider', PROVIDERS);
  if (contractId === undefined || provider === undefined) return;
  const credential = world.credential(contractId, provider);
  complete(credential, { issuedAt: timeIn(item, 'issuedAt'), expiresAt: timeIn(item, 'expiredAt') });
  if (item['isRevoked'] === true) credential.state = 'revoked';
  else if (item['isSuperseded'] === true) credential.state = 'superseded';
  else if (item['isArchived'] === true) credential.state = 'archived';
  addMetadata(credential, membersOf(item['credentialData']));
}

function observeScore(world: ObservedWorld, item: Members): void {
  const partyId = textIn(item, 'partyId');
  if (partyId === undefined) return;
  const { socialMetrics } = membersOf(membersOf(item['humanScore'])['details']);
  world.party(partyId).accounts = itemsIn(socialMetrics).flatMap((metrics) => {
    const provider = enumIn(metrics, 'provider', PROVIDERS);
    const { ageInDays } = metrics;
    if (provider === undefined) return [];
    const age = typeof ageInDays === 'number' ? ageInDays : undefined;
    return { provider, ageInDays: age, email: textIn(metrics, 'email'), social: socialIn(metrics) };
  });
}

function socialIn(metrics: Members): SocialStanding {
  const isCount = (name: string): boolean => Number.isInteger(metrics[name]) && (metrics[name] as number) >= 0;
  const names = [...COUNTS.filter(isCount), ...FREE_TEXTS.filter((name) => textIn(metrics, name) !== undefined)];
  return {
    ...Object.fromEntries(names.map((name) => [name, metrics[name]])),
    ...(typeof metrics['verified'] === 'boolean' && { verified: metrics['verified'] }),
  };
}

function credentialIn(
  world: ObservedWorld,
  item: Members,
  providerName: string,
): { readonly party: ObservedParty; readonly credential: ObservedCredential } | undefined {
  const partyId = textIn(item, 'partyId');
  const contractId = textIn(item, 'contractId');
  const provider = enumIn(item, providerName, PROVIDERS);
  if (partyId === undefined || contractId === undefined || provider === undefined) {
    world.skip('credentials without a party ID or contract ID, or with a provider that a fixture does not know');
    return undefined;
  }
  const party = world.party(partyId);
  party.contracts.add(contractId);
  return { party, credential: world.credential(contractId, provider) };
}

/** Sets the members that are known. */
function complete<Target extends ObservedParty | ObservedCredential>(
  target: Target,
  known: { readonly [Name in keyof Target]?: Target[Name] | undefined },
): void {
  Object.assign(target, withoutUndefined(known));
}

/** Adds known members. Unknown ones are ignored, because they may contain personal data. */
function addMetadata({ metadata, flags }: ObservedCredential, members: Members): void {
  for (const name of METADATA_TEXTS) {
    const text = textIn(members, name);
    if (text !== undefined) metadata.set(name, text);
  }
  if (typeof members['emailVerified'] === 'boolean') flags.set('emailVerified', members['emailVerified']);
}

/** The members of a JSON object. A member of another type than expected counts as absent. */
type Members = Readonly<Record<string, unknown>>;

/** A string that is not blank. */
function textIn(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A date, in milliseconds since 1970. */
function timeIn(members: Members, name: string): number | undefined {
  return parseTimestamp(textIn(members, name) ?? '');
}

/** One of the given values. */
function enumIn<Value extends string>(members: Members, name: string, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === members[name]);
}

/** The objects of an array. */
function itemsIn(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}
