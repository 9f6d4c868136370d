/** Turns exchanges that were shown before, as in a bundle, back into records. Their secrets are gone. */

import { targetOf } from '../../common/reporting/request-target.js';
import type { Exchange, KeptBody, MessageBody } from './exchange.js';
import type { ExchangeRecord } from './exchange-record.js';

/** The values of a record's members if nothing is known of them. */
export const NOTHING_KNOWN = {
  duration: undefined,
  connection: undefined,
  operation: undefined,
  clientId: '',
  isTokenIssuedHere: false,
  variants: {},
  scenarios: [],
  diagnostics: [],
  refusedByEmulator: false,
  brokenHttp: undefined,
  sentByEmulator: false,
  held: undefined,
  release: undefined,
  ending: undefined,
} as const;

/** The record of an exchange that was shown. */
export function recordOf(exchange: Exchange): ExchangeRecord {
  const { at, path, query, ended: _ended, accessToken, request, response, ...others } = exchange;
  return {
    ...NOTHING_KNOWN,
    ...others,
    at: Date.parse(at),
    url: targetOf({ path, query }),
    isTokenIssuedHere: accessToken !== undefined,
    requestHeaders: request.headers.flat(),
    requestBody: keptBody(request.body),
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: keptBody(response.body),
    ending: response.ending,
  };
}

/** The body in the form in which a journal has it. */
function keptBody(body: MessageBody | undefined): KeptBody | undefined {
  if (body === undefined) return undefined;
  if ('text' in body) return body.text;
  return 'base64' in body ? Buffer.from(body.base64, 'base64') : body.bytes;
}
