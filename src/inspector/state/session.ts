/** The control token. The page asks for it once, and keeps it until the tab is closed. */

import { signal } from '@preact/signals';

/** The name of the control token in the storage of the browser. */
const KEY = 'id-emulator control token';

/** The token. Undefined if none was needed so far, or if the emulator has refused the last one. */
export const controlToken = signal(storage()?.getItem(KEY) ?? undefined);

/** What the form for the token says: empty at the first time. Undefined while no form is shown. */
export const tokenRequest = signal<string | undefined>(undefined);

/** Shows the form for the token. @param refused the token that the emulator has refused; undefined if none was sent */
export function refuseToken(refused: string | undefined): void {
  // Somebody may have typed the right token while this call went on.
  if (refused !== controlToken.value) return;
  // The form is shown already, and must not forget that the last token was wrong.
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

/** Where the tab keeps the token. Undefined in a browser that keeps nothing: the page asks again after a reload. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
