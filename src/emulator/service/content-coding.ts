/** Compresses responses in one variant, for requests that accept gzip (RFC 9110 section 12.5.3). */

import type { IncomingMessage } from 'node:http';
import type { Contract } from '../../contract/contract.js';
import { weightsOf } from '../../contract/headers.js';
import type { Content } from './service-response.js';

/** How the body of a response is coded, and the headers that say so. */
export interface Coding {
  readonly isGzip: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export const NO_CODING: Coding = { isGzip: false, headers: {} };
const NOT_ACCEPTED: Coding = { isGzip: false, headers: { Vary: 'Accept-Encoding' } };
const GZIP: Coding = { isGzip: true, headers: { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } };

/** The coding of the response to a request. */
export function codingFor({ document }: Contract, { headers }: IncomingMessage): Coding {
  if (document['x-compression'] === undefined) return NO_CODING;
  return acceptsGzip(headers['accept-encoding']) ? GZIP : NOT_ACCEPTED;
}

/** Byte of a gzip header that names the operating system (RFC 1952 section 2.3.1). */
const SYSTEM = 9;
const UNKNOWN_SYSTEM = 255;

/** The content in gzip, with the same bytes on every system. The text stays in the result, for the journal. */
export function compressed({ text }: Content): Content {
  const { gzipSync } = process.getBuiltinModule('node:zlib');
  const bytes = gzipSync(text);
  bytes[SYSTEM] = UNKNOWN_SYSTEM;
  return { text, length: bytes.length, bytes };
}

/** Whether the header accepts gzip (or, if it does not name gzip, `*`) with a weight above 0. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = weightsOf(String(header ?? ''));
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
