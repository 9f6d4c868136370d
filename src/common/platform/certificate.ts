/** A server certificate for tests, from an authority of its own. Node.js makes keys, but no certificates. */

import { isIP } from 'node:net';

/** What a server with TLS needs, as PEM. */
export interface ServerCertificate {
  readonly certificate: string;
  /** The private key. It is never written to a file. */
  readonly key: string;
  /** The certificate of the authority, which clients have to trust. Its key is forgotten. */
  readonly authority: string;
}

/** The kind of the keys, and how certificates are signed. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** A day in milliseconds. */
const DAY = 86_400_000;
/** The longest validity that browsers accept. */
const LIFETIME = 397 * DAY;

/**
 * Makes a certificate for host names and IP addresses. It is valid for 397 days, from a day ago, because clocks differ.
 * @param now milliseconds since 1970 by the machine's clock, which clients compare it with
 */
export async function makeServerCertificate(names: readonly string[], now: number): Promise<ServerCertificate> {
  // Loading these packages takes as long as a whole start without TLS, so they are loaded only here.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const validity = { notBefore: new Date(now - DAY), notAfter: new Date(now - DAY + LIFETIME) };

  // The authority signs itself. Its key cannot be extracted, so it is forgotten with this call.
  const authorityKeys = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=id-emulator test authority',
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });

  // The server, signed by the authority. TLS needs its key as text.
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const alternativeNames = names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const);
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=id-emulator',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(alternativeNames),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);

  return {
    certificate: certificate.toString('pem'),
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
    authority: authority.toString('pem'),
  };
}
