/**
 * The access token or client credentials in a request. Well-formed ones are placeholders, which a verification
 * replaces; others are what the consumer sends, and the service refuses them.
 */

import { decodeOrKeep } from '../../common/percent-encoding.js';
import { parseFormIfReadable } from '../../contract/query-string.js';
import type { Access } from '../../contract/operation.js';

/** Credentials of one kind, and what is wrong with them. */
export interface PresentedCredentials {
  readonly kind: 'token' | 'basic' | 'form';
  /** The mistake; undefined if they are well-formed, and no accident of the program that wrote them. */
  readonly mistake: string | undefined;
}

/**
 * The credentials that an operation reads; undefined if it reads none, or if the request has none or not all.
 * @param form the text of a form; undefined if the body is no form
 */
export function presentedCredentials(
  access: Access,
  authorization: string | undefined,
  form: string | undefined,
): PresentedCredentials | undefined {
  const [scheme = ''] = authorization?.toLowerCase().match(/^(?:bearer|basic)\b/) ?? [];
  if (access === 'bearer' && scheme === 'bearer') return { kind: 'token', mistake: tokenMistake(authorization!) };
  if (access !== 'client') return undefined;
  if (scheme === 'basic') return { kind: 'basic', mistake: basicMistake(authorization!) };
  return form === undefined ? undefined : formCredentials(form);
}

/** RFC 6750 section 2.1. */
function tokenMistake(authorization: string): string | undefined {
  const token = authorization.replace(/^bearer */i, '').trimEnd();
  return (
    accidentIn('the access token', token) ??
    (/^[\w.~+/-]+=*$/.test(token) ? undefined : 'the access token has characters that no token has (RFC 6750)')
  );
}

function basicMistake(authorization: string): string | undefined {
  if (/^basic *$/i.test(authorization)) return 'HTTP Basic has no credentials';
  const credentials = basicCredentials(authorization);
  if (credentials === undefined)
    return 'the credentials of HTTP Basic are not Base64 of ID and secret with a colon between them (RFC 7617)';
  return (
    accidentIn('the client ID in HTTP Basic', credentials.id) ??
    accidentIn('the client secret in HTTP Basic', credentials.secret)
  );
}

/** ID and secret in HTTP Basic (RFC 7617 section 2); undefined if they are malformed. */
export function basicCredentials(authorization: string): { readonly id: string; readonly secret: string } | undefined {
  const encoded = authorization.replace(/^basic */i, '').trimEnd();
  const bytes = Buffer.from(encoded, 'base64');
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(bytes.toString()) ?? [];
  if (bytes.toString('base64') !== encoded || id === undefined || secret === undefined) return undefined;
  return { id: decodeOrKeep(id), secret: decodeOrKeep(secret) };
}

/** A parameter must not be sent twice (RFC 6749 section 3.2). */
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
  return { kind: 'form', mistake: mistakes[0] ?? mistakes[1] };
}

/** Texts that programs write in place of a value that is missing. */
function accidentIn(what: string, value: string): string | undefined {
  if (value.trim() === '') return `${what} is empty`;
  return /^(?:undefined|null|None|<?nil>?|NaN|\[object \w+\])$|\$\{|\{\{/.test(value.trim())
    ? `${what} is ${JSON.stringify(value)}, which a program writes when it has no value`
    : undefined;
}
