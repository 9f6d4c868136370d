/** Secrets in an output: client secrets in all encodings, and access tokens of the emulator. */

import { allAtOnce } from '../../common/steps.js';
import { layersOf } from '../../emulator/redaction/encodings.js';
import { KnownValues } from '../../emulator/redaction/known-values.js';
import { findGenerated, findJwts } from '../../emulator/redaction/secret-forms.js';
import type { Verdict } from '../../emulator/judge/rule.js';
import type { TestCase } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { referenceTo } from '../../emulator/journal/exchange-record.js';
import { PRINTED } from './printed.js';

const TOKEN = 'an access token';
const CLIENT_SECRET = 'the client secret';

/** The kind of secret in an output, in words; undefined if there is none. */
export function printedSecret(
  output: string,
  { clientSecrets, exchanges }: { clientSecrets: readonly string[]; exchanges: readonly Exchange[] },
): string | undefined {
  const values = new KnownValues();
  for (const secret of clientSecrets) values.add(secret);
  const issued = new Set(exchanges.flatMap(({ issuedToken }) => issuedToken?.id ?? []));
  const found = new Set<string>();
  const noteSecret = (): void => void found.add(CLIENT_SECRET);
  const noteToken = (token: string): string => {
    // Tokens that another service issued are no secrets of this run.
    if (issued.has(referenceTo(token)?.id ?? '')) found.add(TOKEN);
    return token;
  };

  // Links have tokens, too. A command may print links, because they are made to be passed on.
  for (const { text } of allAtOnce(layersOf(output, values.textBytes))) {
    values.find(text, noteSecret);
    findGenerated(text, noteSecret);
    findJwts(text, noteToken, () => undefined);
  }

  return [CLIENT_SECRET, TOKEN].find((kind) => found.has(kind));
}

/**
 * The output without the lines of source that test runners show around an error, and without the arguments that pytest
 * shows.
 */
export function withoutRunnersView(output: string, cases: readonly TestCase[]): string {
  const ofPytest = cases.flatMap(({ runner, error = '' }) => (runner === 'pytest' ? error.split('\n') : []));
  // The message of the error itself follows `E`. The command has written this message, so it counts as printed.
  const shownByPytest = new Set(ofPytest.filter((line) => !line.startsWith('E ')));
  const lines = output.split('\n');

  return lines.filter((line) => !shownByPytest.has(line) && !PRINTED.sourceLine.test(line.trim())).join('\n');
}

/** A rule that a command breaks without any fault: a rule of the judge, or a rule about the output. */
export interface BrokenRule extends Pick<Verdict, 'title' | 'basis' | 'remedy' | 'offences'> {
  readonly rule: string;
}

/** The rule that a command prints no secrets. */
export const PRINTS_SECRET = {
  rule: 'no-secret-in-output',
  title: 'A client prints no secrets.',
  basis: 'RFC 6750 section 5.3, RFC 6749 section 2.3.1',
  remedy: 'Leave the client secret and access tokens out of logs and error messages.',
};
