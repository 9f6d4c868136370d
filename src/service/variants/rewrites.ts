/**
 * How answers and requests are written otherwise where a variant is a matter of form, by point and variant. Each looks at
 * the answer as the shipped contract has it, and leaves alone what is written otherwise already.
 */

import type { OpenApiDocument } from '../../contract/document.js';
import { isObject } from '../../contract/json.js';
import type { Operation } from '../../contract/operation.js';
import type { ValidRequest } from '../../contract/request.js';
import { mapValue, type ChangeValue } from '../../contract/map-value.js';
import { httpDate } from '../../domain/time/timestamp.js';
import type { ServiceResponse } from '../service-response.js';

/** What stands beside an answer. */
export interface RewriteContext {
  /** The shipped contract's. */
  readonly document: OpenApiDocument;
  /** As the shipped contract has it; undefined where the request is none of its own. */
  readonly operation: Operation | undefined;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
}

export type Rewrite = (answer: ServiceResponse, context: RewriteContext) => ServiceResponse;

export const ANSWER_REWRITES: Readonly<Record<string, Readonly<Record<string, Rewrite>>>> = {
  timestamps: {
    seconds: timesAs((text) => text.replace(/(?:\.\d+)?Z$/, 'Z')),
    offset: timesAs((text) => text.replace(/Z$/, '+00:00')),
    epoch: timesAs((text) => Date.parse(text)),
  },
  'status-case': {
    lower: (answer, context) => {
      const { UserStatus, RequestStatus } = context.document.components['schemas']!;
      return eachValue(answer, context, ({ value, schema }) =>
        schema === UserStatus || schema === RequestStatus ? (value as string).toLowerCase() : value,
      );
    },
  },
  'token-expires-in': {
    string: (answer, { operation }) =>
      withBody(answer, operation?.id === 'issueToken', (body) => ({ ...body, expires_in: String(body['expires_in']) })),
  },
  'link-status': {
    '201': (answer, { operation }) =>
      operation?.id === 'generateVerificationLink' && answer.status === 200 ? { ...answer, status: 201 } : answer,
  },
  'duplicate-in-batch': {
    once: (answer, { operation }) =>
      withBody(answer, operation?.id === 'generateVerificationLinksBatch', (body) => ({
        ...body,
        results: firstOfEach(body['results']),
      })),
  },
  'retry-after': {
    date: (answer, { at }) =>
      withRetryAfter(answer, (seconds) => ({ 'Retry-After': httpDate((Math.ceil(at / 1_000) + seconds) * 1_000) })),
    absent: (answer) => withRetryAfter(answer, () => ({})),
  },
};

/** Requests as the shipped contract would have them. */
export const REQUEST_REWRITES: Readonly<
  Record<string, Readonly<Record<string, (request: ValidRequest) => ValidRequest>>>
> = {
  'status-case': {
    lower: ({ query, ...request }) => {
      const inUpperCase = (['status', 'reqStatus'] as const).flatMap((name) =>
        name in query ? [[name, String(query[name]).toUpperCase()] as const] : [],
      );
      return { ...request, query: { ...query, ...Object.fromEntries(inUpperCase) } };
    },
  },
};

/** Of whatever has the format of a time, wherever it stands in the answer. */
function timesAs(change: (text: string) => string | number): Rewrite {
  return (answer, context) =>
    eachValue(answer, context, ({ value, schema }) =>
      typeof value === 'string' && schema['format'] === 'date-time' ? change(value) : value,
    );
}

function eachValue(
  answer: ServiceResponse,
  { document, operation }: RewriteContext,
  change: ChangeValue,
): ServiceResponse {
  const schema = answer.status < 400 ? operation?.responses.get(answer.status)?.schema : undefined;
  return schema === undefined ? answer : { ...answer, body: mapValue(document, schema, answer.body, change) };
}

function withBody(
  answer: ServiceResponse,
  isMeant: boolean,
  change: (body: Readonly<Record<string, unknown>>) => unknown,
): ServiceResponse {
  return isMeant && answer.status === 200 && isObject(answer.body) ? { ...answer, body: change(answer.body) } : answer;
}

function firstOfEach(results: unknown): unknown {
  const items = results as readonly { readonly contractId: string }[];
  return items.filter(({ contractId }, at) => items.findIndex((item) => item.contractId === contractId) === at);
}

/** Of a scenario's `Retry-After` that is no number of seconds, nothing is known. */
function withRetryAfter(
  answer: ServiceResponse,
  change: (seconds: number) => Readonly<Record<string, string>>,
): ServiceResponse {
  const { 'Retry-After': value, ...headers } = answer.headers;
  if (value === undefined || !/^\d+$/.test(value)) return answer;
  return { ...answer, headers: { ...headers, ...change(Number(value)) } };
}
