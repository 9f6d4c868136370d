/** References to provider states, and which of them the parties and credentials of an exchange need. */

import { isExpired } from '../../emulator/domain/world/credential-status.js';
import { PROVIDERS, type Holding } from '../../emulator/domain/world/model.js';
import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import type { World } from '../../emulator/domain/world/world.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import { declaredStates, scenariosOfStates, type StateSentence } from '../states/declared-states.js';
import { LeftOutError } from './checked-exchange.js';

/**
 * The two worlds that are compared. Provider states are needed for what the sandbox of the journal has and a new
 * sandbox lacks.
 */
export interface Worlds {
  /**
   * The world of the journal's sandbox, at the current time: later than the exchanges. That does no harm, because the
   * holder of a credential never changes.
   */
  readonly sandboxWorld: Pick<World, 'party' | 'holding'>;
  /**
   * A new sandbox with the default fixture and population, as a verification opens it. What it contains needs no state.
   */
  readonly newSandbox: Pick<Sandbox, 'world' | 'lists'>;
}

/** The words for the standing of a credential in the sentences of states. */
const STANDINGS = {
  exists: 'exists',
  revoked: 'is revoked',
  expired: 'has expired',
  archived: 'is archived',
  superseded: 'is superseded',
} as const;

export type CredentialStanding = keyof typeof STANDINGS;

/** A reference to a state of the catalogue. A sentence that the catalogue lacks is a type error. */
export function stateReference(name: StateSentence, params?: ProviderStateReference['params']): ProviderStateReference {
  return { name, ...(params && { params }) };
}

/**
 * The sentence of the state that does nothing but switch this scenario on; undefined if there is no such state. The
 * sentence does not name the scenario, so that providers that are not emulators can set it up, too.
 */
function sentenceFor(scenario: string): StateSentence | undefined {
  const [name] = Object.entries(scenariosOfStates).find(([, declared]) => declared.scenario === scenario) ?? [];
  const sentences: readonly StateSentence[] = declaredStates.find((state) => state.name === name)?.sentences ?? [];
  // A place such as `{partyId}` would need a value.
  return sentences.find((sentence) => !sentence.includes('{'));
}

/**
 * Parameters that say how often a scenario applies. They do not matter to an interaction, which is a single call:
 * `times=3`.
 */
const ABOUT_CALLS = /^(?:burst|times|retry-after)=/;

/** The state that switches on a scenario. @param selection written as in the `Emulator-Scenario` header */
export function underScenario(selection: string): ProviderStateReference {
  const [scenario = '', ...parameters] = selection.split(';');
  const isPlain = parameters.every((parameter) => ABOUT_CALLS.test(parameter));
  const sentence = isPlain ? sentenceFor(scenario) : undefined;
  if (sentence !== undefined) return stateReference(sentence);

  // No state has a sentence of its own for this selection.
  const sentenceWithName: StateSentence = 'scenario: {name}';

  return { name: sentenceWithName.replace('{name}', () => selection) };
}

/** The states with which a party has disclosed credentials from these providers; none if a new sandbox has that. */
export function partyStates(
  { newSandbox }: Worlds,
  partyId: string,
  providers: readonly string[],
): ProviderStateReference[] {
  const party = newSandbox.world.party(partyId);
  // A revoked credential is listed, too; an archived or superseded one is not.
  const isCurrent = ({ contractId }: Holding['credential']): boolean => {
    const state = newSandbox.world.disclosedCredential(contractId)?.credential.state;
    return state === 'active' || state === 'revoked';
  };

  const disclosed = new Set<string>(party?.credentials.filter(isCurrent).map(({ provider }) => provider));
  if (disclosed.size > 0 && providers.every((provider) => disclosed.has(provider))) return [];

  // The KYC provider issues no credentials.
  const disclosing = providers.filter((provider) => PROVIDERS.some((known) => known === provider));
  if (disclosing.length === 0) return [stateReference('party {partyId} exists', { partyId })];

  const params = { partyId, providers: [...new Set(disclosing)] };
  return [stateReference('party {partyId} has disclosed {providers}', params)];
}

/**
 * The states with which a disclosed credential has this standing; none if a new sandbox has that.
 * @throws LeftOutError if no party holds the credential
 */
export function credentialStates(
  worlds: Worlds,
  contractId: string,
  standing: CredentialStanding,
): ProviderStateReference[] {
  const { world } = worlds.newSandbox;
  const holding = world.disclosedCredential(contractId);
  // `exists` only asks that the credential is there, whatever its standing.
  if (holding !== undefined && (standing === 'exists' || standingOf(holding, world) === standing)) return [];

  const sentence = `credential {contractId} of party {partyId} ${STANDINGS[standing]}` as const;

  return [stateReference(sentence, identityOf(contractId, worlds))];
}

/** Identifies the credential in the parameters of a state. @throws LeftOutError if no party holds it */
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
export function standingOf({ credential }: Holding, world: World): CredentialStanding {
  if (credential.state !== 'active') return credential.state;
  return isExpired(credential, world.time()) ? 'expired' : 'exists';
}
