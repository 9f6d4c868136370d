/** Checks answers against the contract: status, content type, headers, body. */

import {
  resolveReference,
  type HeaderObject,
  type MediaType,
  type OpenApiDocument,
  type ResponseObject,
  type SchemaObject,
} from './document.js';
import { previewValue } from './json.js';
import type { SchemaCompiler } from './schema-compiler.js';
import { expectedOf, violationsOf, type Violation } from './violation.js';
import type { CompiledResponse, Operation } from './operation.js';

/** An answer before it is written: header names as the emulator writes them, the body not yet serialized. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body. */
  readonly body?: unknown;
  /** Sent instead of the body as JSON. */
  readonly text?: string;
}

/** A response with a JSON body. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlainResponse {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body };
}

/** 204 No Content. */
export function emptyResponse(): PlainResponse {
  return { status: 204, headers: {} };
}

/** Prepares the check of one response. */
export function compileResponse(
  document: OpenApiDocument,
  response: ResponseObject,
  compile: SchemaCompiler,
): CompiledResponse {
  const [media] = Object.entries(response.content ?? {});
  return {
    mediaType: media?.[0],
    validateBody: media && compile(media[1].schema),
    schema: media?.[1].schema,
    examples: new Map(media && examplesOf(media[1])),
    headers: Object.entries(response.headers ?? {}).map(([name, reference]) => {
      const header = resolveReference<HeaderObject>(document, reference);
      const schema = resolveReference<SchemaObject>(document, header.schema);
      return {
        name,
        required: header.required ?? false,
        schema,
        validate: compile(header.schema),
        expected: expectedOf(schema),
        example: header.example,
      };
    }),
  };
}

function examplesOf({ example, examples = {} }: MediaType): [string, unknown][] {
  const named = Object.entries(examples).map(([name, { value }]): [string, unknown] => [name, value]);
  return example === undefined ? named : [['example', example], ...named];
}

/** Everything in which the answer departs from the contract; empty where it keeps to it. */
export function responseViolations(operation: Operation<string>, answer: PlainResponse): Violation[] {
  const contract = operation.responses.get(answer.status);
  if (contract === undefined) {
    const expected = `one of ${[...operation.responses.keys()].join(', ')}`;
    return [{ in: 'status', pointer: '', expected, value: String(answer.status) }];
  }
  if (contract.headers.length === 0 && contract.validateBody?.(answer.body) && isMediaType(answer, contract.mediaType))
    return [];
  return [...headerViolations(contract, answer), ...bodyViolations(contract, answer)];
}

function headerViolations(contract: CompiledResponse, answer: PlainResponse): Violation[] {
  return contract.headers.flatMap((header): Violation[] => {
    const value = headerOf(answer, header.name);
    const pointer = `/${header.name}`;
    if (value === undefined) return header.required ? [{ in: 'header', pointer, expected: header.expected }] : [];
    return header.validate(value) ? [] : violationsOf(header.validate.errors ?? [], 'header', pointer);
  });
}

function bodyViolations(contract: CompiledResponse, answer: PlainResponse): Violation[] {
  if (contract.validateBody === undefined) {
    return answer.body === undefined
      ? []
      : [{ in: 'body', pointer: '', expected: 'nothing', value: previewValue(answer.body) }];
  }
  if (answer.body === undefined) return [{ in: 'body', pointer: '', expected: 'a value' }];
  if (!isMediaType(answer, contract.mediaType)) {
    const value = JSON.stringify(headerOf(answer, 'Content-Type') ?? null);
    return [{ in: 'header', pointer: '/Content-Type', expected: contract.mediaType ?? 'nothing', value }];
  }
  return contract.validateBody(answer.body) ? [] : violationsOf(contract.validateBody.errors ?? [], 'body');
}

function isMediaType(answer: PlainResponse, mediaType: string | undefined): boolean {
  const sent = headerOf(answer, 'Content-Type');
  return sent === mediaType || sent?.split(';')[0]?.trim().toLowerCase() === mediaType;
}

/** Names of headers have no case (RFC 9110 section 5.1), and scenario files may write them in any. */
function headerOf({ headers }: PlainResponse, name: string): string | undefined {
  if (name in headers) return headers[name];
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([sent]) => sent.toLowerCase() === wanted)?.[1];
}
