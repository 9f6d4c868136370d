/** Validates a request against the contract. */

import { boundedSentences, MOST_SHOWN } from '../../../common/bounded-list.js';
import type { Operation } from '../../../contract/operation.js';
import { RequestCheck } from '../../../contract/request.js';
import { misspelledParameter } from '../../../contract/suggestions.js';
import { violationSentences, type Violation } from '../../../contract/violation.js';
import { ServiceError } from '../service-error.js';
import { valueOf, type Decided, type Validated } from '../exchange.js';

/**
 * Validates the request. This happens only once, even if a fault performs the operation twice. Parameters and members
 * that the contract does not know become diagnostics; a strict sandbox refuses them.
 * @throws ServiceError 400 with every violation; 400, 413 or 415 if query or body could not be read
 */
export function validateRequest(exchange: Decided): Validated {
  if (exchange.request !== undefined) return exchange as Validated;

  const { operation, sandbox, path } = exchange;
  const { strict } = sandbox.settings;
  const body = valueOf(exchange.body);
  const query = valueOf(exchange.query);
  const check = new RequestCheck(operation, { path, query, body }, strict);

  const oddity = oddityIn(exchange);
  if (oddity !== undefined) exchange.diagnose(oddity.note);
  if (strict && oddity !== undefined) check.violations.push(oddity.violation);
  refuse(operation, check);

  const ignored = check.unknown.map((part) => ignoredPart(part, operation));
  exchange.diagnose(...boundedSentences(ignored));
  exchange.request = check.request;

  return exchange as Validated;
}

/** @throws ServiceError with the violations if there are any */
function refuse(operation: Operation, { violations, unreported }: RequestCheck): void {
  if (violations.length === 0) return;

  // Errors of the token endpoint speak of parameters, as OAuth does.
  const isForm = operation.access === 'client';
  const sentences = isForm ? parameterSentences : violationSentences;
  const message = sentences(violations, unreported);

  const shown = violations.slice(0, MOST_SHOWN).map(({ code: _code, ...others }) => others);
  const isInvalidBody = !isForm && violations.every((violation) => violation.in === 'body');
  const variantPoint = isInvalidBody ? 'invalid-body' : undefined;
  const options = { details: { violations: shown }, variantPoint };
  throw new ServiceError(400, errorCode(operation, violations), message, options);
}

/**
 * Something that the contract allows, but that a client hardly means. A strict sandbox refuses such a request; other
 * sandboxes only note a diagnostic.
 */
interface Oddity {
  readonly violation: Violation;
  readonly note: string;
}

/** A body where the operation takes none, or a member of the body that occurs twice. */
function oddityIn({ operation, req, requestBody = 0, repeatedMembers }: Decided): Oddity | undefined {
  const place = { in: 'body', pointer: '' } as const;
  const bytes = typeof requestBody === 'number' ? requestBody : requestBody.length;
  if (operation.body === undefined && bytes > 0) {
    const surplus = `${req.method} takes no body here`;
    const expected = `nothing, because ${surplus}`;
    const note = `${surplus}, and the ${bytes} bytes count for nothing (RFC 9110 section 9.3.1)`;

    return { violation: { ...place, code: 'unexpected', expected, value: `${bytes} bytes` }, note };
  }
  if (repeatedMembers.length === 0) return undefined;

  const names = boundedSentences(repeatedMembers.map((name) => JSON.stringify(name))).join(', ');
  const value = `${names} twice`;
  const note = `the body has ${value}, and the last one counts (RFC 8259 section 4)`;

  return { violation: { ...place, code: 'repeated', expected: 'each member once', value }, note };
}

/**
 * Sentences for the token endpoint. They are about parameters, as RFC 6749 calls them, and not about places in a body.
 * A description of OAuth must not contain quotation marks.
 */
function parameterSentences(violations: readonly Violation[], more: number): string {
  const sentences = violations.map(({ pointer, expected, value }) => {
    const wanted = expected.replaceAll('"', '').replace(/^nothing/, 'absent');
    return `${pointer.slice(1)} must be ${wanted}, but is ${value ?? 'missing'}.`;
  });
  return boundedSentences(sentences, { more }).join(' ');
}

/** The error code that the contract defines for a refused value; otherwise `invalid_request`. */
function errorCode({ body }: Operation, violations: readonly Violation[]): string {
  for (const { pointer, value } of violations) {
    const code = body?.members.get(pointer.slice(1))?.['x-error-code'];
    if (value !== undefined && code !== undefined) return code;
  }

  return 'invalid_request';
}

/** A sentence about a parameter or member that the contract does not know. It names the one that was probably meant. */
function ignoredPart({ in: part, pointer }: Violation, { parameters }: Operation): string {
  const warning = part === 'query' ? misspelledParameter(pointer.slice(1), parameters) : undefined;
  return warning ?? `${part} ${pointer} is unknown to the contract and was ignored`;
}
