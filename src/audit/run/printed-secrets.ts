/** Secrets in what a command prints: client secrets in all encodings, and access tokens that the emulator has issued. */

import { SecretValues } from '../../emulator/journal/secrets/secret-values.js';
import type { Verdict } from '../../emulator/judge/rule.js';
import type { ObservedSandbox } from '../../emulator/injection/trail.js';

const TOKEN = 'an access token';

/** What an output contains, in words; undefined if there is no secret. It never contains the secret itself. */
export function printedSecret(
  output: string,
  { clientSecrets, sandboxes }: { clientSecrets: readonly string[]; sandboxes: readonly ObservedSandbox[] },
): string | undefined {
  const values = new SecretValues();
  for (const secret of clientSecrets) values.addClientSecret(secret);
  const issued = new Set(
    sandboxes.flatMap(({ exchanges }) => exchanges.flatMap(({ issuedToken }) => issuedToken?.id ?? [])),
  );
  const found = values.find(output, {
    jwt: (token) => (issued.has(idOf(token) ?? '') ? TOKEN : ''),
    link: () => undefined,
  });
  const [first] = found.filter(({ shown }) => shown !== '');
  return first && (first.shown === TOKEN ? TOKEN : 'the client secret');
}

/** The claim `jti` of a token, from its header and claims. */
function idOf(token: string): string | undefined {
  try {
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return (JSON.parse(claims) as { jti?: string }).jti;
  } catch {
    return undefined;
  }
}

/** A rule that a command breaks without any fault: one of the judge, or one about its output. */
export interface BrokenRule extends Pick<Verdict, 'title' | 'basis' | 'remedy' | 'offences'> {
  readonly rule: string;
}

/** The rule that a command prints no secrets, broken. */
export const PRINTS_SECRET = {
  rule: 'no-secret-in-output',
  title: 'A client prints no secrets.',
  basis: 'RFC 6750 section 5.3, RFC 6749 section 2.3.1',
  remedy: 'Leave the client secret and access tokens out of logs and error messages.',
};
