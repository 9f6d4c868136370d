/** The paths of the control plane that need no control token, also in docs/sandboxes.md. All others need it. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeOrKeep } from '../../../common/percent-encoding.js';

/**
 * Who may call an endpoint. `token`: clients with the control token. `no-token`: also clients that cannot send it, such
 * as verifiers and browsers that open a page. `everybody`: any client, under any host name.
 */
export type Access = 'token' | 'no-token' | 'everybody';

interface OpenPath {
  /** The path below `/_emulator`. A group is the ID of a verification with its key. */
  readonly path: RegExp;
  readonly access: Access;
}

const OPEN_PATHS: readonly OpenPath[] = [
  // Probes use any host name, and the health tells nothing that a stranger could use.
  { path: /^\/health(?:\/(?:live|ready))?$/, access: 'everybody' },
  // The page of the inspector holds no data.
  { path: /^\/(?:inspector\/(?:main\.js|main\.css|icon\.svg))?$/, access: 'no-token' },
  // A verifier calls these paths. The pact decides its `Authorization` header, so it cannot send the token.
  { path: /^\/verifications\/([^/]+)\/provider(?:-states$|\/|$)/, access: 'no-token' },
];

/** Who may call a path below `/_emulator`. */
export function accessOf(path: string, controlToken: string | undefined): Access {
  for (const { path: pattern, access } of OPEN_PATHS) {
    const [whole, id] = pattern.exec(path) ?? [];
    if (whole !== undefined && (id === undefined || hasKey(decodeOrKeep(id), controlToken))) return access;
  }
  return 'token';
}

/** Separates the ID of a verification from its key. The key replaces the control token. */
const MARK = '.';

/** The ID of a verification with its key; the ID alone if the emulator has no control token. */
export function withKey(id: string, controlToken: string | undefined): string {
  return controlToken === undefined ? id : `${id}${MARK}${keyOf(id, controlToken)}`;
}

/** The ID in a text that may have a key behind the ID. */
export function withoutKey(text: string, controlToken: string | undefined): string {
  return hasKey(text, controlToken) ? text.slice(0, text.lastIndexOf(MARK)) : text;
}

/** Whether a text is an ID with its key. */
function hasKey(text: string, controlToken: string | undefined): boolean {
  const mark = text.lastIndexOf(MARK);
  if (controlToken === undefined || mark === -1) return false;

  const [given, expected] = [Buffer.from(text.slice(mark + 1)), Buffer.from(keyOf(text.slice(0, mark), controlToken))];

  return given.length === expected.length && timingSafeEqual(given, expected);
}

function keyOf(id: string, controlToken: string): string {
  return createHmac('sha256', controlToken).update(`verification ${id}`).digest('base64url');
}
