/** Validates responses against the contract: status, media type, headers, body. */

import { resolveReference } from './document.js';
import type { HeaderObject, MediaType, OpenApiDocument, ResponseObject, SchemaObject } from './document.js';
import { headerValue, mediaTypeOf } from './headers.js';
import { previewValue } from '../common/json.js';
import type { SchemaCompiler } from './schema/schema-compiler.js';
import { expectedOf, violationsOf, type Violation } from './violation.js';
import type { CompiledResponse, Operation } from './operation.js';

/** A response before it is sent: header names in any case, the body not serialized. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is no body. */
  readonly body?: unknown;
  /** Sent instead of the body as JSON. */
  readonly text?: string;
}

/** The media type of JSON as the service sends it. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A response with a JSON body. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlainResponse {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body };
}

/** 204 No Content. */
export function emptyResponse(): PlainResponse {
  return { status: 204, headers: {} };
}

/**
 * Compiles one response.
 * @param compile makes the validators of its schemas
 */
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

/** The violations of a response; empty if it is valid. */
export function responseViolations(operation: Operation<string>, response: PlainResponse): Violation[] {
  const contract = operation.responses.get(response.status);
  if (contract === undefined) {
    const expected = `one of ${[...operation.responses.keys()].join(', ')}`;
    return [{ in: 'status', pointer: '', code: 'status', expected, value: String(response.status) }];
  }
  if (
    contract.headers.length === 0 &&
    contract.validateBody?.(response.body) &&
    isMediaType(response, contract.mediaType)
  )
    return [];
  return [...headerViolations(contract, response), ...bodyViolations(contract, response)];
}

function headerViolations(contract: CompiledResponse, response: PlainResponse): Violation[] {
  return contract.headers.flatMap((header): Violation[] => {
    const value = headerValue(response.headers, header.name);
    const pointer = `/${header.name}`;
    if (value === undefined) {
      const { required, expected } = header;
      return required ? [{ in: 'header', pointer, code: 'required', expected }] : [];
    }
    return header.validate(value) ? [] : violationsOf(header.validate.errors ?? [], 'header', pointer);
  });
}

function bodyViolations(contract: CompiledResponse, response: PlainResponse): Violation[] {
  if (contract.validateBody === undefined) {
    return response.body === undefined
      ? []
      : [{ in: 'body', pointer: '', code: 'needless', expected: 'nothing', value: previewValue(response.body) }];
  }
  if (response.body === undefined) return [{ in: 'body', pointer: '', code: 'required', expected: 'a value' }];
  if (!isMediaType(response, contract.mediaType)) {
    const value = JSON.stringify(headerValue(response.headers, 'Content-Type') ?? null);
    const expected = contract.mediaType ?? 'nothing';
    return [{ in: 'header', pointer: '/Content-Type', code: 'media-type', expected, value }];
  }
  return contract.validateBody(response.body) ? [] : violationsOf(contract.validateBody.errors ?? [], 'body');
}

function isMediaType(response: PlainResponse, mediaType: string | undefined): boolean {
  const sent = headerValue(response.headers, 'Content-Type');
  return sent === mediaType || (sent !== undefined && mediaTypeOf(sent) === mediaType);
}
