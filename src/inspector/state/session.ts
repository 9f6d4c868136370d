/** The control token. It is asked for once and kept in memory only. */

import { signal } from '@preact/signals';

/** Undefined if none was needed so far. */
export const controlToken = signal<string | undefined>(undefined);

/** Why the token is asked for; undefined if it is not. */
export const tokenRequest = signal<string | undefined>(undefined);

/** Asks for the token: the emulator has refused this one, or there was none. */
export function refuseToken(refused: string | undefined): void {
  // Another call may have brought the right one meanwhile.
  if (refused !== controlToken.value) return;
  controlToken.value = undefined;
  tokenRequest.value = refused === undefined ? '' : 'This token is wrong.';
}

export function enterToken(token: string): void {
  controlToken.value = token;
  tokenRequest.value = undefined;
}
