/**
 * The first step from an exchange of the journal to an interaction of a pact: parses both messages and validates them
 * against the contract. An exchange that no real service could have with a client is left out, with the reason.
 */

import type { Contract } from '../../contract/contract.js';
import { isDeeperThan, membersOf, MOST_LEVELS_READ, NESTED_TOO_DEEP } from '../../common/json.js';
import type { Operation } from '../../contract/operation.js';
import { firstValues, parseForm, PercentEncodingError, type FormFields } from '../../contract/query-string.js';
import { RequestCheck } from '../../contract/request.js';
import { responseViolations } from '../../contract/response.js';
import { choicesText } from '../../contract/variants/choose-variants.js';
import { violationSentence } from '../../contract/violation.js';
import type { Redactor } from '../../emulator/redaction/redactor.js';
import { headerOf, jsonOf } from '../../emulator/journal/exchange.js';
import type { AppliedScenario, Exchange, MessageBody } from '../../emulator/journal/exchange.js';
import { hasLeft } from '../../emulator/journal/outcome.js';

/** An exchange that can be part of a pact, with what the contract says about it. */
export interface CheckedExchange {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly query: FormFields;
  /** The JSON value of the request's body, or the fields of the form; undefined if there is none. */
  readonly requestBody: unknown;
  /** The request validated against the contract. */
  readonly check: RequestCheck;
  /** The JSON value of the response's body; undefined if there is none. */
  readonly responseBody: unknown;
  /** Scenarios that changed the response. Scenarios that only delayed it are not among them. */
  readonly scenarios: readonly AppliedScenario[];
  /** Whether one of the scenarios responded instead of the operation. */
  readonly isReplaced: boolean;
  /** Whether the scenarios changed the operation's response. */
  readonly isAltered: boolean;
}

/** Thrown if an exchange cannot be part of a pact. The message is the reason, a sentence. */
export class LeftOutError extends Error {
  override readonly name = 'LeftOutError';
}

/**
 * A fault is the kind of effect that a scenario has. These faults leave the operation's response as it is: they delay
 * it, change the world later, or changed nothing.
 */
const HARMLESS = ['delay', 'hold', 'drip', 'world', 'body'];

/** Faults that respond instead of the operation. */
const REPLACING = ['answer', 'token', 'throttle'];

/** Removes secrets that become visible only when a part of a URL or a form is decoded. */
type DecodedRedactor = Pick<Redactor, 'decoded'>;

/**
 * Parses and validates an exchange.
 * @throws LeftOutError if the service in the contract could not have responded like this
 */
export function checkExchange(exchange: Exchange, contract: Contract, redactor: DecodedRedactor): CheckedExchange {
  const { method, path, query: queryText, operation: operationId, request, response } = exchange;
  // Each of these checks throws the reason why the exchange is left out.
  leaveOutIf(reasonOfSender(exchange));
  const operation = contract.operations.get(operationId!);
  if (operation?.method !== method.toLowerCase()) throw new LeftOutError('The contract has no such operation.');

  leaveOutIf(reasonOfResponse(exchange));
  leaveOutIf(reasonOfBody('request', request.body) ?? reasonOfBody('response', response.body));

  const query = parseFields(queryText, redactor);
  const requestBody = operation.access === 'client' ? formIn(request.body, redactor) : jsonOf(request.body);
  if (isDeeperThan(requestBody, MOST_LEVELS_READ))
    throw new LeftOutError(`The service cannot be expected to read the body of the request: ${NESTED_TOO_DEEP}.`);

  const inPath = Object.entries(contract.match(path)?.parameters ?? {});
  const parameters = Object.fromEntries(inPath.map(([name, value]) => [name, redactor.decoded(value)]));

  const checked = {
    exchange,
    operation,
    query,
    requestBody,
    check: new RequestCheck(operation, { path: parameters, query, body: requestBody }),
    responseBody: jsonOf(response.body),
    ...effectOf(exchange),
  };
  leaveOutIf(reasonOfViolation(checked));

  return checked;
}

/** Leaves the exchange out if there is a reason. @throws LeftOutError with the reason */
function leaveOutIf(reason: string | undefined): void {
  if (reason !== undefined) throw new LeftOutError(reason);
}

