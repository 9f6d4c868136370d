/** Receives bodies of requests, also those that an application around the emulator has read, as by `express.json()`. */

import type { Request } from 'express';
import { receiveBytes } from './receive-bytes.js';

/** Whether something has read from the request, so that its body cannot be received any more. */
export function isReadBefore(req: Request): boolean {
  return req.readableDidRead;
}

/**
 * The body of a request; `too-large` as soon as that is known, `lost` if something has read it and left nothing.
 * @param limit in bytes
 * @throws the error of the connection if the client hangs up before the end
 */
export async function receiveBody(req: Request, limit: number): Promise<Buffer | 'too-large' | 'lost'> {
  if (!isReadBefore(req)) return (await receiveBytes(req, limit)) ?? 'too-large';

  const bytes = bodyReadBefore(req);
  if (bytes === undefined) return 'lost';

  return bytes.length > limit ? 'too-large' : bytes;
}

/**
 * The body as the client sent it, or other bytes with the same meaning: they are decompressed, and lack what a parser
 * drops, such as blanks in JSON. Undefined if there is no `req.body`.
 */
export function bodyReadBefore({ body, headers }: Pick<Request, 'headers'> & { body?: unknown }): Buffer | undefined {
  if (body === undefined) return undefined;
  // `express.raw()` leaves bytes, and `express.text()` a text. Other parsers leave values.
  if (body instanceof Uint8Array || typeof body === 'string') return Buffer.from(body as string);

  const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true;

  return Buffer.from(isForm ? String(new URLSearchParams(fieldsOf(body))) : JSON.stringify(body));
}

/** The fields of a parsed form. Lists are repeated fields, and objects are fields with brackets: `a[b]=c`. */
function fieldsOf(value: unknown, name = ''): [name: string, value: string][] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => fieldsOf(item, name));
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];

  const inside = (member: string): string => (name === '' ? member : `${name}[${member}]`);
  return Object.entries(value).flatMap(([member, inner]) => fieldsOf(inner, inside(member)));
}
