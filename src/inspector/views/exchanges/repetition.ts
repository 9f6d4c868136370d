/** The requests that repeat an exchange, of which the copies in each language are made. */

import type { Exchange, Sandbox } from '../../control/types.js';
import { linksIn, newLinkFor, withLinks } from '../world/links.js';
import { authorizationOf, isCopied, requestLike } from './repeatable.js';

/** What stands in a request for a text that is known only when the copy runs. */
export const VARIABLES = ['token', 'link', 'control'] as const;
export type Variable = (typeof VARIABLES)[number];

/** A variable in a text: between characters that no text of a client has. */
export function placeOf(variable: Variable): string {
  return `\uE000${variable}\uE000`;
}

/** A request with variables. */
export interface CopiedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}

/** A request to the emulator that comes first. */
interface SetUp {
  /** A comment, for people. */
  readonly note?: string;
  readonly request: CopiedRequest;
  /** The variable that a member of the response's body is. */
  readonly brings?: readonly [variable: Variable, member: string];
}

export interface Repetition {
  readonly setUp: readonly SetUp[];
  /** How often the request is sent before it meets its scenarios as the exchange did. */
  readonly before: number;
  readonly note?: string;
  readonly request: CopiedRequest;
}

/** @param isGuarded whether the control plane requires a token @throws Error if the body of the request is not kept */
export function repetitionOf(exchange: Exchange, sandbox: Sandbox, isGuarded: boolean): Repetition {
  const { url, tokenUrl, clientSecret } = sandbox;
  const { select = '', call = 1 } = exchange.repetition ?? {};
  const { headers = [], clientId, target, ...sent } = requestLike(exchange, sandbox);
  const { kind } = authorizationOf(exchange);
  const [link] = linksIn(exchange.path);
  const isExpired = link !== undefined && link.expiresAt <= Date.parse(exchange.at);
  const bearer = (variable: Variable) => ['Authorization', `Bearer ${placeOf(variable)}`] as const;
  const control = (method: string, path: string, body: object): CopiedRequest => ({
    method,
    url: `${url}/_emulator/sandboxes/${sandbox.id}${path}`,
    headers: [...(isGuarded ? [bearer('control')] : []), ['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  });
  const tokenRequest = (client_id: string): CopiedRequest => ({
    method: 'POST',
    url: tokenUrl,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: String(new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret: clientSecret })),
  });
  const setUp: (SetUp | undefined)[] = [
    clientId === undefined ? undefined : { request: tokenRequest(sandbox.clientId), brings: ['token', 'access_token'] },
    link && {
      request: control('POST', '/verification-links', { ...newLinkFor(link), ...(isExpired && { lifetime: 0 }) }),
      brings: ['link', 'token'],
    },
    select === ''
      ? undefined
      : {
          note: 'Replaces the active scenarios of the sandbox, so that their calls count from the first one.',
          request: control('PUT', '/scenarios', { select }),
        },
  ];

  return {
    setUp: setUp.filter((step) => step !== undefined),
    before: call - 1,
    ...((kind === 'expired' || kind === 'refused') && {
      note: 'The token had expired or was revoked. A token of somebody else is refused in the same way.',
    }),
    request: {
      ...sent,
      url: withLinks(url + target, placeOf('link')),
      headers: [
        ...(clientId === undefined ? [] : [bearer('token')]),
        ...(headers as [string, string][]).filter(isCopied),
      ],
    },
  };
}
