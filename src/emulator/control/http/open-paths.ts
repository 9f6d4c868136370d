/**
 * The paths of the control plane that need no control token. `docs/sandboxes.md` lists them. All others need the token.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeOrKeep } from '../../../common/percent-encoding.js';

/**
 * Who may call an endpoint. `token`: clients with the control token. `no-token`: also clients that cannot send it, such
 * as verifiers and browsers that open a page. `everybody`: any client, under any host name.
 */
export type PathAccess = 'token' | 'no-token' | 'everybody';

/** A path that can be called without the control token, and by whom. */
interface OpenPath {
  /** Matches the path below `/_emulator`. A group in it matches the ID of a verification with its key. */
  readonly pattern: RegExp;
  readonly access: PathAccess;
}

/** All paths that are open even if the emulator has a control token. */
const OPEN_PATHS: readonly OpenPath[] = [
  // Probes use any host name, and the health tells nothing that a stranger could use.
  { pattern: /^\/health(?:\/(?:live|ready))?$/, access: 'everybody' },
  // The page of the inspector contains no data. A browser cannot send the token when it loads the page.
  { pattern: /^\/(?:inspector\/(?:main\.js|copies\.js|main\.css|icon\.svg))?$/, access: 'no-token' },
  // A verifier calls `/provider-states`, and sends the requests of a pact to paths below `/provider`. The pact decides
  // their `Authorization` header, so the verifier cannot send the token.
  { pattern: /^\/verifications\/([^/]+)\/provider(?:-states$|\/|$)/, access: 'no-token' },
];

/** Who may call a path below `/_emulator`. */
export function pathAccess(path: string, controlToken: string | undefined): PathAccess {
  for (const { pattern, access } of OPEN_PATHS) {
    const match = pattern.exec(path);
    if (match === null) continue;

    // A path with the ID of a verification is open only if the ID has its key. So a stranger cannot guess the path.
    const [, id] = match;
    if (id === undefined || hasKey(decodeOrKeep(id), controlToken)) return access;
  }
  return 'token';
}

/**
 * Separates the ID of a verification from its key. The key proves that the ID comes from somebody with the control
 * token, so it replaces the token.
 */
const MARK = '.';

/** The ID of a verification with its key. Without a control token, there is nothing to prove: the ID alone. */
export function withKey(id: string, controlToken: string | undefined): string {
  return controlToken === undefined ? id : `${id}${MARK}${keyOf(id, controlToken)}`;
}

/** The ID of a verification in a text. The key after the ID, if there is one, is left out. */
export function withoutKey(text: string, controlToken: string | undefined): string {
  return hasKey(text, controlToken) ? text.slice(0, text.lastIndexOf(MARK)) : text;
}

/** Whether a text is an ID with its key. */
function hasKey(text: string, controlToken: string | undefined): boolean {
  const mark = text.lastIndexOf(MARK);
  if (controlToken === undefined || mark === -1) return false;

  const given = Buffer.from(text.slice(mark + 1));
  const expected = Buffer.from(keyOf(text.slice(0, mark), controlToken));

  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The key in the address of a verification. Only this emulator can compute it, because it follows from the token. */
function keyOf(id: string, controlToken: string): string {
  return createHmac('sha256', controlToken).update(`verification ${id}`).digest('base64url');
}
