/** Makes a request that can be sent again from a recorded request, in which the journal has replaced all secrets. */

import { basicHeader, basicPair } from '../../../common/http-basic.js';
import { membersOf, parseJson } from '../../../common/json.js';
import { targetOf } from '../../../common/reporting/request-target.js';
import { headerOf, textOf } from '../../control/message.js';
import type { Exchange, Sandbox, SendRequest } from '../../control/types.js';

/** Headers that a client sends by itself, or that belong to the connection. They are not sent again. */
const OF_CONNECTION =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|accept-encoding|user-agent|sec-.*|authorization)$/i;

/** What the journal writes in the place of the secret of the sandbox's client. */
export const CLIENT_SECRET_MARKER = '~client-secret~';
/** What the journal writes in the place of any other secret. */
const OTHER_SECRET = /~other-secret~/g;
/** What is sent in the place of a secret or a token that is not known. The service refuses this, too. */
const STRANGERS_SECRET = 'of-somebody-else';

/** Whether a copy has the header. A copy selects scenarios in the sandbox, and not by a header. */
export function isCopied([name = '']: readonly string[]): boolean {
  return !/^emulator-scenario$/i.test(name);
}

/** The headers to send again, without authorization. */
export function headersOf({ request }: Pick<Exchange, 'request'>): [name: string, value: string][] {
  return request.headers.flatMap(([name = '', value = '']) =>
    OF_CONNECTION.test(name) ? [] : [[name, withoutMarkers(value)]],
  );
}

/** What a request was authorized with. */
export type Authorization =
  | { readonly kind: 'none' }
  /** A token that the sandbox has issued. `refused` means that it was revoked, or that a scenario had spoilt it. */
  | { readonly kind: 'valid' | 'expired' | 'refused' }
  /** HTTP Basic that is not malformed. */
  | { readonly kind: 'basic'; readonly clientId: string; readonly secret: string }
  /** The whole value of the header. `of-somebody-else` is in the place of a secret that is not known. */
  | { readonly kind: 'text'; readonly value: string };

/** How a request was authorized, as far as the journal knows. */
export function authorizationOf({ request, accessToken, at, status, scenarios }: Exchange): Authorization {
  const value = headerOf(request, 'authorization');
  if (value === undefined) return { kind: 'none' };

  const basic = basicPair(/^basic +(\S+)$/i.exec(value)?.[1] ?? '');
  if (basic !== undefined)
    return { kind: 'basic', clientId: withoutMarkers(basic.id), secret: withoutMarkers(basic.secret) };
  if (accessToken === undefined) return { kind: 'text', value: withoutMarkers(value) };
  if (Date.parse(accessToken.expiresAt) <= Date.parse(at)) return { kind: 'expired' };

  // A 401 that a scenario caused says nothing about the token.
  return { kind: status === 401 && scenarios.length === 0 ? 'refused' : 'valid' };
}

/** The value of the header to send; undefined if there is none, or if a new token is needed for it. */
function authorizationValue(sent: Authorization, clientSecret: string): string | undefined {
  if (sent.kind === 'none' || sent.kind === 'valid') return undefined;
  if (sent.kind === 'text') return sent.value;
  // An expired token cannot be made at once. The token of somebody else is refused in the same way.
  if (sent.kind !== 'basic') return `Bearer ${STRANGERS_SECRET}`;

  return basicHeader(sent.clientId, sent.secret.replace(CLIENT_SECRET_MARKER, clientSecret));
}

/**
 * The request of an exchange. The journal has no access token, so the request gets a new one of the same client.
 * @throws Error if the journal has not kept the body as text
 */
export function requestLike(exchange: Exchange, { clientId, clientSecret }: Sandbox): SendRequest {
  // Only token requests have the secret in their body, which is a form.
  const body = bodyOf(exchange)?.replaceAll(CLIENT_SECRET_MARKER, encodeURIComponent(clientSecret));
  const authorization = authorizationOf(exchange);
  const value = authorizationValue(authorization, clientSecret);

  return {
    method: exchange.method,
    target: sentTarget(exchange),
    headers: [...(value === undefined ? [] : [['Authorization', value]]), ...headersOf(exchange)],
    ...(body !== undefined && { body }),
    // The recorded client ID may have a suffix that selects a scenario.
    ...(authorization.kind === 'valid' && { clientId: exchange.clientId ?? clientId }),
  };
}

/** The text of the body; undefined if there is none. @throws Error if the journal has not kept it as text */
export function bodyOf({ request: { body } }: Pick<Exchange, 'request'>): string | undefined {
  if (body === undefined) return undefined;
  if ('text' in body) return withoutMarkers(body.text);
  throw new Error('The journal has not kept the body of the request as text.');
}

/** Path and query, without markers of other secrets. */
export function sentTarget(exchange: Pick<Exchange, 'path' | 'query'>): string {
  return withoutMarkers(targetOf(exchange));
}

/** Replaces the markers of other secrets. The marker of the client's secret stays. */
function withoutMarkers(text: string): string {
  return text.replaceAll(OTHER_SECRET, STRANGERS_SECRET);
}

/** The members of an error that decide what it is, as JSON has them. */
export function errorCodeOf({ status, response: { body } }: Exchange): Record<string, string> {
  const members = membersOf(status < 400 ? undefined : parseJson(textOf(body)));
  const codes = ['error', 'code', 'type'].map((name): [string, unknown] => [name, members[name]]);
  return Object.fromEntries(codes.filter((code): code is [string, string] => typeof code[1] === 'string'));
}
