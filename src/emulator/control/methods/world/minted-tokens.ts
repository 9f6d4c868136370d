/** Access tokens and verification links that a test creates without the service, scenarios or exchanges. */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import type { ControlContext } from '../../control-context.js';
import type { MintedLink, MintedToken, Schemas } from '../../documents.js';
import { conflict } from '../../problem.js';
import type { WorldControl } from './world-control.js';

/** Options of {@link mintLink}. */
export type LinkOptions = Pick<Schemas['MintVerificationLink'], 'lifetime'>;

/** One year, in seconds. */
const LONGEST_LIFETIME = 31_536_000;

/**
 * Creates a valid access token.
 * @param clientId the client of the token; default: the sandbox's client
 * @throws RangeError if the lifetime is invalid
 */
export function mintToken(
  sandbox: Sandbox,
  { accessTokens }: Pick<ControlContext, 'accessTokens'>,
  { lifetime = sandbox.settings.tokenTtl, clientId }: { readonly lifetime?: number; readonly clientId?: string },
): MintedToken {
  refuseInvalidLifetime(lifetime, 1, 'an access token');
  return { accessToken: accessTokens.mint(sandbox, lifetime, clientId), expiresIn: lifetime };
}

/**
 * Creates a verification link for a credential.
 * @param credentialId the ID in the credential's `contractId`
 * @param options `url`: scheme, host and port by which clients reach the emulator
 * @throws Problem 404 if there is no such credential, 409 if it is not disclosed; RangeError if the lifetime is invalid
 */
export function mintLink(
  sandbox: Sandbox,
  { linkTokens }: Pick<ControlContext, 'linkTokens'>,
  world: WorldControl,
  credentialId: string,
  { lifetime = sandbox.settings.linkTtl, url }: LinkOptions & { readonly url: string },
): MintedLink {
  // A test may want a link that has expired already.
  refuseInvalidLifetime(lifetime, 0, 'a verification link');
  const { disclosed } = world.credential(credentialId);
  const reason = 'is not disclosed to the institution, so that the service would create no link for it';
  if (!disclosed) throw conflict(`The credential "${credentialId}" ${reason}.`);

  const token = linkTokens.mint(sandbox, credentialId, lifetime);
  return { verificationUrl: `${url}/verify/${token}`, token };
}

/** @throws RangeError if the lifetime is not allowed */
function refuseInvalidLifetime(lifetime: number, least: number, what: string): void {
  if (!Number.isInteger(lifetime) || lifetime < least || lifetime > LONGEST_LIFETIME)
    throw new RangeError(`the lifetime of ${what} is ${least} to ${LONGEST_LIFETIME} seconds, found ${lifetime}`);
}
