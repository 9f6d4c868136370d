/** The compact record of an exchange that a journal stores, and the conversion of records to exchanges. */

import { membersOf, parseJson, withoutUndefined } from '../../common/json.js';
import { remembering } from '../../common/remembering.js';
import type { Steps } from '../../common/steps.js';
import { readAuthorization } from '../../contract/authorization.js';
import type { OperationId } from '../../contract/operation.js';
import { type HeaderField, headerFields, headerOf, keptText, type KeptBody, type Message } from './exchange.js';
import type { BrokenHttp, ConnectionUse, Ending, IdleScenario } from './exchange.js';
import type { Exchange, ExchangeOutline, Release, TokenReference } from './exchange.js';
import { type MessageRedactor, type Redactor, rememberingRedactor } from '../redaction/redactor.js';
import { TOKEN_OPERATION } from '../redaction/secret-places.js';
import { endingText } from './exchange-line.js';
import { LazyMessage } from './lazy-message.js';
import { redactedBody, redactedMessage } from './redacted-body.js';

/** The longest body that is searched for the sentence of an error, in characters. Error responses are short. */
const LONGEST_ERROR = 10_000;

/** The members that are equal in a record and in the exchange that it becomes. */
type Unchanged = 'id' | 'received' | 'method' | 'status' | 'unknownToken' | 'scenarios';

/** The stored form of an exchange, with its secrets. The functions of this file remove them when it is shown. */
export interface ExchangeRecord extends Pick<Exchange, Unchanged> {
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
  /** Real milliseconds until the response was written, or until the client left. Undefined until that happens. */
  duration: number | undefined;
  readonly connection: ConnectionUse | undefined;
  /** Path and query as received. */
  readonly url: string;
  readonly operation: OperationId | undefined;
  /** The client ID with its suffix. Empty if the request names no known client. */
  readonly clientId: string;
  /** Whether this emulator issued the access token in the request, valid or not. */
  readonly isTokenIssuedHere: boolean;
  /** Names and values in turn, as received. */
  readonly requestHeaders: readonly string[];
  /** The body. The journal moves it to its own memory for bodies. */
  requestBody: KeptBody | undefined;
  readonly responseHeaders: Readonly<Record<string, string | number>>;
  responseBody: KeptBody | undefined;
  /** Set later if a test lets a held call fail, or if the client leaves. */
  ending: Ending | undefined;
  /** True if the call was held. */
  held: true | undefined;
  /** Set when a held call is over. */
  release: Release | undefined;
  /** The active variant of each point. Empty if no variant was active. */
  readonly variants: Readonly<Record<string, string>>;
  /** The scenarios that were active and changed nothing. Absent if there were none. */
  readonly idleScenarios?: readonly IdleScenario[] | undefined;
  /** The diagnostics. If bytes follow the request, another diagnostic is added later. */
  diagnostics: readonly string[];
  /** Whether the emulator refused the request because of a header for the emulator. */
  readonly refusedByEmulator: boolean;
  /** How a message that breaks HTTP was handled. Absent in stored records of valid messages. */
  brokenHttp: BrokenHttp | undefined;
  /** Whether the emulator sent the request itself. */
  readonly sentByEmulator: boolean;
}

/** The exchange of a record, without secrets. */
export function exchangeOf(record: ExchangeRecord, redactor: Redactor): Steps<Exchange> {
  return wholeExchange(lazyExchangeOf(record, redactor, referenceTo));
}

/**
 * Returns a reader for many records of which only a little is needed. Headers and bodies are read on first access, and
 * a short text that repeats is searched for secrets only once. {@link wholeExchange} turns such an exchange into plain
 * data.
 */
export function exchangeReader(redactor: Redactor): (record: ExchangeRecord) => Exchange {
  const remembered = rememberingRedactor(redactor);
  const tokenOf = remembering(referenceTo);
  return (record) => lazyExchangeOf(record, remembered, tokenOf);
}

/** The exchange as plain data, with its bodies. */
function* wholeExchange(exchange: Exchange): Steps<Exchange> {
  // Read in steps first. What follows then finds the bodies read.
  for (const message of [exchange.request, exchange.response])
    if (message instanceof LazyMessage) yield* message.readBody();

  const { ending } = exchange.response;
  const response = { ...wholeMessage(exchange.response), ...(ending !== undefined && { ending }) };
  return { ...exchange, request: wholeMessage(exchange.request), response };
}

/** The exchanges as plain data. */
export function* wholeExchanges(exchanges: Iterable<Exchange>): Steps<Exchange[]> {
  const whole: Exchange[] = [];
  for (const exchange of exchanges) {
    yield;
    whole.push(yield* wholeExchange(exchange));
  }

  return whole;
}

/** A message whose members are read now, not on first use. */
function wholeMessage({ headers, body }: Message): Message {
  return { headers, ...(body !== undefined && { body }) };
}

