/** The world that the exchanges were made in, and the one that a verification begins with. */

import { isExpired } from '../../domain/world/credential-status.js';
import { PROVIDERS } from '../../domain/world/model.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Holding, World } from '../../domain/world/world.js';
import type { AppliedScenario } from '../../journal/exchange.js';
import { LeftOutError } from './left-out-error.js';
import type { ProviderStateReference } from '../pact-json.js';
import { credential, partyExists, partyHasDisclosed, type CredentialFate } from './provider-states.js';

export interface Worlds {
  /** Of the sandbox, as it is now: who holds which credential never changes. */
  readonly own: Pick<World, 'party' | 'holding'>;
  /** A new sandbox with the default fixture and population: what is in it needs no provider state. */
  readonly usual: Pick<Sandbox, 'world' | 'users' | 'disclosed'>;
}

/** What is known beside the exchanges. */
export interface Surroundings extends Worlds {
  /** Selects a scenario so that the first call meets what this one has met; undefined where that cannot be. */
  readonly selectionOf: (applied: AppliedScenario) => string | undefined;
}

/** What lets a party show credentials of these providers. */
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
  // There are no credentials of the KYC provider.
  const disclosing = providers.filter((provider) => PROVIDERS.some((known) => known === provider));
  return [disclosing.length === 0 ? partyExists(partyId) : partyHasDisclosed(partyId, disclosing)];
}

/**
 * What lets the institution see a credential to which this has happened.
 * @throws LeftOutError where nobody holds it
 */
export function credentialStates(
  { own, usual }: Worlds,
  contractId: string,
  fate: CredentialFate,
): ProviderStateReference[] {
  const known = usual.world.disclosedCredential(contractId);
  if (known !== undefined && (fate === 'exists' || fateOf(known, usual.world) === fate)) return [];
  const holding = own.holding(contractId);
  if (holding === undefined)
    throw new LeftOutError(`Nobody in the sandbox holds the credential ${contractId} any more.`);
  const { party, credential: held } = holding;
  return [credential(fate, { contractId, partyId: party.partyId, provider: held.provider })];
}

function isCurrent(holding: Holding | undefined): boolean {
  return holding !== undefined && (holding.credential.state === 'active' || holding.credential.state === 'revoked');
}

/** What has become of a credential by now. */
export function fateOf({ credential: held }: Holding, world: World): CredentialFate {
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
