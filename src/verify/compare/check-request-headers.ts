/** Compares the headers of a request with the headers that the service accepts: credentials, media types, length. */

import { readAuthorization } from '../../contract/authorization.js';
import { acceptsMediaType } from '../../contract/headers.js';
import type { CompiledResponse, Operation } from '../../contract/operation.js';
import { refusalStatus } from '../../contract/reading/read-request.js';
import type { Violation } from '../../contract/violation.js';
import { sentMessage } from '../../pact/match-request.js';
import type { PactRequest } from '../../pact/pact-file.js';
import { presentedCredentials } from '../../pact/provider/credentials.js';
import { finding, type ContractFinding } from './contract-finding.js';

/** The finding about malformed credentials. The verification replaces only well-formed credentials by valid ones. */
export function malformedCredentials(request: PactRequest, operation: Operation): ContractFinding | undefined {
  const { kind, mistake } = presentedCredentials(sentMessage(request), operation.access) ?? {};
  if (mistake === undefined) return undefined;

  const where = kind === 'form' ? 'request body' : 'request header Authorization';

  return finding('request.credentials.malformed', { where, mistake });
}

/**
 * The finding about a header that the service refuses. {@link malformedCredentials} reports a malformed token. The
 * content type that version 4 declares beside a body does not count, because the verifier does not send it as a header.
 */
export function refusedHeader(
  { code, pointer, expected, value = 'no header' }: Violation,
  request: PactRequest,
  operation: Operation,
): ContractFinding | undefined {
  if (code === 'security') return missingToken(request, operation);

  // The token endpoint refuses a wrong media type with 400: RFC 6749 has no 415.
  const status = operation.access === 'client' ? 400 : refusalStatus({ code });
  // Only these two headers have rules of their own.
  const header = pointer === '/Content-Type' ? 'content-type' : 'content-encoding';

  return finding(`request.${header}.refused`, { status, expected, actual: value });
}

/**
 * The finding about a request without an access token. Undefined if the header has the scheme "Bearer": then there is a
 * token, whatever its form.
 */
function missingToken({ headers }: PactRequest, { id }: Operation): ContractFinding | undefined {
  const [authorization] = headers['authorization'] ?? [];
  if (authorization === undefined)
    return finding('request.token.missing', { operation: id, flaw: '', actual: 'no header' });

  const { kind, flaw, scheme } = readAuthorization(authorization);
  if (kind === 'bearer') return undefined;

  // Only the scheme is shown, because the rest may be a secret.
  const actual = `${scheme} ...`;
  return finding('request.token.missing', { operation: id, flaw: `, and the header ${flaw}`, actual });
}

/**
 * The finding about an `Accept` header that allows no media type of the service. The service ignores such a header, as
 * RFC 9110 section 12.5.1 permits.
 */
export function ignoredAccept({ headers }: PactRequest, response?: CompiledResponse): ContractFinding | undefined {
  const accept = headers['accept']?.join(', ');
  const sent = response?.mediaType;
  if (accept === undefined || sent === undefined || acceptsMediaType(accept, sent)) return undefined;

  return finding('request.accept.ignored', { expected: sent, actual: accept });
}

/** The findings about headers that only an emulator reads. Another provider responds as if they were not there. */
export function emulatorHeaders({ headers }: PactRequest): ContractFinding[] {
  // `Prefer: code=404` and `Prefer: example=empty` select a response of the emulator.
  const selectsResponse = /\b(?:code|example)=/.test(headers['prefer']?.join() ?? '');
  const names = Object.keys(headers).filter((name) => {
    return name.startsWith('emulator-') || (name === 'prefer' && selectsResponse);
  });

  return names.map((name) => finding('request.header.emulator', { where: `request header ${name}` }));
}

/**
 * The finding about a wrong `Content-Length` in the pact. Undefined if the length fits, or if the pact has none.
 * @param sentBytes length of the body that was sent
 */
export function wrongLength({ headers }: PactRequest, sentBytes: number): ContractFinding | undefined {
  const actual = headers['content-length']?.join(', ');
  const expected = String(sentBytes);
  if (actual === undefined || actual === expected) return undefined;

  return finding('request.content-length.wrong', { expected, actual });
}
