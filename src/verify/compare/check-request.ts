/** Compares the request of an interaction with the requests that the service accepts. */

import type { Contract } from '../../contract/contract.js';
import { misspelledParameter, nearestAtEnd, suggestPath } from '../../contract/suggestions.js';
import type { Operation } from '../../contract/operation.js';
import { refusalStatus } from '../../contract/reading/read-request.js';
import { previewValue } from '../../common/json.js';
import type { Violation } from '../../contract/violation.js';
import { blamedBy } from '../../pact/expected-status.js';
import { isEmptyBody, readPactRequest } from '../../pact/match-request.js';
import type { PactInteraction, PactRequest } from '../../pact/pact-file.js';
import { emulatorHeaders, ignoredAccept, malformedCredentials, refusedHeader } from './check-request-headers.js';
import { finding, placeText, type ContractFinding } from './contract-finding.js';

/**
 * Finds everything in the request that the service would refuse or ignore. Mistakes that the expected status is about
 * are left out: 400 blames the request, 401 blames its credentials. Other mistakes count even if a failure is expected,
 * because nothing in a request explains 429 or 500.
 * @param operation that of the request
 */
export function checkRequest(
  { request, response, stateExpressions }: PactInteraction,
  operation: Operation,
  contract: Contract,
): ContractFinding[] {
  const emulatorFindings = emulatorHeaders(request);
  const blamedPart = blamedBy(response.status);
  if (blamedPart === 'request') return emulatorFindings;

  const { violations, unknown } = readPactRequest(contract, request);

  const expectsWrongCredentials = blamedPart === 'credentials';
  // A value from a provider state replaces the example, so the example may be malformed.
  const mayBeMalformed = expectsWrongCredentials || stateExpressions.length > 0;
  const malformed = mayBeMalformed ? undefined : malformedCredentials(request, operation);
  // The expected status or the finding already says that the credentials are wrong. Their violations would repeat it.
  const saysWrongCredentials = expectsWrongCredentials || malformed !== undefined;
  const ofOtherParts = violations.filter((violation) => !isAboutCredentials(violation, operation));
  const reported = saysWrongCredentials ? ofOtherParts : violations;

  const findings = [
    malformed,
    ...reported.map((violation) => refusedPart(violation, request, operation)),
    ignoredAccept(request, operation.responses.get(response.status)),
    ...unknown.map((part) => ignoredPart(part, operation)),
    needlessBody(request, operation),
    ...emulatorFindings,
  ];

  return findings.filter((found) => found !== undefined);
}

/** Whether a violation concerns the credentials: the token, the client ID or the secret. */
function isAboutCredentials({ in: part, pointer, code }: Violation, { access }: Operation): boolean {
  const isOfClient = access === 'client' && part === 'body' && /^\/client_(?:id|secret)$/.test(pointer);
  return code === 'security' || isOfClient;
}

/** The parts of a request that a violation is about, besides the headers, which {@link refusedHeader} handles. */
type ValuePart = 'path' | 'query' | 'body';

/** The finding about a value that the service refuses. */
function refusedPart(violation: Violation, request: PactRequest, operation: Operation): ContractFinding | undefined {
  const { in: part, pointer, expected, value = 'nothing' } = violation;
  if (part === 'header') return refusedHeader(violation, request, operation);

  const kind = part as ValuePart;
  // In a path, the value alone shows the place.
  const where = placeText(`request ${kind}`, kind === 'path' ? '' : pointer);
  const status = refusalStatus(violation);

  return finding(`request.${kind}.invalid`, { where, status, expected, actual: value });
}

/** The finding about a parameter or member that the contract does not have, so that the service ignores it. */
function ignoredPart({ in: part, pointer, value }: Violation, { parameters, body }: Operation): ContractFinding {
  const kind = part as ValuePart;
  const name = pointer.slice(1);
  const where = placeText(`request ${kind}`, pointer);

  const inQuery = kind === 'query' ? parameters.filter((parameter) => parameter.in === 'query') : [];
  const misspelled = misspelledParameter(name, inQuery);
  if (misspelled !== undefined)
    return finding(`request.${kind}.ignored`, { where, reason: `${misspelled}.`, actual: value });

  const namesInBody = [...(body?.members.keys() ?? [])];
  const knownNames = kind === 'query' ? inQuery.map((parameter) => parameter.name) : namesInBody;
  const reason = `The contract has no "${name}", so the service ignores it${nearestAtEnd(name, knownNames)}`;

  return finding(`request.${kind}.ignored`, { where, reason, actual: value });
}

/** The finding about a body in a request whose operation reads none. */
function needlessBody({ body }: PactRequest, { id, body: accepted }: Operation): ContractFinding | undefined {
  if (accepted !== undefined || body === undefined || isEmptyBody(body)) return undefined;
  return finding('request.body.needless', { operation: id, actual: previewValue(body.content) });
}

/** The kind of finding for a request without an operation, by the code of the violation. */
const UNMATCHED = {
  encoding: 'request.path.unreadable',
  path: 'request.path.unknown',
  method: 'request.method.unknown',
} as const;

/**
 * The finding for a request that no operation of the contract matches. It is a warning if the consumer tests the
 * failure on purpose, because it expects the status for such a request (RFC 9110 section 15.5). Otherwise it is an
 * error. An expected 404 is an error, too: the consumer may mean an unknown resource, while in fact the path is wrong.
 */
export function unmatchedRequest(
  { request, response }: PactInteraction,
  violation: Violation,
  contract: Contract,
): ContractFinding {
  const { method, path } = request;
  const status = refusalStatus(violation);
  const isOnPurpose = status !== 404 && status === response.status;
  const purposeText = isOnPurpose ? `; it does not specify a response with ${status}` : '';
  const hint = hintOn(violation, request, contract);

  return finding(UNMATCHED[violation.code as keyof typeof UNMATCHED], {
    severity: isOnPurpose ? 'warning' : 'error',
    method,
    hint: purposeText + (hint === undefined ? '.' : `; ${hint}`),
    actual: `${method} ${path}`,
  });
}

/** What the contract has instead, as the end of a sentence; undefined if there is nothing to say. */
function hintOn({ code, expected }: Violation, { method, path }: PactRequest, contract: Contract): string | undefined {
  if (code === 'method') return `it has ${expected}.`;
  if (code === 'encoding') return undefined;

  if (path.includes('?')) return 'in a pact, the part after the question mark belongs in "query".';

  return suggestPath(contract, method, path);
}
