/** The provider state for the check of a verification link: it sets up the credential, and provides the link's token. */

import { isObject } from '../../common/json.js';
import { parseLink } from '../../emulator/domain/tokens/link-tokens.js';
import type { CheckedExchange } from './checked-exchange.js';
import { LINK_TOKEN } from './placeholders.js';
import {
  identityOf,
  standingOf,
  stateReference,
  type Circumstances,
  type CredentialStanding,
  type Worlds,
} from './provider-states.js';

/** The standing of the credential, by status of the check. */
const STANDINGS: Readonly<Record<string, CredentialStanding>> = {
  strong: 'exists',
  moderate: 'exists',
  weak: 'exists',
  revoked: 'revoked',
  expired: 'expired',
  archived: 'archived',
};

/** @throws LeftOutError if no party holds the credential */
export function linkStates(checked: CheckedExchange, worlds: Worlds): Circumstances {
  const contractId = checkedContract(checked);
  const token = LINK_TOKEN;
  // An unknown link returns 404, whatever scenarios are on.
  if (checked.exchange.status === 404) {
    const fault = contractId === undefined ? 'is unknown' : 'has expired';
    return withoutLink(
      checked.isReplaced ? [] : [stateReference(`the verification token {token} ${fault}`, { token })],
    );
  }
  if (contractId === undefined) return withoutLink([]);
  const { world } = worlds.usual;
  const usual = world.disclosedCredential(contractId);
  const usualStanding = usual && standingOf(usual, world);
  const standing = reportedStanding(checked) ?? usualStanding ?? 'exists';
  const identity = identityOf(contractId, worlds);
  // The state value `token` is the token of the link.
  const state =
    standing === 'exists'
      ? stateReference('a link token for {contractId} exists', { ...identity })
      : stateReference('the credential of verification token {token} is {standing}', {
          token,
          standing,
          ...identity,
        });
  return { states: [state], addData: standing !== usualStanding, provideLink: true };
}

function withoutLink(states: Circumstances['states']): Circumstances {
  return { states, addData: false, provideLink: false };
}

/** The contract ID in the link's token; undefined if the emulator did not make the link. */
function checkedContract({ exchange }: CheckedExchange): string | undefined {
  const [token = '', redacted] = exchange.path.slice(exchange.path.lastIndexOf('/') + 1).split('.');
  return redacted === undefined ? undefined : parseLink(Buffer.from(token, 'base64url'))?.subject;
}

/** The standing that the response reports; undefined if a scenario changed the response. */
function reportedStanding({ exchange, isAltered, responseBody }: CheckedExchange): CredentialStanding | undefined {
  if (exchange.status !== 200 || isAltered || !isObject(responseBody)) return undefined;
  return responseBody['isSuperseded'] === true ? 'superseded' : STANDINGS[String(responseBody['status'])];
}
