/** References to provider states, and which of them the parties and credentials of an exchange need. */

import { isExpired } from '../../emulator/domain/world/credential-status.js';
import { PROVIDERS, type Holding } from '../../emulator/domain/world/model.js';
import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import type { World } from '../../emulator/domain/world/world.js';
import type { AppliedScenario } from '../../emulator/journal/exchange.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import type { StateSentence } from '../states/catalogue/catalogue.js';
import { LeftOutError } from './checked-exchange.js';

/** The worlds before and after: states are needed for the difference. */
export interface Worlds {
  /** The world of the journal's sandbox, at the current time. The holder of a credential never changes. */
  readonly own: Pick<World, 'party' | 'holding'>;
  /** A new sandbox with the default fixture and population, as a verification opens it. Its content needs no state. */
  readonly usual: Pick<Sandbox, 'world' | 'users' | 'lists'>;
}

/** What the generator knows besides the exchanges. */
export interface PactContext extends Worlds {
  /** Selects a scenario so that it affects the first call as it affected this one; undefined if that is impossible. */
  readonly selectionOf: (applied: AppliedScenario) => string | undefined;
  /** Which members of responses are expected. Default: those that the contract requires. */
  readonly members?: 'required' | 'all';
}

/** The provider states for an exchange. */
export interface Circumstances {
  /** In the order in which they are set up. */
  readonly states: readonly ProviderStateReference[];
  /** Whether they add data. Only the required members of added data are predictable. */
  readonly addData: boolean;
  /** Whether they provide the token of the link that is checked. */
  readonly provideLink: boolean;
}

/** The standing of a credential, in the words of the sentences. */
export type CredentialStanding = 'exists' | 'is revoked' | 'has expired' | 'is archived' | 'is superseded';

export interface CredentialIdentity {
  readonly contractId: string;
  readonly partyId: string;
  readonly provider: string;
}

/** What is wrong with an access token, in the words of the sentences. */
export type TokenFault = 'has expired' | 'is revoked' | 'is malformed' | 'is missing';

/** A state of the catalogue. A sentence that the catalogue lacks is a type error. */
function stateReference(name: StateSentence, params?: ProviderStateReference['params']): ProviderStateReference {
  return { name, ...(params && { params }) };
}

/** The sentences of scenarios, which every provider can set up. An interaction has one call, so calls are not counted. */
const SENTENCES: Readonly<Record<string, StateSentence>> = {
  'rate-limit-burst': 'the institution is rate limited',
  'rate-limit-without-retry-after': 'the institution is rate limited without Retry-After',
  'server-error': 'the service has an internal error',
  'institution-suspended': 'the institution is suspended',
  'client-refused': 'the client secret is wrong',
  'token-endpoint-throttled': 'the token endpoint is rate limited',
  'batch-total-failure': 'the batch fails',
  'check-token-unknown': 'the verification token is unknown',
};
const ABOUT_CALLS = /^(?:burst|times|retry-after)=/;

/** @param selection written as in the `Emulator-Scenario` header */
export function underScenario(selection: string): ProviderStateReference {
  const [scenario = '', ...parameters] = selection.split(';');
  const own = parameters.every((parameter) => ABOUT_CALLS.test(parameter)) ? SENTENCES[scenario] : undefined;
  if (own !== undefined) return stateReference(own);
  const sentence: StateSentence = 'scenario: {name}';
  return { name: sentence.replace('{name}', () => selection) };
}

export function accessToken(fault: TokenFault): ProviderStateReference {
  return stateReference(`the access token ${fault}`);
}

/** An empty world. */
export function nothingExists(things: 'parties' | 'users' | 'credentials' | 'human scores'): ProviderStateReference {
  return stateReference(`no ${things} exist`);
}

export function partyExists(partyId: string): ProviderStateReference {
  return stateReference('party {partyId} exists', { partyId });
}

function partyHasDisclosed(partyId: string, providers: readonly string[]): ProviderStateReference {
  return stateReference('party {partyId} has disclosed {providers}', { partyId, providers: [...new Set(providers)] });
}

export function partyHasDisclosedNothing(partyId: string): ProviderStateReference {
  return stateReference('party {partyId} has disclosed nothing', { partyId });
}