/** The exchange of a record. @param tokenOf identifies the token in an `Authorization` header */
function lazyExchangeOf(record: ExchangeRecord, redactor: MessageRedactor, tokenOf: typeof referenceTo): Exchange {
  const { requestHeaders, requestBody, responseHeaders, responseBody, operation, duration, isTokenIssuedHere } = record;
  const accessToken = isTokenIssuedHere ? tokenOf(authorizationIn(requestHeaders) ?? '') : undefined;
  const issuedToken = operation === TOKEN_OPERATION ? referenceTo(tokenIn(responseBody)) : undefined;

  // Headers and bodies are read only when somebody asks for them: most readers need the rest alone.
  const requestFields = (): HeaderField[] => headerFields(requestHeaders);
  const request = new LazyMessage(
    () => requestFields().map(([name, value]) => redactor.field(name, value, isTokenIssuedHere)),
    () => {
      // The body of a refused message is its whole text, with request line and headers.
      if (record.brokenHttp === 'refused') return redactedMessage(keptText(requestBody), redactor);
      return redactedBody(requestBody, redactor, () => headerOf(requestFields(), 'Content-Encoding'));
    },
  );

  const responseFields = (): HeaderField[] =>
    Object.entries(responseHeaders).map(([name, value]) => [name, String(value)]);
  const response = new LazyMessage(
    () => responseFields().map(([name, value]) => redactor.field(name, value)),
    () => redactedBody(responseBody, redactor, () => headerOf(responseFields(), 'Content-Encoding')),
    record.ending,
  );

  return {
    id: record.id,
    at: new Date(record.at).toISOString(),
    received: rounded(record.received),
    ...(duration !== undefined && { duration: rounded(duration) }),
    ...connectionOf(record),
    ...lineOf(record, redactor),
    ...withoutUndefined({ accessToken, issuedToken, unknownToken: record.unknownToken }),
    request,
    response,
    ...(Object.keys(record.variants).length > 0 && { variants: record.variants }),
    scenarios: redactor.json(record.scenarios),
    ...(record.idleScenarios && { idleScenarios: redactor.json(record.idleScenarios) }),
    diagnostics: redactor.json(record.diagnostics),
    ...(record.refusedByEmulator && { refusedByEmulator: true }),
    ...(record.sentByEmulator && { sentByEmulator: true }),
    ...holdOf(record),
  };
}

/**
 * The token in the body of a response; empty if there is no token. A body that is cut off later still has its token.
 */
function tokenIn(body: KeptBody | undefined): string {
  const [, token = ''] = /"access_token":"([^"]*)"/.exec(keptText(body)) ?? [];
  return token;
}

/** The access token in the request, if this emulator has not issued the token. */
export function unknownTokenIn({ requestHeaders, isTokenIssuedHere }: ExchangeRecord): string | undefined {
  const authorization = isTokenIssuedHere ? undefined : authorizationIn(requestHeaders);
  return authorization === undefined ? undefined : readAuthorization(authorization).token;
}

/** The value of the header `Authorization`. Names and values alternate in the list. */
function authorizationIn(headers: readonly string[]): string | undefined {
  return headerOf(headerFields(headers), 'Authorization');
}

/** The connection of an exchange, if it is known. */
function connectionOf({ connection }: ExchangeRecord): Pick<Exchange, 'connection'> {
  return connection === undefined ? {} : { connection: { ...connection, opened: rounded(connection.opened) } };
}

/** The data of an exchange that fits in one line, without secrets. It costs much less than an `Exchange`. */
export function outlineOf(record: ExchangeRecord, redactor: Redactor): ExchangeOutline {
  const { id, status, duration, ending, scenarios, diagnostics } = record;
  const error = status >= 400 && scenarios.length === 0 ? errorIn(record.responseBody) : undefined;
  return {
    id,
    at: new Date(record.at).toISOString(),
    ...(duration !== undefined && { duration: rounded(duration) }),
    ...lineOf(record, redactor),
    ...withoutUndefined({ ending, error: error === undefined ? undefined : redactor.text(error) }),
    scenarios: redactor.json(scenarios),
    diagnostics: redactor.json(diagnostics),
    ...(record.sentByEmulator && { sentByEmulator: true }),
    ...holdOf(record),
  };
}

/** Whether the call was held, and how it went on. */
function holdOf({ held, release }: ExchangeRecord): Pick<Exchange, 'held' | 'release'> {
  if (held === undefined) return {};
  return { held, ...(release !== undefined && { release: { ...release, after: rounded(release.after) } }) };
}

/** The request, the client and the status. */
function lineOf(
  { method, url, operation, status, clientId, ending, duration, brokenHttp }: ExchangeRecord,
  redactor: MessageRedactor,
): Pick<Exchange, 'method' | 'path' | 'query' | 'operation' | 'status' | 'clientId' | 'ended' | 'brokenHttp'> {
  const [path = '', ...query] = url.split('?');
  return {
    method,
    path: redactor.text(path),
    query: redactor.form(query.join('?')),
    ...(operation !== undefined && { operation }),
    status,
    ...(clientId !== '' && { clientId: redactor.text(clientId) }),
    ...withoutUndefined({ ended: ending && endingText(ending, duration), brokenHttp }),
  };
}

/** The sentence of an error response (specification section 4.4, RFC 6749 section 5.2). */
function errorIn(body: KeptBody | undefined): string | undefined {
  const text = keptText(body);
  const value = text.length > LONGEST_ERROR ? undefined : parseJson(text);
  const { message, error_description: description } = membersOf(value);

  return [message, description].find((sentence) => typeof sentence === 'string');
}

/** Milliseconds, rounded to the microsecond. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

/** The ID and the expiry of a token of the service. @param text the token, or a header that ends with the token */
export function referenceTo(text: string): TokenReference | undefined {
  // A token has three parts, which a dot separates, or `~` in a variant. The second part has the claims.
  const [, claims] = text.split(' ').at(-1)!.split(/[.~]/);
  if (claims === undefined) return undefined;

  try {
    const json = Buffer.from(claims, 'base64url').toString();
    const { jti, exp } = JSON.parse(json) as { jti: unknown; exp: number };
    // The token may come from the client itself, or a scenario may have changed it.
    return typeof jti === 'string'
      ? { id: jti, expiresAt: new Date(Math.round(exp * 1_000)).toISOString() }
      : undefined;
  } catch {
    return undefined;
  }
}
