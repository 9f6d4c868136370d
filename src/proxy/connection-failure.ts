/** Says in words why a connection to the service has failed. */

const WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection is refused: nothing listens there'],
  ['ENOTFOUND', 'there is no host of that name'],
  ['EAI_AGAIN', 'the name of the host cannot be looked up now'],
  ['ECONNRESET', 'the connection was closed before the answer was complete'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['ETIMEDOUT', 'the connection could not be made in time'],
  ['EPROTO', 'the host does not speak TLS there, or none that fits'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the host does not speak TLS there: try http:'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is signed by itself; name it with --ca if you trust it'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is from an authority that is not known; name the authority with --ca if you trust it'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is from an authority that is not known; name the authority with --ca if you trust it'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is from an authority that is not known; name the authority with --ca if you trust it'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
]);

/** One clause for a person; `localhost` may have failed at several addresses. */
export function describeConnectionFailure(error: unknown): string {
  const { code, message } = (error instanceof AggregateError ? (error.errors[0] as unknown) : error) as NodeJS.ErrnoException;
  return WORDS.get(code ?? '') ?? (code?.startsWith('HPE_') === true ? 'the answer is no valid HTTP' : message);
}
