/** Describes in plain words why a connection to a real service failed. */

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused: no server listens there'],
  ['ENOTFOUND', 'the host name does not exist'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ECONNRESET', 'the connection was closed before the response was complete'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['EPROTO', 'the TLS handshake failed: the host does not speak TLS on this port, or no common version'],
  ['UND_ERR_SOCKET', 'the connection was closed before the response was complete'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection timed out'],
  ['UND_ERR_HEADERS_OVERFLOW', 'the response headers are too large'],
  ['Z_DATA_ERROR', 'the response body does not match its Content-Encoding'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the host does not speak TLS on this port: try http:'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed; {trust}'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate was issued by an unknown authority; {trust}'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate was issued by an unknown authority; {trust}'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate was issued by an unknown authority; {trust}'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
]);

/** Error messages that cannot contain a part of a request, and so no secret. */
const SAFE_MESSAGE = /^[a-z ]{1,60}$/;

/**
 * Describes a failed connection in one clause. The message of the error itself appears only if it cannot contain a
 * secret: some messages repeat the header that they complain about.
 * @param error of `fetch` or `node:http`; the first one of an `AggregateError` (`localhost` has several addresses)
 * @param trust how the user can trust another certificate authority: `name it with --ca if you trust it`
 */
export function describeConnectionFailure(error: unknown, trust: string): string {
  const { code, name, message } = (
    error instanceof AggregateError ? (error.errors[0] as unknown) : error
  ) as NodeJS.ErrnoException;
  const description =
    DESCRIPTIONS.get(code ?? '') ??
    // The error of the parser in Node.js 24 has no code.
    (code?.startsWith('HPE_') === true || name === 'HTTPParserError'
      ? 'the response is not valid HTTP'
      : SAFE_MESSAGE.test(message)
        ? message
        : (code ?? name));
  return description.replace('{trust}', trust);
}