export function partyHasEmail(partyId: string, email: string, providers: readonly string[]): ProviderStateReference {
  const params = { partyId, email, providers: [...new Set(providers)] };
  return stateReference('party {partyId} has the e-mail {email}', params);
}

export function partyHasUsername(
  partyId: string,
  username: string,
  providers: readonly string[],
): ProviderStateReference {
  const params = { partyId, username, providers: [...new Set(providers)] };
  return stateReference('party {partyId} has the username {username}', params);
}

export function noPartyMatches(q: string): ProviderStateReference {
  return stateReference('no party matches {q}', { q });
}

function credential(standing: CredentialStanding, identity: CredentialIdentity): ProviderStateReference {
  return stateReference(`credential {contractId} of party {partyId} ${standing}`, { ...identity });
}

export function noCredential(contractId: string): ProviderStateReference {
  return stateReference('credential {contractId} does not exist', { contractId });
}

/** A link for an active credential. Its token is the state value `token`. */
export function linkTokenExists(identity: CredentialIdentity): ProviderStateReference {
  return stateReference('a link token for {contractId} exists', { ...identity });
}

/** A link for a credential with another standing. Its token is the state value `token`. */
export function linkOfCredential(
  token: string,
  standing: Exclude<CredentialStanding, 'exists'>,
  identity: CredentialIdentity,
): ProviderStateReference {
  const params = { token, standing: STANDING_PARAMETERS[standing], ...identity };
  return stateReference('the credential of verification token {token} is {standing}', params);
}

const STANDING_PARAMETERS = {
  'is revoked': 'revoked',
  'has expired': 'expired',
  'is archived': 'archived',
  'is superseded': 'superseded',
} as const;

export function linkToken(token: string, fault: 'is unknown' | 'has expired'): ProviderStateReference {
  return stateReference(`the verification token {token} ${fault}`, { token });
}

/** The states with which a party has disclosed credentials from these providers; none if it has in a new sandbox. */
export function partyStates(
  { usual }: Worlds,
  partyId: string,
  providers: readonly string[],
): ProviderStateReference[] {
  const party = usual.world.party(partyId);
  const shown = new Set<string>(
    party?.credentials
      .filter(({ contractId }) => isCurrent(usual.world.disclosedCredential(contractId)))
      .map(({ provider }) => provider),
  );
  if (shown.size > 0 && providers.every((provider) => shown.has(provider))) return [];
  // The KYC provider issues no credentials.
  const disclosing = providers.filter((provider) => PROVIDERS.some((known) => known === provider));
  return [disclosing.length === 0 ? partyExists(partyId) : partyHasDisclosed(partyId, disclosing)];
}

/**
 * The states with which a disclosed credential has this standing; none if it has in a new sandbox.
 * @throws LeftOutError if no party holds the credential
 */
export function credentialStates(
  worlds: Worlds,
  contractId: string,
  standing: CredentialStanding,
): ProviderStateReference[] {
  const { world } = worlds.usual;
  const known = world.disclosedCredential(contractId);
  if (known !== undefined && (standing === 'exists' || standingOf(known, world) === standing)) return [];
  return [credential(standing, identityOf(contractId, worlds))];
}

/** @throws LeftOutError if no party holds the credential */
export function identityOf(contractId: string, { own }: Worlds): CredentialIdentity {
  const holding = own.holding(contractId);
  if (holding === undefined)
    throw new LeftOutError(`No party in the sandbox holds the credential ${contractId} any more.`);
  return { contractId, partyId: holding.party.partyId, provider: holding.credential.provider };
}

function isCurrent(holding: Holding | undefined): boolean {
  return holding !== undefined && (holding.credential.state === 'active' || holding.credential.state === 'revoked');
}

/** The current standing of a credential. */
export function standingOf({ credential: held }: Holding, world: World): CredentialStanding {
  switch (held.state) {
    case 'revoked':
      return 'is revoked';
    case 'archived':
      return 'is archived';
    case 'superseded':
      return 'is superseded';
    case 'active':
      return isExpired(held, world.time()) ? 'has expired' : 'exists';
  }
}
