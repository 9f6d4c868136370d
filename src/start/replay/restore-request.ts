/** Restores the bytes of a request from a recorded exchange, with the secrets that the journal removed. */

import type { HeaderField, MessageBody, Exchange } from '../../emulator/journal/exchange.js';
import { BODY_LIMIT } from '../../emulator/service/request/request-body.js';
import { MARKERS, restoreMarkers } from '../../emulator/redaction/markers.js';

/** Creates the secrets that the journal removed. */
export interface SecretRestorer {
  readonly clientId: string;
  /** A secret that is the same in every encoding. */
  readonly clientSecret: string;
  /** Adds the signature to the header and claims of an access token. */
  readonly signToken: (headerAndClaims: string) => string;
  /** Adds the seal to the body of a link token. */
  readonly sealLink: (body: Uint8Array) => string;
}

/** In the place of wrong secrets and of tokens that nobody here has issued. */
const OTHER_SECRET = 'another-secret';

/** Headers that depend on the connection and on the length of the body. They are created again. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'expect']);

/**
 * Restores a request. It is the only one on its connection.
 * @returns its bytes; it is not whole if it announces a body that was not read
 * @throws Error if its body was not recorded
 */
export function restoreRequest(
  { id, method, path, query, request }: Exchange,
  restorer: SecretRestorer,
): { readonly bytes: Buffer; readonly isWhole: boolean } {
  const body = request.body === undefined ? undefined : restoreBody(id, request.body, restorer);
  const target = restoreSecrets(path + (query === '' ? '' : `?${query}`), restorer);
  const headers = request.headers
    .filter(([name]) => !FRAMING.has(name.toLowerCase()))
    .map((field) => restoreHeader(field, restorer));
  // A body that the emulator did not read is announced, but not sent.
  const announced = request.headers.filter(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const framing =
    body === undefined ? announced.map(([name, value]) => `${name}: ${value}`) : [`Content-Length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, ...headers, ...framing, 'Connection: close', '', ''].join('\r\n');
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]),
    isWhole: body !== undefined || framing.length === 0,
  };
}

function restoreHeader([name, value]: HeaderField, restorer: SecretRestorer): string {
  const basic = name.toLowerCase() === 'authorization' ? /^(basic\s+)(\S+)$/i.exec(value) : null;
  if (basic === null) return `${name}: ${restoreSecrets(value, restorer)}`;
  const credentials = Buffer.from(basic[2]!, 'base64').toString();
  const restored = restoreSecrets(credentials, restorer);
  return `${name}: ${basic[1]!}${restored === credentials ? basic[2]! : Buffer.from(restored).toString('base64')}`;
}

/** Puts the secrets of a replay in the place of the markers in a text. */
export function restoreSecrets(text: string, restorer: SecretRestorer): string {
  return restoreMarkers(text, (marker, before) => {
    switch (marker) {
      case MARKERS.clientSecret:
        return before + restorer.clientSecret;
      case MARKERS.basicCredentials:
        return before + Buffer.from(`${restorer.clientId}:${restorer.clientSecret}`).toString('base64');
      case MARKERS.signature:
        return signed(before, restorer);
      case MARKERS.seal: {
        const start = startOfWord(before, before.length - 1);
        return before.slice(0, start) + restorer.sealLink(Buffer.from(before.slice(start, -1), 'base64url'));
      }
      case MARKERS.otherSecret:
        return before + OTHER_SECRET;
    }
  });
}

/** A signature may stand alone; then there is nothing to sign. */
function signed(before: string, { signToken }: SecretRestorer): string {
  const claimsAt = startOfWord(before, before.length - 1);
  const start = startOfWord(before, claimsAt - 1);
  const isToken = before.endsWith('.') && before[claimsAt - 1] === '.' && before.startsWith('eyJ', start);
  if (!isToken) return before + OTHER_SECRET;
  return before.slice(0, start) + signToken(before.slice(start, -1));
}

/** Where the letters, digits, `-` and `_` start that end at this place. */
function startOfWord(text: string, end: number): number {
  let start = Math.max(0, end);
  while (start > 0 && /[\w-]/.test(text.charAt(start - 1))) start--;
  return start;
}

function restoreBody(id: number, body: MessageBody, restorer: SecretRestorer): Buffer {
  if ('text' in body) return Buffer.from(restoreSecrets(body.text, restorer));
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  // The emulator refuses larger bodies without reading them.
  if (body.bytes > BODY_LIMIT) return Buffer.alloc(body.bytes, ' ');
  throw new Error(
    `the request of exchange ${id} cannot be replayed: the journal did not keep its body of ${body.bytes} bytes`,
  );
}
