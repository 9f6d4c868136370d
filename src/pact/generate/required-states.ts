/**
 * The provider states that reproduce an exchange: for the data that it shows (`world-states.ts`), for a refusal by the
 * service, and for the scenarios that changed the response.
 */

import { isObject } from '../../common/json.js';
import type { Contract } from '../../contract/contract.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import { parseLink, type SealedLink } from '../../emulator/domain/tokens/link-tokens.js';
import { headerOf, type AppliedScenario } from '../../emulator/journal/exchange.js';
import { batchSelection } from '../../emulator/scenarios/first-call-selection.js';
import { mentionedNames } from '../../emulator/journal/mentioned-names.js';
import { LeftOutError, type CheckedExchange } from './checked-exchange.js';
import { LINK_TOKEN } from './placeholders.js';
import { identityOf, standingOf, stateReference, underScenario } from './provider-states.js';
import type { CredentialStanding, Worlds } from './provider-states.js';
import { worldStates } from './world-states.js';

/** Facts that the generator needs in addition to the exchanges. */
export interface GeneratorFacts extends Worlds {
  readonly contract: Contract;
  /**
   * Returns the selection of a scenario with which it affects the first call as it affected this one; undefined if no
   * parameters do that.
   */
  readonly selectionOf: (applied: AppliedScenario) => string | undefined;
}

/** The provider states that an exchange requires. */
export interface RequiredStates {
  /** References to the states, in the order in which they are set up. */
  readonly states: readonly ProviderStateReference[];
  /** Whether the states provide the token of the link that the request checks. */
  readonly provideLink: boolean;
}

/**
 * The states for the world, for a refusal and for scenarios. @throws LeftOutError if no provider states reproduce the
 * exchange
 */
export function requiredStatesOf(checked: CheckedExchange, context: GeneratorFacts): RequiredStates {
  const { exchange, operation, isReplaced } = checked;
  const scenarios = scenarioStates(checked, context);
  const refusal = isReplaced || exchange.status < 400 ? [] : refusalStates(checked, context);

  if (operation.id === 'checkVerificationStatus') {
    const { states, provideLink } = linkStates(checked, context);
    return { states: [...states, ...refusal, ...scenarios], provideLink };
  }

  // A response that a scenario made does not depend on the world.
  const data = isReplaced || exchange.status >= 400 ? [] : worldStates(checked, context);

  return { states: [...data, ...refusal, ...scenarios], provideLink: false };
}

/** The states that explain why the operation refused the request. */
function refusalStates(checked: CheckedExchange, context: GeneratorFacts): readonly ProviderStateReference[] {
  const { exchange, operation, check } = checked;
  switch (exchange.status) {
    // The request itself explains a 400. A token request may also get it for a mistake that the contract's check does
    // not find.
    case 400:
      if (operation.id !== 'issueToken' && check.violations.length === 0)
        throw new LeftOutError(
          'Nothing in the request explains the 400; a strict sandbox refuses what other sandboxes ignore.',
        );
      return [];
    case 401:
      if (operation.access === 'client') return [underScenario('client-refused')];
      return [stateReference(`the access token ${tokenFault(checked, context)}`)];
    // The operation found nothing: the world has to lack what the request names.
    case 404:
      return worldStates(checked, context);
    // The content type of the request explains a 415.
    case 415:
      return [];
    default:
      throw new LeftOutError(`Nothing explains the ${exchange.status}: no scenario was applied.`);
  }
}

/**
 * What is wrong with the access token, in the words of a state's sentence. A verification sends a valid token, and the
 * scenario of the state refuses it.
 * @throws LeftOutError if a party in the request carries another scenario
 */
function tokenFault(
  { exchange }: CheckedExchange,
  { newSandbox: { world } }: Worlds,
): 'has expired' | 'is revoked' | 'is malformed' | 'is missing' {
  const authorization = headerOf(exchange.request.headers, 'Authorization');
  if (authorization === undefined) return 'is missing';

  const [party] = world.partiesWithScenario(() => [...mentionedNames(exchange)]);
  if (party !== undefined)
    throw new LeftOutError(
      `The party ${party.partyId} carries a scenario (${party.scenario!}), which conflicts with the scenario for the access token.`,
    );

  const token = exchange.accessToken;
  if (token === undefined) return 'is malformed';

  // The journal does not say why a token was refused. One that had not expired can only have been revoked.
  return Date.parse(token.expiresAt) <= Date.parse(exchange.at) ? 'has expired' : 'is revoked';
}

/** For each status, the scenario that stands for every scenario with this status: it responds alike. */
const SCENARIO_FOR_STATUS: Readonly<Record<number, string>> = {
  403: 'institution-suspended',
  429: 'rate-limit-burst',
  500: 'server-error',
};

