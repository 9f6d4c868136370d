/**
 * The access token or client credentials in a request. Well-formed credentials are placeholders, which a verification
 * replaces. Malformed credentials are what the consumer really sends, and the service refuses them.
 */

import { decodeOrKeep } from '../../common/percent-encoding.js';
import { basicCredentials, isPlaceholder, readAuthorization } from '../../contract/authorization.js';
import type { Authorization } from '../../contract/authorization.js';
import { parseFormIfReadable } from '../../contract/query-string.js';
import type { Access } from '../../contract/operation.js';
import { isForm, type Message } from '../match-request.js';

/** Credentials of a request, and what is wrong with them. */
export interface PresentedCredentials {
  readonly kind: 'token' | 'basic' | 'form';
  /**
   * What is wrong. Undefined if the credentials are well-formed, and none is a text that a program writes instead of a
   * missing value.
   */
  readonly mistake: string | undefined;
}

/**
 * The credentials that an operation reads. Undefined if the operation reads none, or if the request does not have all
 * of them.
 */
export function presentedCredentials({ headers, body }: Message, access: Access): PresentedCredentials | undefined {
  const { authorization } = headers;
  const sent = authorization === undefined ? undefined : readAuthorization(authorization);
  if (access === 'bearer' && sent?.kind === 'bearer')
    return { kind: 'token', mistake: sent.flaw && `the Authorization header ${sent.flaw}` };
  if (access !== 'client') return undefined;
  if (sent?.kind === 'basic') return { kind: 'basic', mistake: basicMistake(sent) };

  return isForm(headers['content-type']) ? formCredentials(body.toString()) : undefined;
}

/** What is wrong with HTTP Basic; undefined if it is well-formed. */
function basicMistake(sent: Authorization): string | undefined {
  if (sent.credentials === '') return 'HTTP Basic has no credentials';

  const basic = basicCredentials(sent);
  if (basic === undefined)
    return 'the credentials of HTTP Basic are not Base64 of ID and secret with a colon between them (RFC 7617)';

  const accidentInId = accidentIn('the client ID in HTTP Basic', decodeOrKeep(basic.id));
  return accidentInId ?? accidentIn('the client secret in HTTP Basic', decodeOrKeep(basic.secret));
}

/**
 * The client credentials in a form; undefined if one is missing. A parameter that is sent twice is a mistake (RFC 6749
 * section 3.2).
 */
function formCredentials(text: string): PresentedCredentials | undefined {
  const fields = parseFormIfReadable(text);
  const mistakes: (string | undefined)[] = [];
  for (const name of ['client_id', 'client_secret']) {
    const [value, ...others] = fields?.get(name) ?? [];
    if (value === undefined) return undefined;
    mistakes.push(
      others.length > 0 ? `${name} is there ${others.length + 1} times (RFC 6749)` : accidentIn(name, value),
    );
  }

  return { kind: 'form', mistake: mistakes.find((mistake) => mistake !== undefined) };
}

/** What is wrong with a text that programs write in place of a missing value: `undefined`, `${TOKEN}`, `{{token}}`. */
function accidentIn(what: string, value: string): string | undefined {
  if (value.trim() === '') return `${what} is empty`;
  // An unfilled template is a sign of a missing value, too.
  if (!isPlaceholder(value.trim()) && !/\$\{|\{\{/.test(value)) return undefined;

  return `${what} is ${JSON.stringify(value)}, which a program writes when it has no value`;
}
