/** An exchange as the contract understands it. */

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { type FormFields, parseForm, PercentEncodingError } from '../../contract/query-string.js';
import { checkRequest, type RequestCheck } from '../../contract/request.js';
import { responseViolations } from '../../contract/response.js';
import { violationSentence } from '../../contract/violation.js';
import { headerOf, jsonOf, type AppliedScenario, type Exchange, type MessageBody } from '../../journal/exchange.js';
import { LeftOutError } from './left-out-error.js';

export interface SeenExchange {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly query: FormFields;
  /** The JSON value of the request's body, or the fields of its form; undefined where it has none. */
  readonly body: unknown;
  /** What the contract says of the request. */
  readonly check: RequestCheck;
  /** The JSON value of the answer's body; undefined where it has none. */
  readonly answer: unknown;
  /** Scenarios that have changed the answer, not only when it came. */
  readonly scenarios: readonly AppliedScenario[];
  /** Whether one of them answered instead of the operation. */
  readonly isReplaced: boolean;
  /** Whether they had a hand in what the operation answered. */
  readonly isAltered: boolean;
}

/** Faults that leave an answer as it is that keeps the contract: they take time, change the world after it, or found nothing to change. */
const HARMLESS = ['delay', 'drip', 'world', 'body'];

/** Faults that stand in the place of the operation. */
const REPLACING = ['answer', 'token', 'throttle'];

/**
 * Reads an exchange.
 * @throws LeftOutError where the service that the contract describes would not have answered so
 */
export function seenExchange(exchange: Exchange, contract: Contract): SeenExchange {
  const { method, path, query: queryText, operation: operationId, request, response } = exchange;
  const operation = [...contract.operations.values()].find(({ id }) => id === operationId);
  if (operation?.method !== method.toLowerCase()) throw new LeftOutError('The contract has no such operation.');
  if (response.ending !== undefined)
    throw new LeftOutError(`There was no answer: ${nameOf(exchange)} ended the connection.`);
  const preference = headerOf(response.headers, 'Preference-Applied');
  if (preference !== undefined)
    throw new LeftOutError(
      `The answer is an example that the header Prefer asked for (${preference}), which only the emulator knows; switch a scenario on instead.`,
    );
  if (exchange.variants !== undefined)
    throw new LeftOutError(
      `The answer is that of a variant (${wordsOf(exchange.variants)}); what is verified is the contract.`,
    );
  refuseMissing('request', request.body);
  refuseMissing('answer', response.body);
  const query = readForm(queryText);
  const body = operation.access === 'client' ? formIn(request.body) : jsonOf(request.body);
  const parameters = contract.match(path)?.parameters ?? {};
  const seen = {
    exchange,
    operation,
    query,
    body,
    check: checkRequest(operation, { path: parameters, query, body }),
    answer: jsonOf(response.body),
    ...decidedBy(exchange),
  };
  refuseBreach(seen);
  return seen;
}

function wordsOf(variants: Readonly<Record<string, string>>): string {
  return Object.entries(variants)
    .map(([point, name]) => `${point}=${name}`)
    .join(', ');
}

function decidedBy({ scenarios, status }: Exchange): Pick<SeenExchange, 'scenarios' | 'isReplaced' | 'isAltered'> {
  const replacing = scenarios.filter(
    ({ fault }) => REPLACING.includes(fault) && (fault !== 'throttle' || status === 429),
  );
  if (replacing.length > 0) return { scenarios: replacing, isReplaced: true, isAltered: false };
  const altering = status < 400 ? scenarios.filter(({ fault }) => ![...HARMLESS, ...REPLACING].includes(fault)) : [];
  return { scenarios: altering, isReplaced: false, isAltered: altering.length > 0 };
}

/** The fields of a form, each with its first value. */
function formIn(body: MessageBody | undefined): object | undefined {
  if (body === undefined || !('text' in body)) return undefined;
  return Object.fromEntries([...readForm(body.text)].map(([name, [value = '']]) => [name, value]));
}

/** @throws LeftOutError where the encoding is broken: a pact has decoded values */
function readForm(text: string): FormFields {
  try {
    return parseForm(text);
  } catch (error) {
    throw error instanceof PercentEncodingError
      ? new LeftOutError(`The request has a field that cannot be decoded: ${error.text}.`)
      : error;
  }
}

function refuseMissing(which: string, body: MessageBody | undefined): void {
  if (body !== undefined && 'omitted' in body)
    throw new LeftOutError(`The body of the ${which} was too large to be kept in the journal, or hid a secret.`);
}

function refuseBreach({ exchange, operation, answer }: SeenExchange): void {
  const { status, response } = exchange;
  const body = response.body !== undefined && 'text' in response.body ? (answer ?? response.body.text) : undefined;
  const [violation] = responseViolations(operation, {
    status,
    headers: Object.fromEntries(response.headers),
    ...(body !== undefined && { body }),
  });
  if (violation === undefined) return;
  const by = exchange.scenarios.length === 0 ? '' : ` under ${nameOf(exchange)}`;
  throw new LeftOutError(`The answer breaks the contract${by}. ${violationSentence(violation)}`);
}

function nameOf({ scenarios }: Exchange): string {
  const names = [...new Set(scenarios.map(({ scenario }) => scenario))];
  return `scenario ${names.join(', ')}`;
}