/** The reason if the consumer did not send the request, or the service did not answer it. */
function reasonOfSender({ sentByEmulator, refusedByEmulator, response }: Exchange): string | undefined {
  if (sentByEmulator) return 'The inspector sent the request, not the consumer.';
  if (refusedByEmulator !== true) return undefined;

  const { title } = membersOf(jsonOf(response.body));

  return `The emulator refused the request, not the service: ${String(title)}.`;
}

/** The reason if the contract itself has no such response. */
function reasonOfResponse(exchange: Exchange): string | undefined {
  const { response, variants } = exchange;
  if (hasLeft(response.ending)) return `There was no whole response: ${exchange.ended}.`;
  if (response.ending !== undefined) return `There was no response: ${scenarioNames(exchange)} ended the connection.`;

  const preference = headerOf(response.headers, 'Preference-Applied');
  if (preference !== undefined)
    return `The response is an example that the header Prefer requested (${preference}), and only the emulator supports that; use a scenario instead.`;
  if (variants === undefined) return undefined;

  return `The response is that of a variant (${choicesText(variants)}), but verification uses the contract itself.`;
}

/** What the scenarios did to the response. */
function effectOf({ scenarios, status }: Exchange): Pick<CheckedExchange, 'scenarios' | 'isReplaced' | 'isAltered'> {
  // A throttle limits the rate of requests. If it did not refuse this one, it changed nothing.
  const isIdleThrottle = ({ fault }: AppliedScenario): boolean => fault === 'throttle' && status !== 429;
  const replacing = scenarios.filter((one) => REPLACING.includes(one.fault) && !isIdleThrottle(one));
  if (replacing.length > 0) return { scenarios: replacing, isReplaced: true, isAltered: false };

  // What remains are faults that change the response. They change successful ones only, so they did not cause an error.
  const notAltering = [...HARMLESS, ...REPLACING];
  const altering = status < 400 ? scenarios.filter(({ fault }) => !notAltering.includes(fault)) : [];

  return { scenarios: altering, isReplaced: false, isAltered: altering.length > 0 };
}

/** The fields of a form, each with its first value; undefined if the journal did not keep the text. */
function formIn(body: MessageBody | undefined, redactor: DecodedRedactor): object | undefined {
  if (body === undefined || !('text' in body)) return undefined;
  return firstValues(parseFields(body.text, redactor));
}

/** Parses a query or a form. @throws LeftOutError if its percent-encoding is broken: a pact contains decoded values */
function parseFields(text: string, redactor: DecodedRedactor): FormFields {
  try {
    const fields = [...parseForm(text)];
    const redacted = (value: string): string => redactor.decoded(value);
    return new Map(fields.map(([name, values]) => [redacted(name), values.map(redacted)]));
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;

    throw new LeftOutError(`The request has a field that cannot be decoded: ${error.text}.`);
  }
}

/**
 * The reason if the journal does not have the text of a body. An absent body counts as an empty text.
 * @param message the message of the body, in words
 */
function reasonOfBody(message: string, body: MessageBody = { text: '' }): string | undefined {
  if ('base64' in body)
    return `The body of the ${message} is not text; a compressed one, for example, cannot be read here.`;
  if (!('omitted' in body)) return undefined;
  return `The journal did not keep the body of the ${message}: it was too large, or had a secret.`;
}

/** The reason if the response violates the contract. */
function reasonOfViolation({ exchange, operation, responseBody, scenarios }: CheckedExchange): string | undefined {
  const { status, response } = exchange;
  // The contract has no 503, but a gateway may send one, and a provider state sets it up.
  if (status === 503 && scenarios.some(({ scenario }) => scenario === 'service-unavailable')) return undefined;

  const text = response.body !== undefined && 'text' in response.body ? response.body.text : undefined;
  // Text that is not JSON is validated as text, so that this violation is found.
  const plain = { status, headers: Object.fromEntries(response.headers), body: responseBody ?? text };
  const [violation] = responseViolations(operation, plain);
  if (violation === undefined) return undefined;

  const by = exchange.scenarios.length === 0 ? '' : ` under ${scenarioNames(exchange)}`;

  return `The response violates the contract${by}. ${violationSentence(violation)}`;
}

/** The scenarios of an exchange, as the end of a sentence. */
function scenarioNames({ scenarios }: Exchange): string {
  const names = [...new Set(scenarios.map(({ scenario }) => scenario))];
  return `scenario ${names.join(', ')}`;
}
