/** The certificate of an emulator with TLS: the user's, or one that is generated at startup. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readText } from '../contract/documents/read-document.js';
import { machineClock } from '../emulator/domain/time/clock.js';
import { OptionsError } from '../emulator/complete-options.js';
import type { CompleteOptions } from '../emulator/options.js';
import type { ServerIdentity } from '../emulator/service/http/server.js';

/** A certificate and its key. If the emulator made both, `authority` is what clients have to trust, as PEM. */
type TlsIdentity = ServerIdentity & { readonly authority?: string };

/** Names by which this machine is reached. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1'];
/** Hosts that stand for all addresses of this machine, and are no names of it. */
const WILDCARDS = ['0.0.0.0', '::'];

/**
 * Reads the certificate, or makes one; undefined without TLS.
 * @throws OptionsError if only one of certificate and key is given, or they are not a pair; DocumentError if a file
 *   cannot be read; an error if the file for the authority cannot be written
 */
export async function identityFor(options: CompleteOptions): Promise<TlsIdentity | undefined> {
  const { tls, tlsCert, tlsKey, tlsCa, host } = options;
  if (tlsCert !== undefined && tlsKey !== undefined) return pairIn(tlsCert, tlsKey);

  // One of them, or none.
  const [present, missing] = tlsCert === undefined ? ['tlsKey', 'tlsCert'] : ['tlsCert', 'tlsKey'];
  if (tlsCert !== undefined || tlsKey !== undefined)
    throw new OptionsError(`option ${missing}: expected a file together with option ${present}, found none`);
  // The file for the authority asks for TLS as well as the switch does.
  if (!tls && tlsCa === undefined) return undefined;

  const { makeServerCertificate } = await import('../common/platform/certificate.js');
  const names = new Set([...LOCAL_NAMES, ...(WILDCARDS.includes(host) ? [] : [host])]);
  const identity = await makeServerCertificate([...names], machineClock().now());
  if (tlsCa !== undefined) writeFileSync(tlsCa, identity.authority);

  return identity;
}

/**
 * The certificate and the key of the user. They are checked here, so that the message names the options and the files.
 * @throws OptionsError if the files are no certificate and its key; DocumentError if one cannot be read
 */
function pairIn(certificateFile: string, keyFile: string): TlsIdentity {
  const identity = { certificate: readText(certificateFile), key: readText(keyFile) };
  try {
    process.getBuiltinModule('node:tls').createSecureContext({ cert: identity.certificate, key: identity.key });
    // Node.js compares only keys of one type.
    const isPair = new X509Certificate(identity.certificate).checkPrivateKey(createPrivateKey(identity.key));
    if (!isPair) throw new Error('the key is of another certificate');
  } catch (error) {
    throw new OptionsError(
      `options tlsCert and tlsKey: expected a certificate and its private key as PEM, found ${certificateFile} and ${keyFile} (${(error as Error).message})`,
      { cause: error },
    );
  }

  return identity;
}