/** States that switch on the scenarios of the exchange, so that they affect the only call of the interaction. */
function scenarioStates(checked: CheckedExchange, context: GeneratorFacts): ProviderStateReference[] {
  // A party of the default fixture may carry a scenario: then the request alone triggers it.
  const needed = checked.scenarios.filter((scenario) => !isCarriedInNewSandbox(checked, scenario, context));
  const selections = needed.flatMap((scenario) => selectionsFor(checked, scenario, context));
  return [...new Set(selections)].map(underScenario);
}

/** The selection of a scenario, as in the `Emulator-Scenario` header. Empty if nothing needs to select it. */
function selectionsFor(checked: CheckedExchange, applied: AppliedScenario, { selectionOf }: GeneratorFacts): string[] {
  if (applied.fault === 'batch-items') {
    // The response shows which items failed. The selection names them, so that the same items fail again.
    const failed = batchSelection(checked.responseBody);
    return failed === undefined ? [] : [failed];
  }

  // A scenario whose parameters count calls may have no selection for the first call. Another scenario with this status
  // serves as well, except on the token endpoint, whose errors have another form.
  const hasEquivalent = applied.fault === 'answer' && checked.operation.access !== 'client';
  const equivalent = hasEquivalent ? SCENARIO_FOR_STATUS[checked.exchange.status] : undefined;
  const selection = selectionOf(applied) ?? equivalent;
  if (selection === undefined)
    throw new LeftOutError(
      `Scenario ${applied.scenario} affected call ${applied.call}, and no parameters make it affect the first call.`,
    );

  return [selection];
}

/** Whether a party that the request mentions carries the scenario in every new sandbox. */
function isCarriedInNewSandbox(
  { exchange }: CheckedExchange,
  { selector, scenario }: AppliedScenario,
  { newSandbox: { world } }: Worlds,
): boolean {
  if (selector !== 'party') return false;

  const parties = world.partiesWithScenario(() => [...mentionedNames(exchange)]);
  // Parameters follow a name after a semicolon: `server-error;times=2, slow-response`.
  return parties.some((party) => party.scenario!.split(/[;,]/).some((part) => part.trim() === scenario));
}

/**
 * The reported statuses of a check that are also standings of a credential. With any other status, the credential
 * exists.
 */
const ENDED: readonly CredentialStanding[] = ['revoked', 'expired', 'archived'];

/**
 * The state for the check of a verification link: it sets up the credential, and provides the link's token.
 * @throws LeftOutError if no party holds the credential
 */
function linkStates(checked: CheckedExchange, worlds: Worlds): RequiredStates {
  const contractId = checkedLink(checked)?.subject;
  const token = LINK_TOKEN;

  if (checked.exchange.status === 404) {
    const fault = contractId === undefined ? 'is unknown' : 'has expired';
    const state = stateReference(`the verification token {token} ${fault}`, { token });
    // A 404 of a scenario does not depend on the link.
    return { states: checked.isReplaced ? [] : [state], provideLink: false };
  }

  // Nothing says for which credential the link was.
  if (contractId === undefined) return { states: [], provideLink: false };

  const { world } = worlds.newSandbox;
  const holding = world.disclosedCredential(contractId);
  const standingInNewSandbox = holding && standingOf(holding, world);
  // What the response reports decides. If a scenario changed it, it reports nothing, and any standing will do: that of
  // the credential in a new sandbox needs no further state.
  const standing = reportedStanding(checked) ?? standingInNewSandbox ?? 'exists';

  // Both states return the link's token as the state value `token`.
  const identity = identityOf(contractId, worlds);
  const linkExists = stateReference('a link token for {contractId} exists', identity);
  if (standing === 'exists') return { states: [linkExists], provideLink: true };

  const params = { token, standing, ...identity };
  const linkEnded = stateReference('the credential of verification token {token} is {standing}', params);

  return { states: [linkEnded], provideLink: true };
}

/** The content of the link's token; undefined if the emulator did not make the link. */
function checkedLink({ exchange }: CheckedExchange): SealedLink | undefined {
  // A token of the emulator is content, a dot and a signature, which the journal hides. Any other token has no dot.
  const [content = '', hidden] = exchange.path.slice(exchange.path.lastIndexOf('/') + 1).split('.');
  return hidden === undefined ? undefined : parseLink(Buffer.from(content, 'base64url'));
}

/** The standing that the response reports; undefined if a scenario changed the response. */
function reportedStanding({ exchange, isAltered, responseBody }: CheckedExchange): CredentialStanding | undefined {
  if (exchange.status !== 200 || isAltered || !isObject(responseBody)) return undefined;
  const { isSuperseded, status } = responseBody;
  return isSuperseded === true ? 'superseded' : (ENDED.find((standing) => standing === status) ?? 'exists');
}
