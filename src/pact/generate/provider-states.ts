/** Provider states in the words of `src/pact/provider-states/`, which brings them about. */

import type { ProviderStateReference } from '../pact-json.js';

/** What has become of a credential. */
export type CredentialFate = 'exists' | 'is revoked' | 'has expired' | 'is archived' | 'is superseded';

/** Which credential a state is about. */
export interface CredentialIdentity {
  readonly contractId: string;
  readonly partyId: string;
  readonly provider: string;
}

/** What is wrong with an access token. */
export type TokenFate = 'has expired' | 'is revoked' | 'is malformed' | 'is missing';

/** A scenario, selected as in the `Emulator-Scenario` header. */
export function underScenario(selection: string): ProviderStateReference {
  return { name: `scenario: ${selection}` };
}

export function accessToken(fate: TokenFate): ProviderStateReference {
  return { name: `the access token ${fate}` };
}

/** A world in which nobody is. */
export function nothingExists(things: 'parties' | 'users' | 'credentials' | 'human scores'): ProviderStateReference {
  return { name: `no ${things} exist` };
}

export function partyExists(partyId: string): ProviderStateReference {
  return { name: 'party {partyId} exists', params: { partyId } };
}

export function partyHasDisclosed(partyId: string, providers: readonly string[]): ProviderStateReference {
  return { name: 'party {partyId} has disclosed {providers}', params: { partyId, providers: [...new Set(providers)] } };
}

export function partyHasDisclosedNothing(partyId: string): ProviderStateReference {
  return { name: 'party {partyId} has disclosed nothing', params: { partyId } };
}

export function partyHasEmail(partyId: string, email: string, providers: readonly string[]): ProviderStateReference {
  return {
    name: 'party {partyId} has the e-mail {email}',
    params: { partyId, email, providers: [...new Set(providers)] },
  };
}

export function partyHasUsername(
  partyId: string,
  username: string,
  providers: readonly string[],
): ProviderStateReference {
  return {
    name: 'party {partyId} has the username {username}',
    params: { partyId, username, providers: [...new Set(providers)] },
  };
}

export function noPartyMatches(q: string): ProviderStateReference {
  return { name: 'no party matches {q}', params: { q } };
}

export function credential(fate: CredentialFate, identity: CredentialIdentity): ProviderStateReference {
  return { name: `credential {contractId} of party {partyId} ${fate}`, params: { ...identity } };
}

export function noCredential(contractId: string): ProviderStateReference {
  return { name: 'credential {contractId} does not exist', params: { contractId } };
}

/** A link for a good credential; gives out the value `token`. */
export function linkTokenExists(identity: CredentialIdentity): ProviderStateReference {
  return { name: 'a link token for {contractId} exists', params: { ...identity } };
}

/** A link for a credential to which something has happened; gives out the value `token`. */
export function linkOfCredential(
  token: string,
  fate: Exclude<CredentialFate, 'exists'>,
  identity: CredentialIdentity,
): ProviderStateReference {
  return {
    name: 'the credential of verification token {token} is {standing}',
    params: { token, standing: STANDINGS[fate], ...identity },
  };
}

const STANDINGS = {
  'is revoked': 'revoked',
  'has expired': 'expired',
  'is archived': 'archived',
  'is superseded': 'superseded',
} as const;

export function linkToken(token: string, fate: 'is unknown' | 'has expired'): ProviderStateReference {
  return { name: `the verification token {token} ${fate}`, params: { token } };
}
