/**
 * Learns the secrets that pass a proxy. They are found in exchanges, because nobody knows the forms of the service's
 * tokens in advance.
 */

import { allAtOnce, type Steps } from '../../common/steps.js';
import { basicCredentials, readAuthorization } from '../../contract/authorization.js';
import type { KnownValues } from '../../emulator/redaction/known-values.js';
import { MARKERS } from '../../emulator/redaction/markers.js';
import { formDecoded, isSecretName, namedSecrets, type SecretPlace } from '../../emulator/redaction/secret-places.js';
import { digestOf } from '../../traffic/values.js';
import { headerFields } from '../../emulator/journal/exchange.js';
import type { ProxiedRequest } from './message.js';

/** The largest number of secrets that are remembered, the latest ones. */
export const MOST_SEEN = 200;
/** The length of the longest text that is taken for a secret, in characters. */
const LONGEST = 4_096;

/** The parts of a request that may contain secrets. */
type RequestParts = Pick<ProxiedRequest, 'target' | 'rawHeaders' | 'body'>;

/**
 * Adds what an exchange contains in the places of secrets: what the client has presented, and what the service has
 * issued.
 */
export function addSecretsOf(request: RequestParts, response: Uint8Array | undefined, seen: KnownValues): void {
  const { target, rawHeaders } = request;

  // Secrets in named places: in the query, in the body (a form, or JSON), and what the response issues.
  const text = request.body.toString();
  const sent = [namedSecrets(target, 'form'), namedSecrets(text, 'form'), namedSecrets(text, 'any')];
  const received = response === undefined ? '' : Buffer.from(response).toString();
  const issued = valuesAt(namedSecrets(received, 'any'));

  // Secrets in headers: the bearer token, and everything else in a header that is for credentials.
  const fields = headerFields(rawHeaders).filter(([name]) => isSecretName(name));
  const tokens = fields.map(([, value]) => readAuthorization(value).token);
  const inHeaders = fields.flatMap(([, value]) => secretsInHeader(value));
  const others = [...sent.flatMap(valuesAt), ...inHeaders];

  // The first entry of a value decides what replaces it: a password is still replaced as one if the service repeats it
  // as a token.
  for (const token of tokens.filter(isSecret)) seen.add(token, nameOf(token));
  for (const secret of others.filter(isSecret)) seen.add(secret);
  for (const token of issued.filter(isSecret)) seen.add(token, nameOf(token));
}

/** The values at these places. */
function valuesAt(places: Steps<SecretPlace[]>): (string | undefined)[] {
  return allAtOnce(places).map(({ value }) => value);
}

/** Whether a text counts as a secret. A plain word does not: it would be removed from all paths and texts. */
function isSecret(text: string | undefined): text is string {
  return text !== undefined && text.length <= LONGEST && !/^[a-z]{0,15}$/i.test(text);
}

/** The shortest token that nobody can guess, in characters. A digest of a shorter one would reveal it. */
const SHORTEST_TOKEN = 20;

/**
 * The name that stands for a token in the exchanges. It is a digest in the form of the token, so that a reader
 * recognizes the token, but cannot use it.
 */
function nameOf(token: string): string {
  if (token.length < SHORTEST_TOKEN) return MARKERS.otherSecret;

  const name = digestOf(token);
  // A token in three parts is a JWT, and its name has three parts, too.
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? `${name}.${name}.${name}` : name;
}

/**
 * The secrets that a header may contain: credentials, the password of HTTP Basic, values of cookies, or its whole
 * value.
 */
function secretsInHeader(value: string): (string | undefined)[] {
  const sent = readAuthorization(value);
  const basic = basicCredentials(sent)?.secret;
  // `name=value; other=value`: only the values are secret.
  const cookies = value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim());

  return [sent.credentials, basic, basic && formDecoded(basic), ...(value.includes('=') ? cookies : [])];
}
