/** What has to be so for an exchange to come out as it did, as provider states. */

import { headerOf } from '../../journal/exchange.js';
import { mentionedNames } from '../../journal/mentioned-names.js';
import { LeftOutError } from './left-out-error.js';
import type { ProviderStateReference } from '../pact-json.js';
import { linkStates } from './link-states.js';
import { scenarioStates } from './scenario-states.js';
import { accessToken, underScenario, type TokenFate } from './provider-states.js';
import type { SeenExchange } from './seen-exchange.js';
import { worldStates } from './world-states.js';
import type { Surroundings } from './worlds.js';

/** Provider states, and what they mean for the interaction. */
export interface Circumstances {
  /** In the order in which they have to be brought about. */
  readonly states: readonly ProviderStateReference[];
  /** Whether they bring data about, of which only what the contract demands is known. */
  readonly bringData: boolean;
  /** Whether they give out the token of the link that is checked. */
  readonly giveLink: boolean;
}

/** @throws LeftOutError where no provider states can bring it about */
export function circumstancesOf(seen: SeenExchange, surroundings: Surroundings): Circumstances {
  const { exchange, operation, isReplaced } = seen;
  const switchedOn = scenarioStates(seen, surroundings);
  const refusal = isReplaced || exchange.status < 400 ? [] : refusalStates(seen, surroundings);
  if (operation.id === 'checkVerificationStatus') {
    const { states, ...link } = linkStates(seen, surroundings);
    return { states: [...states, ...refusal, ...switchedOn], ...link };
  }
  const data = isReplaced || exchange.status >= 400 ? [] : worldStates(seen, surroundings);
  return { states: [...data, ...refusal, ...switchedOn], bringData: data.length > 0, giveLink: false };
}

/** Why the service refused the request, where no scenario made it. */
function refusalStates(seen: SeenExchange, surroundings: Surroundings): readonly ProviderStateReference[] {
  const { exchange, operation, check } = seen;
  switch (exchange.status) {
    case 400:
      if (operation.id !== 'issueToken' && check.violations.length === 0)
        throw new LeftOutError(
          'Nothing in the request explains the 400; a strict sandbox refuses what others pass over.',
        );
      return [];
    case 401:
      return operation.access === 'client'
        ? [underScenario('client-refused')]
        : [accessToken(tokenFate(seen, surroundings))];
    case 404:
      return worldStates(seen, surroundings);
    case 415:
      return [];
    default:
      throw new LeftOutError(`Nothing explains the ${exchange.status}: no scenario was applied.`);
  }
}

/** What was wrong with the access token. A verification gives a good one and spoils it by a scenario, beside those that parties carry. */
function tokenFate({ exchange }: SeenExchange, { usual: { world } }: Surroundings): TokenFate {
  const authorization = headerOf(exchange.request.headers, 'Authorization');
  if (authorization === undefined) return 'is missing';
  const [carrier] = world.carriers(() => [...mentionedNames(exchange)]);
  if (carrier !== undefined)
    throw new LeftOutError(
      `The party ${carrier.partyId} carries a scenario (${carrier.scenario!}), which comes between where a good token is spoilt.`,
    );
  const token = exchange.accessToken;
  if (token === undefined) return 'is malformed';
  return Date.parse(token.expiresAt) <= Date.parse(exchange.at) ? 'has expired' : 'is revoked';
}
