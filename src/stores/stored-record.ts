/** The record of an exchange as JSON. Bodies of bytes are written in Base64. */

import { keptContent, type KeptBody } from '../emulator/journal/exchange.js';
import type { ExchangeRecord } from '../emulator/journal/exchange-record.js';

/** A body in JSON: a text, the number of bytes of a body that was not kept, or bytes in Base64. */
type StoredBody = string | number | { readonly base64: string };

/** A record in JSON. */
interface StoredRecord extends Omit<ExchangeRecord, 'requestBody' | 'responseBody'> {
  readonly requestBody?: StoredBody | undefined;
  readonly responseBody?: StoredBody | undefined;
}

/** The record as JSON. */
export function recordText(record: ExchangeRecord): string {
  const requestBody = storedBody(record.requestBody);
  const responseBody = storedBody(record.responseBody);
  return JSON.stringify({ ...record, requestBody, responseBody } satisfies StoredRecord);
}

/** The record in a text that {@link recordText} returned. */
export function recordIn(text: string): ExchangeRecord {
  const { requestBody, responseBody, ...stored } = JSON.parse(text) as StoredRecord;
  return { ...stored, requestBody: bodyOf(requestBody), responseBody: bodyOf(responseBody) };
}

/** A body for JSON. */
function storedBody(body: KeptBody | undefined): StoredBody | undefined {
  const content = body && keptContent(body);
  return typeof content === 'object' ? { base64: Buffer.from(content).toString('base64') } : content;
}

/** The body that {@link storedBody} returned for JSON. */
function bodyOf(body: StoredBody | undefined): KeptBody | undefined {
  return typeof body === 'object' ? Buffer.from(body.base64, 'base64') : body;
}
