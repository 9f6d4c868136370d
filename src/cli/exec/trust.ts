/** The environment of a command that runs beside an emulator: its addresses, and trust in its certificate. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { loopbackExceptions } from '../../common/platform/environment-proxy.js';
import { readText } from '../../contract/documents/read-document.js';
import type { ReachableEmulator } from '../../start/consumer-variables.js';
import { type OwnVariable, variablesFor } from '../settings/consumer-variables.js';
import { javaTrustStore } from './java-trust-store.js';

/** Variables that name a file with all trusted authorities, for OpenSSL, Python's requests and curl. */
const WHOLE_LISTS = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'] as const;

/**
 * The environment of a command that reaches the emulator through no proxy.
 * @param own further variables, under the consumer's own names
 * @returns the variables, and how to remove the files that they name
 */
export function environmentBeside(
  emulator: ReachableEmulator & { readonly authority?: string },
  own: readonly OwnVariable[],
  environment: NodeJS.ProcessEnv,
): { readonly environment: NodeJS.ProcessEnv; readonly remove: () => void } {
  const given = { ...environment, ...loopbackExceptions(environment) };
  const trust = emulator.authority === undefined ? undefined : trusting(emulator.authority, given);
  return {
    environment: { ...given, ...trust?.variables, ...variablesFor(emulator, own) },
    remove: () => trust?.remove(),
  };
}

/**
 * Writes the authority to files, together with the authorities that the environment already trusts.
 * @param authority a certificate as PEM
 */
function trusting(
  authority: string,
  environment: NodeJS.ProcessEnv,
): { readonly variables: Readonly<Record<string, string>>; readonly remove: () => void } {
  const { NODE_EXTRA_CA_CERTS: extra = '', JAVA_TOOL_OPTIONS: javaOptions = '' } = environment;
  const known = (file = ''): readonly string[] => (file === '' ? rootCertificates : [readText(file)]);
  // What cannot be read ends the command before there is a folder to remove.
  const ofNode = extra === '' ? [] : known(extra);
  const whole = WHOLE_LISTS.map((variable) => [variable, known(environment[variable])] as const);

  const folder = mkdtempSync(join(tmpdir(), 'id-emulator-'));
  const write = (name: string, certificates: readonly string[]): string => {
    const file = join(folder, name);
    writeFileSync(file, certificates.map((certificate) => `${certificate.trim()}\n`).join(''), { mode: 0o600 });
    return file;
  };

  const lists = whole.map(([variable, others]): [string, string] => {
    return [variable, write(`${variable}.pem`, [...others, authority])];
  });
  const trustStore = join(folder, 'java.jks');
  writeFileSync(trustStore, javaTrustStore([...rootCertificates, authority]), { mode: 0o600 });

  return {
    variables: {
      ...Object.fromEntries(lists),
      ID_EMULATOR_AUTHORITY: write('authority.pem', [authority]),
      // If an option occurs twice, Java uses the last one, so the user's option wins. The path may contain blanks.
      JAVA_TOOL_OPTIONS: `"-Djavax.net.ssl.trustStore=${trustStore}" ${javaOptions}`.trim(),
      NODE_EXTRA_CA_CERTS: write('node.pem', [...ofNode, authority]),
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
