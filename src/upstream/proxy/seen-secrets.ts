/**
 * The secrets that pass a proxy. The proxy learns them from exchanges, because the service has its own forms of tokens.
 */

import { allAtOnce, type Steps } from '../../common/steps.js';
import { basicCredentials, readAuthorization } from '../../contract/authorization.js';
import type { KnownValues } from '../../emulator/redaction/known-values.js';
import { MARKERS } from '../../emulator/redaction/markers.js';
import { formDecoded, isSecretName, namedSecrets, type SecretPlace } from '../../emulator/redaction/secret-places.js';
import { digestOf } from '../../traffic/values.js';
import { headerFields } from '../../emulator/journal/exchange.js';
import type { ProxiedRequest } from './message.js';

/** The largest number of secrets that are remembered. */
export const MOST_SEEN = 200;
/** Longer texts are no secrets, in characters. */
const LONGEST = 4_096;

/** Adds what an exchange contains in the places of secrets: what the client presented, and what the service issued. */
export function addSecretsOf(
  { target, rawHeaders, body }: Pick<ProxiedRequest, 'target' | 'rawHeaders' | 'body'>,
  response: Uint8Array | undefined,
  seen: KnownValues,
): void {
  const text = body.toString();
  const sent = [namedSecrets(target, 'form'), namedSecrets(text, 'form'), namedSecrets(text, 'any')];
  const received = response === undefined ? '' : Buffer.from(response).toString();
  const issued = valuesAt(namedSecrets(received, 'any'));

  const fields = headerFields(rawHeaders).filter(([name]) => isSecretName(name));
  const tokens = fields.map(([, value]) => readAuthorization(value).token);
  const inHeaders = fields.flatMap(([, value]) => secretsInHeader(value));
  const others = [...sent.flatMap(valuesAt), ...inHeaders];

  // The first entry of a value decides what replaces it: a password stays one if the service repeats it.
  for (const token of tokens.filter(isSecret)) seen.add(token, nameOf(token));
  for (const secret of others.filter(isSecret)) seen.add(secret);
  for (const token of issued.filter(isSecret)) seen.add(token, nameOf(token));
}

function valuesAt(places: Steps<SecretPlace[]>): (string | undefined)[] {
  return allAtOnce(places).map(({ value }) => value);
}

/** A plain word does not count as a secret: it would be removed from paths and texts. */
function isSecret(text: string | undefined): text is string {
  return text !== undefined && text.length <= LONGEST && !/^[a-z]{0,15}$/i.test(text);
}

/** The shortest token that nobody can guess, in characters. */
const SHORTEST_TOKEN = 20;

/** The name that stands for a token, in its form: a reader of the exchanges recognizes it, and cannot use it. */
function nameOf(token: string): string {
  if (token.length < SHORTEST_TOKEN) return MARKERS.otherSecret;

  const name = digestOf(token);
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? `${name}.${name}.${name}` : name;
}

/** The secrets in a header: the credentials, the password of HTTP Basic, the values of cookies, or the whole value. */
function secretsInHeader(value: string): (string | undefined)[] {
  const sent = readAuthorization(value);
  const basic = basicCredentials(sent)?.secret;
  const cookies = value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim());

  return [sent.credentials, basic, basic && formDecoded(basic), ...(value.includes('=') ? cookies : [])];
}
