/** Says in words why a connection to the service has failed: for everything here that goes to a real one. */

const WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection is refused: nothing listens there'],
  ['ENOTFOUND', 'there is no host of that name'],
  ['EAI_AGAIN', 'the name of the host cannot be looked up now'],
  ['ECONNRESET', 'the connection was closed before the answer was complete'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['ETIMEDOUT', 'the connection could not be made in time'],
  ['EPROTO', 'the host does not speak TLS there, or none that fits'],
  ['UND_ERR_SOCKET', 'the connection was closed before the answer was complete'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection could not be made in time'],
  ['UND_ERR_HEADERS_OVERFLOW', 'the answer has more headers than can be read'],
  ['Z_DATA_ERROR', 'the answer is not compressed as it says'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the host does not speak TLS there: try http:'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is signed by itself; {trust}'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is from an authority that is not known; {trust}'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is from an authority that is not known; {trust}'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is from an authority that is not known; {trust}'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
]);

/** Messages of programs that are sure to hold nothing of a request. */
const PLAIN_WORDS = /^[a-z ]{1,60}$/;

/**
 * One clause for a person; `localhost` may have failed at several addresses. What the cause itself says is told only where
 * it can hold no secret: some repeat the header that they complain of.
 * @param trust how whoever starts the command makes another authority trusted: `name it with --ca if you trust it`
 */
export function describeConnectionFailure(error: unknown, trust: string): string {
  const { code, name, message } = (
    error instanceof AggregateError ? (error.errors[0] as unknown) : error
  ) as NodeJS.ErrnoException;
  const words =
    WORDS.get(code ?? '') ??
    (code?.startsWith('HPE_') === true
      ? 'the answer is no valid HTTP'
      : PLAIN_WORDS.test(message)
        ? message
        : (code ?? name));
  return words.replace('{trust}', trust);
}
