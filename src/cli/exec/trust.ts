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

/**
 * Variables that name a file with all trusted authorities, for OpenSSL, Python's requests and curl. The file replaces
 * the usual authorities, so it has to contain them.
 */
const WHOLE_LISTS = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'] as const;

/**
 * The environment of a command that reaches the emulator through no proxy.
 * @param ownVariables further variables, under the consumer's own names
 * @returns the variables, and a function that removes the files that they name
 */
export function environmentForCommand(
  emulator: ReachableEmulator & { readonly authority?: string },
  ownVariables: readonly OwnVariable[],
  environment: NodeJS.ProcessEnv,
): { readonly environment: NodeJS.ProcessEnv; readonly remove: () => void } {
  const withoutProxy = { ...environment, ...loopbackExceptions(environment) };
  const trust = emulator.authority === undefined ? undefined : writeTrustFiles(emulator.authority, withoutProxy);
  return {
    environment: { ...withoutProxy, ...trust?.variables, ...variablesFor(emulator, ownVariables) },
    remove: () => trust?.remove(),
  };
}

type TrustFiles = Readonly<{ variables: Record<string, string>; remove: () => void }>;

/**
 * Writes the authority to files, together with the authorities that the environment already trusts.
 * @param authority a certificate as PEM
 * @returns the variables that name the files, and a function that removes the files
 */
function writeTrustFiles(authority: string, environment: NodeJS.ProcessEnv): TrustFiles {
  const { NODE_EXTRA_CA_CERTS: nodeFile = '', JAVA_TOOL_OPTIONS: javaOptions = '' } = environment;
  const certificatesIn = (file = ''): readonly string[] => (file === '' ? rootCertificates : [readText(file)]);
  // Files are read first: an unreadable file ends the command before there is a folder to remove.
  // Node.js adds the authorities of this file to its own, so the file needs no others.
  const trustedByNode = nodeFile === '' ? [] : certificatesIn(nodeFile);
  const lists = WHOLE_LISTS.map((variable) => ({ variable, trusted: certificatesIn(environment[variable]) }));

  const folder = mkdtempSync(join(tmpdir(), 'id-emulator-'));
  const write = (name: string, certificates: readonly string[]): string => {
    const file = join(folder, name);
    writeFileSync(file, certificates.map((certificate) => `${certificate.trim()}\n`).join(''), { mode: 0o600 });
    return file;
  };

  const fileOfVariable = lists.map(({ variable, trusted }): [variable: string, file: string] => {
    return [variable, write(`${variable}.pem`, [...trusted, authority])];
  });
  // A trust store replaces the usual authorities of Java, so it has to contain them.
  const trustStore = join(folder, 'java.jks');
  writeFileSync(trustStore, javaTrustStore([...rootCertificates, authority]), { mode: 0o600 });

  return {
    variables: {
      ...Object.fromEntries(fileOfVariable),
      ID_EMULATOR_AUTHORITY: write('authority.pem', [authority]),
      // If an option occurs twice, Java uses the last one, so the user's option wins. The path may contain blanks.
      JAVA_TOOL_OPTIONS: `"-Djavax.net.ssl.trustStore=${trustStore}" ${javaOptions}`.trim(),
      NODE_EXTRA_CA_CERTS: write('node.pem', [...trustedByNode, authority]),
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
