/** References to provider states, and which of them the parties and credentials of an exchange need. */

import { isExpired } from '../../emulator/domain/world/credential-status.js';
import { PROVIDERS, type Holding } from '../../emulator/domain/world/model.js';
import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import type { World } from '../../emulator/domain/world/world.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import { declaredStates, scenariosOfStates, type StateSentence } from '../states/declared-states.js';
import { LeftOutError } from './checked-exchange.js';

/** The worlds before and after: states are needed for the difference. */
export interface Worlds {
  /** The world of the journal's sandbox, at the current time. The holder of a credential never changes. */
  readonly sandboxWorld: Pick<World, 'party' | 'holding'>;
  /** A new sandbox with the default fixture and population, as a verification opens it. Its content needs no state. */
  readonly newSandbox: Pick<Sandbox, 'world' | 'lists'>;
}

/** The standing of a credential, and how the sentences say it. */
const STANDINGS = {
  exists: 'exists',
  revoked: 'is revoked',
  expired: 'has expired',
  archived: 'is archived',
  superseded: 'is superseded',
} as const;

export type CredentialStanding = keyof typeof STANDINGS;

/** A state of the catalogue. A sentence that the catalogue lacks is a type error. */
export function stateReference(name: StateSentence, params?: ProviderStateReference['params']): ProviderStateReference {
  return { name, ...(params && { params }) };
}

/** The sentence for a scenario, which every provider can set up; undefined if no state only switches it on. */
function sentenceFor(scenario: string): StateSentence | undefined {
  const [name] = Object.entries(scenariosOfStates).find(([, switched]) => switched.scenario === scenario) ?? [];
  const sentences: readonly StateSentence[] = declaredStates.find((state) => state.name === name)?.sentences ?? [];
  return sentences.find((sentence) => !sentence.includes('{'));
}

/** Calls are not counted: there is only one. */
const ABOUT_CALLS = /^(?:burst|times|retry-after)=/;

/** @param selection written as in the `Emulator-Scenario` header */
export function underScenario(selection: string): ProviderStateReference {
  const [scenario = '', ...parameters] = selection.split(';');
  const own = parameters.every((parameter) => ABOUT_CALLS.test(parameter)) ? sentenceFor(scenario) : undefined;
  if (own !== undefined) return stateReference(own);

  const sentence: StateSentence = 'scenario: {name}';

  return { name: sentence.replace('{name}', () => selection) };
}

/** The states with which a party has disclosed credentials from these providers; none if it has in a new sandbox. */
export function partyStates(
  { newSandbox }: Worlds,
  partyId: string,
  providers: readonly string[],
): ProviderStateReference[] {
  const party = newSandbox.world.party(partyId);
  const isCurrent = ({ contractId }: Holding['credential']): boolean => {
    const state = newSandbox.world.disclosedCredential(contractId)?.credential.state;
    return state === 'active' || state === 'revoked';
  };

  const shown = new Set<string>(party?.credentials.filter(isCurrent).map(({ provider }) => provider));
  if (shown.size > 0 && providers.every((provider) => shown.has(provider))) return [];

  // The KYC provider issues no credentials.
  const disclosing = providers.filter((provider) => PROVIDERS.some((known) => known === provider));

  return disclosing.length === 0
    ? [stateReference('party {partyId} exists', { partyId })]
    : [stateReference('party {partyId} has disclosed {providers}', { partyId, providers: [...new Set(disclosing)] })];
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
  const { world } = worlds.newSandbox;
  const known = world.disclosedCredential(contractId);
  if (known !== undefined && (standing === 'exists' || standingOf(known, world) === standing)) return [];

  const sentence = `credential {contractId} of party {partyId} ${STANDINGS[standing]}` as const;

  return [stateReference(sentence, identityOf(contractId, worlds))];
}

/** @throws LeftOutError if no party holds the credential */
export function identityOf(
  contractId: string,
  { sandboxWorld }: Worlds,
): Record<'contractId' | 'partyId' | 'provider', string> {
  const holding = sandboxWorld.holding(contractId);
  if (holding === undefined)
    throw new LeftOutError(`No party in the sandbox holds the credential ${contractId} any more.`);
  return { contractId, partyId: holding.party.partyId, provider: holding.credential.provider };
}

/** The current standing of a credential. */
export function standingOf({ credential: held }: Holding, world: World): CredentialStanding {
  if (held.state !== 'active') return held.state;
  return isExpired(held, world.time()) ? 'expired' : 'exists';
}
