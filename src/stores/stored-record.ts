/** The record of an exchange as JSON. Bodies of bytes are written in Base64. */

import { keptBytes, type KeptBody } from '../emulator/journal/exchange.js';
import type { ExchangeRecord } from '../emulator/journal/exchange-record.js';

type StoredBody = string | number | { readonly base64: string };

interface StoredRecord extends Omit<ExchangeRecord, 'isTokenIssuedHere' | 'requestBody' | 'responseBody'> {
  /** The name in version 1 of the stores' format. */
  readonly tokenIsOurs: boolean;
  readonly requestBody?: StoredBody | undefined;
  readonly responseBody?: StoredBody | undefined;
}

/** The record as JSON. */
export function recordText(record: ExchangeRecord): string {
  const { isTokenIssuedHere, requestBody, responseBody } = record;
  // The whole record is copied: V8 takes three times as long to leave members out.
  const stored: StoredRecord & { readonly isTokenIssuedHere: undefined } = {
    ...record,
    isTokenIssuedHere: undefined,
    tokenIsOurs: isTokenIssuedHere,
    requestBody: storedBody(requestBody),
    responseBody: storedBody(responseBody),
  };
  return JSON.stringify(stored);
}

/** The record of a text that {@link recordText} returned. */
export function recordIn(text: string): ExchangeRecord {
  const { tokenIsOurs, requestBody, responseBody, ...stored } = JSON.parse(text) as StoredRecord;
  return {
    ...stored,
    isTokenIssuedHere: tokenIsOurs,
    requestBody: bodyOf(requestBody),
    responseBody: bodyOf(responseBody),
  };
}

function storedBody(body: KeptBody | undefined): StoredBody | undefined {
  return typeof body === 'object' ? { base64: keptBytes(body).toString('base64') } : body;
}

function bodyOf(body: StoredBody | undefined): KeptBody | undefined {
  return typeof body === 'object' ? Buffer.from(body.base64, 'base64') : body;
}
