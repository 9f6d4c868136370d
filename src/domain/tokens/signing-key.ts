/** The key that access tokens are signed with, and that link tokens are sealed with. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The JWS algorithm (RFC 7518, RFC 8037). Both give the same signature for the same text. */
  readonly algorithm: 'EdDSA' | 'RS256';
  /** Names the key in the tokens' headers. */
  readonly keyId: string;
  /** For the seals of link tokens. */
  readonly secret: Buffer;
}

/** Thrown where a key cannot sign access tokens. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

const RSA_BITS_MINIMUM = 2048;

/**
 * A fixed key, known to everybody: start pays for no key generation, and a seed gives the same tokens on every machine.
 * It protects nothing. An emulator that others can reach gets a key of its own.
 */
const DEVELOPMENT_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'NM1SJNUj8ls1P3x27AHIb5LITWmyLBSZUBExKkICNEQ',
  d: 'JKf8ypm-nOuoZhiojwCqM8T0P-G2PleF3A1S7UUo0A0',
};

/** The key for an emulator that nobody else can reach. */
export function developmentKey(): SigningKey {
  return signingKey(createPrivateKey({ key: DEVELOPMENT_KEY, format: 'jwk' }));
}

/**
 * Reads a private key: PKCS #8 or PKCS #1 in PEM, Ed25519 or RSA of at least 2048 bits.
 * @throws SigningKeyError where the text is no such key.
 */
export function signingKeyFromPem(pem: string): SigningKey {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (error) {
    throw new SigningKeyError('the signing key must be an unencrypted private key in PEM format', { cause: error });
  }
  return signingKey(key);
}

function signingKey(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const secret = createHash('sha256')
    .update(privateKey.export({ type: 'pkcs8', format: 'der' }))
    .digest();
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 16);
  return { privateKey, publicKey, algorithm: algorithmOf(privateKey), keyId, secret };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningKey['algorithm'] {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (asymmetricKeyType === 'rsa' && bits >= RSA_BITS_MINIMUM) return 'RS256';
  const given = asymmetricKeyType === 'rsa' ? `RSA of ${bits} bits` : String(asymmetricKeyType);
  throw new SigningKeyError(
    `the signing key must be Ed25519, or RSA of at least ${RSA_BITS_MINIMUM} bits, but is ${given}`,
  );
}
