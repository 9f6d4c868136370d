/** The link that a check was about: one state brings about its credential and gives out its token. */

import { isObject } from '../../contract/json.js';
import { linkIn } from '../../domain/tokens/link-tokens.js';
import { LeftOutError } from './left-out-error.js';
import type { ProviderStateReference } from '../pact-json.js';
import { LINK_TOKEN } from './placeholders.js';
import {
  linkOfCredential,
  linkToken,
  linkTokenExists,
  type CredentialFate,
  type CredentialIdentity,
} from './provider-states.js';
import type { SeenExchange } from './seen-exchange.js';
import { fateOf, type Worlds } from './worlds.js';

export interface LinkStates {
  readonly states: readonly ProviderStateReference[];
  /** Whether a new sandbox has no such credential. */
  readonly bringData: boolean;
  /** Whether they give out the link's token. */
  readonly giveLink: boolean;
}

const FATES: Readonly<Record<string, CredentialFate>> = {
  strong: 'exists',
  moderate: 'exists',
  weak: 'exists',
  revoked: 'is revoked',
  expired: 'has expired',
  archived: 'is archived',
};

/**
 * What lets a link be checked as it was.
 * @throws LeftOutError where nobody holds its credential
 */
export function linkStates(seen: SeenExchange, worlds: Worlds): LinkStates {
  const contractId = checkedContract(seen);
  // Who asks for a link that is unknown gets 404, whatever else is on.
  if (seen.exchange.status === 404)
    return withoutLink(
      seen.isReplaced ? [] : [linkToken(LINK_TOKEN, contractId === undefined ? 'is unknown' : 'has expired')],
    );
  if (contractId === undefined) return withoutLink([]);
  const usual = worlds.usual.world.disclosedCredential(contractId);
  const usualFate = usual && fateOf(usual, worlds.usual.world);
  const fate = fateShown(seen) ?? usualFate ?? 'exists';
  const state =
    fate === 'exists'
      ? linkTokenExists(identityOf(contractId, worlds))
      : linkOfCredential(LINK_TOKEN, fate, identityOf(contractId, worlds));
  return { states: [state], bringData: fate !== usualFate, giveLink: true };
}

function withoutLink(states: readonly ProviderStateReference[]): LinkStates {
  return { states, bringData: false, giveLink: false };
}

/** The credential whose link was checked; undefined where the link is not the emulator's. */
function checkedContract({ exchange }: SeenExchange): string | undefined {
  const [token = '', redacted] = exchange.path.split('/').at(-1)!.split('.');
  return redacted === undefined ? undefined : linkIn(Buffer.from(token, 'base64url')).contractId;
}

/** What the answer says of the credential; undefined where a scenario had a hand in it. */
function fateShown({ exchange, isAltered, answer }: SeenExchange): CredentialFate | undefined {
  if (exchange.status !== 200 || isAltered || !isObject(answer)) return undefined;
  return answer['isSuperseded'] === true ? 'is superseded' : FATES[String(answer['status'])];
}

function identityOf(contractId: string, { own }: Worlds): CredentialIdentity {
  const holding = own.holding(contractId);
  if (holding === undefined)
    throw new LeftOutError(`Nobody in the sandbox holds the credential ${contractId} any more.`);
  return { contractId, partyId: holding.party.partyId, provider: holding.credential.provider };
}
