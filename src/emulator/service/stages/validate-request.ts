/** Validates a request against the contract. */

import { boundedSentences, MOST_SHOWN } from '../../../common/bounded-list.js';
import type { Operation } from '../../../contract/operation.js';
import { checkRequest, type RequestCheck } from '../../../contract/request.js';
import { misspelledParameter } from '../../../contract/suggestions.js';
import { violationSentences, type Violation } from '../../../contract/violation.js';
import { ServiceError } from '../service-error.js';
import { found, valueOf, type Decided, type Validated } from '../exchange.js';

/**
 * Validates the request, only once even if a fault performs the operation twice. Parameters and members that the
 * contract does not know become diagnostics; a strict sandbox refuses them.
 * @throws ServiceError 400 with every violation; 400, 413 or 415 if query or body could not be read
 */
export function validateRequest(exchange: Decided): Validated {
  if (exchange.request !== undefined) return found(exchange, { request: exchange.request });

  const { operation, sandbox, diagnostics } = exchange;
  const { request, violations, unknown, moreUnknown, ...check } = checkOf(exchange);
  const { strict } = sandbox.settings;
  const odd = odditiesOf(exchange);
  if (odd.length > 0) exchange.diagnostics = [...diagnostics, ...odd.map(({ note }) => note)];
  const refused = strict ? [...violations, ...unknown, ...odd.map(({ violation }) => violation)] : violations;
  const more = check.unreported + (strict ? moreUnknown : 0);
  if (refused.length > 0) {
    const isBody = operation.access !== 'client' && refused.every((violation) => violation.in === 'body');
    const message =
      operation.access === 'client' ? parameterSentences(refused, more) : violationSentences(refused, more);
    throw new ServiceError(400, errorCode(operation, refused), message, {
      details: { violations: refused.slice(0, MOST_SHOWN).map(({ code: _code, ...shown }) => shown) },
      variantPoint: isBody ? 'invalid-body' : undefined,
    });
  }

  const ignored = unknown.map((part) => ignoredPart(part, operation));
  if (ignored.length > 0)
    exchange.diagnostics = [...exchange.diagnostics, ...boundedSentences(ignored, { more: moreUnknown })];
  return found(exchange, { request });
}

/** Something that the contract allows but a client hardly means. A strict sandbox refuses it; others only note it. */
interface Oddity {
  readonly violation: Violation;
  readonly note: string;
}

const NOTHING_ODD: readonly Oddity[] = [];

function odditiesOf({ operation, req, requestBody, repeatedMembers }: Decided): readonly Oddity[] {
  if (operation.body === undefined && requestBody !== undefined) return bodyOddity(req.method, requestBody);
  if (repeatedMembers.length === 0) return NOTHING_ODD;

  const names = boundedSentences(repeatedMembers.map((name) => JSON.stringify(name))).join(', ');
  const violation: Violation = {
    in: 'body',
    pointer: '',
    code: 'repeated',
    expected: 'each member once',
    value: `${names} twice`,
  };
  return [{ violation, note: `the body has ${names} twice, and the last one counts (RFC 8259 section 4)` }];
}

function bodyOddity(method: string, body: Buffer | number): readonly Oddity[] {
  const bytes = typeof body === 'number' ? body : body.length;
  if (bytes === 0) return NOTHING_ODD;

  const expected = `nothing, because ${method} takes no body here`;
  const violation: Violation = { in: 'body', pointer: '', code: 'unexpected', expected, value: `${bytes} bytes` };
  return [
    {
      violation,
      note: `${method} takes no body here, and the ${bytes} bytes count for nothing (RFC 9110 section 9.3.1)`,
    },
  ];
}

/** @throws ServiceError 400, 413 or 415 if query or body could not be read */
function checkOf({ operation, path, query, body: received }: Decided): RequestCheck {
  const body = valueOf(received);
  return checkRequest(operation, { path, query: valueOf(query), body });
}

/** Sentences for the token endpoint, about parameters (as RFC 6749 calls them) and not about places in a body. */
function parameterSentences(violations: readonly Violation[], more: number): string {
  const sentences = violations.map(({ pointer, expected, value }) => {
    const wanted = expected.replaceAll('"', '').replace(/^nothing/, 'absent');
    return `${pointer.slice(1)} must be ${wanted}, but is ${value ?? 'missing'}.`;
  });
  return boundedSentences(sentences, { more }).join(' ');
}

/** The error code that the contract defines for a refused value; otherwise `invalid_request`. */
function errorCode({ body }: Operation, violations: readonly Violation[]): string {
  const codes = violations.flatMap(({ pointer, value }) =>
    value === undefined ? [] : (body?.errorCodes.get(pointer) ?? []),
  );
  return codes[0] ?? 'invalid_request';
}

function ignoredPart({ in: part, pointer }: Violation, { parameters }: Operation): string {
  const warning = part === 'query' ? misspelledParameter(pointer.slice(1), parameters) : undefined;
  return warning ?? `${part} ${pointer} is unknown to the contract and was ignored`;
}
