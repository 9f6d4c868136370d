/**
 * The secret in the URL for the state changes of a verification. Many verifiers can send no header with them, so this
 * secret takes the place of the control token there.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';

const MARK = '.';

/** The ID with its secret; the ID alone if the emulator has no control token. */
export function withKey(id: string, controlToken: string | undefined): string {
  return controlToken === undefined ? id : `${id}${MARK}${keyOf(id, controlToken)}`;
}

/** The ID of a text that may have the secret behind it. */
export function withoutKey(text: string, controlToken: string | undefined): string {
  return hasKey(text, controlToken) ? text.slice(0, text.lastIndexOf(MARK)) : text;
}

/** Whether a text is an ID with its secret. */
export function hasKey(text: string, controlToken: string | undefined): boolean {
  const mark = text.lastIndexOf(MARK);
  if (controlToken === undefined || mark === -1) return false;
  const [given, expected] = [Buffer.from(text.slice(mark + 1)), Buffer.from(keyOf(text.slice(0, mark), controlToken))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function keyOf(id: string, controlToken: string): string {
  return createHmac('sha256', controlToken).update(`verification ${id}`).digest('base64url');
}
