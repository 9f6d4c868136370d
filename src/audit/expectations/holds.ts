/** Holds of single responses, of which schedules for calls that overlap consist. */

import type { CallPlace } from '../../emulator/domain/sandbox/activation.js';
import type { PlacedFault } from '../audit-types.js';
import type { Call } from '../run/calls.js';
import type { LaterCall } from '../run/overlaps.js';

/** The operation that issues access tokens. */
export const TOKEN = 'issueToken';
/** Milliseconds between two responses that a client handles in this order. */
export const PAUSE = 50;
/** The limit of a hold that names none, in milliseconds. */
const USUAL_LIMIT = 600;
/** How much longer than twice the usual gap a hold waits for a later call, in milliseconds. */
const EXTRA_WAIT = 400;

/** Holds a response until a later call arrives or is answered. The gap to the later call sets the limit. */
export function held(at: CallPlace, until: string, { gap }: Pick<LaterCall, 'gap'>): PlacedFault {
  // Twice the gap, which is rounded up to hundreds so that equal runs have equal limits.
  const limit = Math.ceil(gap / 100) * 200 + EXTRA_WAIT;
  const ownLimit = limit > USUAL_LIMIT ? `;limit="${limit}ms"` : '';
  return { at, selection: `hold;until=${until}${ownLimit}` };
}

/** Holds a response for some milliseconds. */
export function late(at: CallPlace, milliseconds: number): PlacedFault {
  return { at, selection: `hold;until=limit;limit="${milliseconds}ms"` };
}

/** Whether a call requests an access token. */
export function isTokenRequest({ operation }: { readonly operation?: string | undefined }): boolean {
  return operation === TOKEN;
}

/** The access token of a call that needs one; undefined if none was sent, or none is needed, as by the public check. */
export function neededToken({ operation, exchange }: Call): Call['exchange']['accessToken'] {
  return operation === 'checkVerificationStatus' ? undefined : exchange.accessToken;
}

export function isWrite({ exchange: { method, issuedToken } }: Call): boolean {
  return method !== 'GET' && issuedToken === undefined;
}
