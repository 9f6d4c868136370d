/** Shows an exchange as people and programs may see it. */

import type { HeaderField, JournaledBody, JournaledExchange, TokenReference } from './journaled-exchange.js';
import type { ExchangeRecord, KeptBody } from './exchange-record.js';
import {
  redactForm,
  redactHeader,
  redactPath,
  redactRequestText,
  redactResponseText,
  type Secrets,
} from './redaction.js';

/** What of a sandbox has to be known to take its secrets out. */
export type SandboxSecrets = Pick<Secrets, 'clientSecret' | 'sealBytes'>;

/** The exchange with its secrets taken out. */
export function showExchange(record: ExchangeRecord, sandboxSecrets: SandboxSecrets): JournaledExchange {
  const secrets = { ...sandboxSecrets, tokenIsOurs: record.tokenIsOurs, linkIsOurs: record.linkIsOurs };
  const [path = '', query = ''] = splitUrl(record.url);
  const { requestBody, responseBody, operation, ending, duration, clientId } = record;
  const accessToken = record.tokenIsOurs ? bearerToken(record) : undefined;
  const issuedToken = operation === 'issueToken' ? tokenIn(responseBody) : undefined;
  return {
    id: record.id,
    at: new Date(record.at).toISOString(),
    received: milliseconds(record.received),
    ...(duration !== undefined && { duration: milliseconds(duration) }),
    ...(record.connection && { connection: { ...record.connection, opened: milliseconds(record.connection.opened) } }),
    method: record.method,
    path: redactPath(path, secrets),
    query: redactForm(query, secrets),
    ...(operation !== undefined && { operation }),
    status: record.status,
    ...(clientId !== '' && { clientId }),
    ...(accessToken && { accessToken }),
    ...(issuedToken && { issuedToken }),
    request: {
      headers: pairs(record.requestHeaders).map(([name, value]) => [name, redactHeader(name, value, secrets)] as const),
      ...(requestBody !== undefined && { body: showRequestBody(requestBody, record, secrets) }),
    },
    response: {
      headers: Object.entries(record.responseHeaders).map(([name, value]): HeaderField => [name, String(value)]),
      ...(responseBody !== undefined && { body: showBody(responseBody, (text) => redactResponseText(text, secrets)) }),
      ...(ending !== undefined && { ending }),
    },
    ...(Object.keys(record.variants).length > 0 && { variants: record.variants }),
    scenarios: record.scenarios,
    diagnostics: record.diagnostics,
  };
}

function splitUrl(url: string): string[] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** To the microsecond; more digits say nothing. */
function milliseconds(time: number): number {
  return Math.round(time * 1_000) / 1_000;
}

function pairs(headers: readonly string[]): HeaderField[] {
  return Array.from({ length: headers.length / 2 }, (_, at): HeaderField => [headers[2 * at]!, headers[2 * at + 1]!]);
}

/** A token request whose form is compressed keeps its secret from redaction, and so is not shown. */
function showRequestBody(body: KeptBody, { operation }: ExchangeRecord, secrets: Secrets): JournaledBody {
  const shown = showBody(body, (text) => redactRequestText(text, secrets));
  return 'base64' in shown && operation === 'issueToken'
    ? { omitted: true, bytes: (body as Uint8Array).length }
    : shown;
}

function showBody(body: KeptBody, redact: (text: string) => string): JournaledBody {
  if (typeof body === 'number') return { omitted: true, bytes: body };
  if (typeof body === 'string') return { text: redact(body) };
  try {
    return { text: redact(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)) };
  } catch {
    return { base64: Buffer.from(body).toString('base64') };
  }
}

function bearerToken({ requestHeaders }: ExchangeRecord): TokenReference | undefined {
  const [, value] = pairs(requestHeaders).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return referenceTo(value?.split(' ').at(-1));
}

/** The token in an answer, whole or broken off. */
function tokenIn(body: KeptBody | undefined): TokenReference | undefined {
  return typeof body === 'string' ? referenceTo(/"access_token":"([^"]*)"/.exec(body)?.[1]) : undefined;
}

function referenceTo(token: string | undefined): TokenReference | undefined {
  const claims = token?.split('.')[1];
  if (claims === undefined) return undefined;
  try {
    const { jti, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string; exp: number };
    return { id: jti, expiresAt: new Date(exp * 1_000).toISOString() };
  } catch {
    return undefined;
  }
}
