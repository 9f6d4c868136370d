/**
 * The secrets that pass a proxy. The proxy learns them from exchanges, because the service has its own forms of tokens.
 */

import { allAtOnce } from '../../common/steps.js';
import { basicCredentials, readAuthorization } from '../../contract/authorization.js';
import type { KnownValues } from '../../emulator/redaction/known-values.js';
import { formDecoded, isSecretName, namedSecrets } from '../../emulator/redaction/secret-places.js';
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
  const places = [
    ...allAtOnce(namedSecrets(target, true)),
    ...allAtOnce(namedSecrets(text, true)),
    ...allAtOnce(namedSecrets(text)),
    ...(response === undefined ? [] : allAtOnce(namedSecrets(Buffer.from(response).toString()))),
  ];
  const inHeaders = headerFields(rawHeaders).flatMap(([name, value]) =>
    isSecretName(name) ? secretsInHeader(value) : [],
  );

  for (const secret of [...places.map(({ value }) => value), ...inHeaders]) {
    // A plain word does not count as a secret: it would be removed from paths and texts.
    const isWord = secret === undefined || /^[a-z]{0,15}$/i.test(secret);
    if (!isWord && secret.length <= LONGEST) seen.add(secret);
  }
}

/** The secrets in a header: the credentials, the password of HTTP Basic, the values of cookies, or the whole value. */
function secretsInHeader(value: string): (string | undefined)[] {
  const sent = readAuthorization(value);
  const basic = basicCredentials(sent)?.secret;
  const cookies = value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim());
  return [sent.credentials, basic, basic && formDecoded(basic), ...(value.includes('=') ? cookies : [])];
}
