/** The requests that repeat an exchange, of which the copies in each language are made. */

import type { Exchange, Sandbox } from '../../control/types.js';
import { linksIn, newLinkFor, withLinks } from '../world/links.js';
import { authorizationOf, isCopied, requestLike } from './repeatable.js';

/** The names of texts that are known only when the copy runs. */
export const VARIABLES = ['token', 'link', 'control'] as const;
export type Variable = (typeof VARIABLES)[number];

/** The mark of a variable in a text. It begins and ends with a character for private use, which no client sends. */
export function placeOf(variable: Variable): string {
  return `\uE000${variable}\uE000`;
}

/** A request whose texts may have marks of variables. */
export interface CopiedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}

/** A request to the emulator that comes first. */
export interface SetUp {
  /** A comment, for people. */
  readonly note?: string;
  readonly request: CopiedRequest;
  /** The variable that a member of the response gives its value. Default: the response is not read. */
  readonly brings?: { readonly variable: Variable; readonly member: string };
}

/** The requests in their order: those that set up, calls before, and the call itself. */
interface Repetition {
  readonly setUp: readonly SetUp[];
  /** How often the request is sent before, so that its scenarios count it as they counted the exchange. */
  readonly callsBefore: number;
  /** A comment on the request, for people. */
  readonly note?: string;
  readonly request: CopiedRequest;
}

/**
 * The requests that repeat an exchange.
 * @param isGuarded whether the control plane requires a token
 * @throws Error if the body of the request is not kept
 */
export function repetitionOf(
  exchange: Exchange,
  sandbox: Sandbox,
  { isGuarded }: { readonly isGuarded: boolean },
): Repetition {
  const { select = '', call = 1 } = exchange.repetition ?? {};
  // `clientId` is the client that gets a new token, if a new token replaces the recorded one. Otherwise it is
  // undefined.
  const { headers = [], clientId, target, ...methodAndBody } = requestLike(exchange, sandbox);
  const [link] = linksIn(exchange.path);

  const controlRequest = (method: string, path: string, body: object): CopiedRequest => ({
    method,
    url: `${sandbox.url}/_emulator/sandboxes/${sandbox.id}${path}`,
    headers: [...(isGuarded ? [bearer('control')] : []), ['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  });

  // What the recorded call had, and a new call has to get first: a token, a link, scenarios.
  const setUp: SetUp[] = [];
  if (clientId !== undefined)
    setUp.push({ request: tokenRequest(sandbox), brings: { variable: 'token', member: 'access_token' } });
  if (link !== undefined) {
    const expiry = link.expiresAt <= Date.parse(exchange.at) ? { lifetime: 0 } : {};
    const request = controlRequest('POST', '/verification-links', { ...newLinkFor(link), ...expiry });
    setUp.push({ request, brings: { variable: 'link', member: 'token' } });
  }
  if (select !== '')
    setUp.push({
      note: 'Replaces the active scenarios of the sandbox, so that their calls count from the first one.',
      request: controlRequest('PUT', '/scenarios', { select }),
    });

  const copied = (headers as [string, string][]).filter(isCopied);
  const allHeaders = clientId === undefined ? copied : [bearer('token'), ...copied];
  const url = withLinks(sandbox.url + target, placeOf('link'));
  const repetition = { setUp, callsBefore: call - 1, request: { ...methodAndBody, url, headers: allHeaders } };

  const { kind } = authorizationOf(exchange);
  if (kind !== 'expired' && kind !== 'refused') return repetition;

  const note = 'The token had expired or was revoked. A token of somebody else is refused in the same way.';
  return { ...repetition, note };
}

/** The header with an access token or the control token, whose value is a variable. */
function bearer(variable: Variable): readonly [name: string, value: string] {
  return ['Authorization', `Bearer ${placeOf(variable)}`];
}

/** The request for a token of the sandbox. */
function tokenRequest({ tokenUrl, clientId, clientSecret }: Sandbox): CopiedRequest {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  return {
    method: 'POST',
    url: tokenUrl,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: String(new URLSearchParams(form)),
  };
}
