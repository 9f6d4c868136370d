/** The key that signs access tokens and seals link tokens. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import developmentJwk from './development-key.json' with { type: 'json' };

/** The key with which an emulator signs its tokens, and what follows from it. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The JWS algorithm (RFC 7518, RFC 8037). Both are deterministic, so equal requests get equal tokens. */
  readonly algorithm: 'EdDSA' | 'RS256';
  /** The header parameter `kid` of access tokens. */
  readonly keyId: string;
  /** The secret for the seals of link tokens. */
  readonly secret: Buffer;
}

/** Thrown if a key cannot sign access tokens. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

/** The shortest RSA key, in bits. */
const RSA_BITS_MINIMUM = 2048;

/**
 * The key for an emulator that only this machine can reach. It is fixed and public: no key is generated at start, and a
 * seed gives the same tokens on every machine. It protects nothing, so an emulator that other machines can reach must
 * be given its own key.
 */
export function developmentKey(): SigningKey {
  return signingKey(createPrivateKey({ key: developmentJwk, format: 'jwk' }));
}

/** A new private key that nobody knows, in PEM. */
export function newKeyPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/**
 * Parses a private key: PKCS #8 or PKCS #1 in PEM, Ed25519 or RSA of at least 2048 bits.
 * @throws SigningKeyError if the text is not such a key
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

/** The key, with its ID and the secret for seals, which both follow from it. @throws SigningKeyError */
function signingKey(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const secret = hash('sha256', privateKey.export({ type: 'pkcs8', format: 'der' }), 'buffer');
  const keyId = hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'base64url').slice(0, 16);

  return { privateKey, publicKey, algorithm: algorithmOf(privateKey), keyId, secret };
}

/** The algorithm for keys of this type. @throws SigningKeyError if the emulator cannot sign with them */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningKey['algorithm'] {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';

  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (asymmetricKeyType === 'rsa' && bits >= RSA_BITS_MINIMUM) return 'RS256';

  const given = asymmetricKeyType === 'rsa' ? `RSA of ${bits} bits` : String(asymmetricKeyType);
  throw new SigningKeyError(
    `the signing key must be Ed25519, or RSA of at least ${RSA_BITS_MINIMUM} bits, but is ${given}`,
  );
}
