/** Verification links that a test creates without the service: no scenario applies, and no exchange is recorded. */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { LinkTokens } from '../../domain/tokens/link-tokens.js';
import { conflict } from '../problem.js';
import type { WorldControl } from './world-control.js';

/** Options of {@link verificationLink}. */
export interface LinkOptions {
  /** Seconds by the sandbox's clock, 0 (it has expired) to 31,536,000. Default: the sandbox's `linkTtl`. */
  readonly lifetime?: number;
}

/** A verification link. */
export interface MintedLink {
  readonly verificationUrl: string;
  /** The last segment of the URL. */
  readonly token: string;
}

/** What a link is made with. */
export interface LinkContext {
  readonly sandbox: Sandbox;
  readonly world: WorldControl;
  readonly linkTokens: LinkTokens;
  /** Where the emulator is reached: scheme, host and port. */
  readonly url: string;
}

const LONGEST_LIFETIME = 31_536_000;

/**
 * Creates a verification link for a credential.
 * @throws Problem 404 if there is no such credential, 409 if it is not disclosed; RangeError if the lifetime is invalid
 */
export function verificationLink(
  contractId: string,
  { lifetime }: LinkOptions,
  { sandbox, world, linkTokens, url }: LinkContext,
): MintedLink {
  const seconds = lifetime ?? sandbox.settings.linkTtl;
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > LONGEST_LIFETIME)
    throw new RangeError(`the lifetime of a verification link is 0 to ${LONGEST_LIFETIME} seconds, found ${seconds}`);
  if (!world.credential(contractId).disclosed)
    throw conflict(
      `The credential "${contractId}" is not disclosed to the institution, so that the service would create no link for it.`,
    );
  const token = linkTokens.mint(sandbox, contractId, seconds);
  return { verificationUrl: `${url}/verify/${token}`, token };
}
