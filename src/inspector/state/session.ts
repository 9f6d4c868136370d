/** The control token. It is asked for once, and kept for the tab until that is closed. */

import { signal } from '@preact/signals';

const KEY = 'id-emulator control token';

/** Undefined if none was needed so far, or if the emulator has refused the last one. */
export const controlToken = signal(storage()?.getItem(KEY) ?? undefined);

/** Why the token is asked for: empty if there was none so far. Undefined if it is not asked for. */
export const tokenRequest = signal<string | undefined>(undefined);

/** Asks for the token: the emulator has refused this one, or there was none. */
export function refuseToken(refused: string | undefined): void {
  // Another call may have brought the right one meanwhile.
  if (refused !== controlToken.value) return;
  // Calls that went on without a token say nothing new.
  if (refused === undefined && tokenRequest.value !== undefined) return;

  controlToken.value = undefined;
  storage()?.removeItem(KEY);
  tokenRequest.value = refused === undefined ? '' : 'This token is wrong.';
}

/** Uses this token from now on, also after a reload. */
export function enterToken(token: string): void {
  controlToken.value = token;
  tokenRequest.value = undefined;
  storage()?.setItem(KEY, token);
}

/** Undefined in a browser that keeps nothing: the page asks again after a reload. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
