/** Validates responses against the contract: status, media type, headers, body. */

import type { ErrorObject } from 'ajv';
import { resolveReference } from './document.js';
import type { HeaderObject, MediaType, Reference, ResponseObject, SchemaObject } from './document.js';
import { headerValue, mediaTypeOf } from './headers.js';
import { previewValue } from '../common/json.js';
import type { PartCompiler } from './schema/schema-compiler.js';
import { expectedOf, violationsOf, type Violation } from './violation.js';
import type { CompiledHeader, CompiledResponse, Operation } from './operation.js';

/** A response before it is sent: header names in any case, the body not serialized. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: HeaderTexts;
  /** Undefined if there is no body. */
  readonly body?: unknown;
  /** Sent instead of the body as JSON. */
  readonly text?: string;
}

type HeaderTexts = Readonly<Record<string, string>>;

/** The media type of JSON as the service sends it. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A response with a JSON body. */
export function jsonResponse(status: number, body: unknown, headers: HeaderTexts = {}): PlainResponse {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body };
}

/** 204 No Content. */
export function emptyResponse(): PlainResponse {
  return { status: 204, headers: {} };
}

/** Compiles one response. */
export function compileResponse(compiler: PartCompiler, response: ResponseObject): CompiledResponse {
  const { content = {}, headers = {} } = response;
  // A response has one media type, or none.
  const [mediaType] = Object.keys(content);
  const [media] = Object.values(content);

  return {
    mediaType,
    validateBody: media && compiler.compile(media.schema),
    schema: media?.schema,
    examples: new Map(media === undefined ? [] : examplesOf(media)),
    headers: Object.entries(headers).map((entry) => compileHeader(compiler, entry)),
  };
}

type HeaderEntry = readonly [name: string, header: HeaderObject | Reference];

/** Compiles one header. */
function compileHeader({ document, compile }: PartCompiler, [name, reference]: HeaderEntry): CompiledHeader {
  const { schema: declared, required = false, example } = resolveReference<HeaderObject>(document, reference);
  const schema = resolveReference<SchemaObject>(document, declared);
  return { name, required, schema, validate: compile(declared), expected: expectedOf(schema), example };
}

/** The examples of a body by their names. A single one is called `example`. */
function examplesOf({ example, examples = {} }: MediaType): [string, unknown][] {
  const named = Object.entries(examples).map(([name, { value }]): [string, unknown] => [name, value]);
  return example === undefined ? named : [['example', example], ...named];
}

/** One place where a response does not fit the contract. */
export interface Misfit extends Violation {
  readonly in: 'header' | 'body';
  /** The errors of the validator behind it. Absent if no schema is broken. */
  readonly errors?: readonly ErrorObject[];
}

/** The violations of a response; empty if it is valid. */
export function responseViolations(operation: Operation<string>, response: PlainResponse): Violation[] {
  const contractResponse = operation.responses.get(response.status);
  if (contractResponse === undefined) {
    const expected = `one of ${[...operation.responses.keys()].join(', ')}`;
    return [{ in: 'status', pointer: '', code: 'status', expected, value: String(response.status) }];
  }

  return misfits(contractResponse, response).flatMap((misfit) =>
    misfit.errors === undefined ? [misfit] : violationsOf(misfit.errors, misfit.in, misfit.pointer),
  );
}

/**
 * Where headers and body of a response do not fit the contract.
 * @param expected the response of this status in the contract
 */
export function misfits(expected: CompiledResponse, response: PlainResponse): Misfit[] {
  const { headers, validateBody, mediaType } = expected;
  // Most responses have no declared headers and a valid body: the lists below are not made for them.
  if (headers.length === 0 && validateBody?.(response.body) && isMediaType(response, mediaType)) return [];

  return [...headers.flatMap((header) => headerMisfits(header, response)), ...bodyMisfits(expected, response)];
}

/** What does not fit in a header: it is missing, or breaks the schema. */
function headerMisfits({ name, required, validate, expected }: CompiledHeader, { headers }: PlainResponse): Misfit[] {
  const value = headerValue(headers, name);
  const place = { in: 'header', pointer: `/${name}`, expected } as const;
  if (value === undefined) return required ? [{ ...place, code: 'required' }] : [];

  return validate(value) ? [] : [{ ...place, code: 'schema', errors: validate.errors ?? [] }];
}

/** What does not fit in the body: it is missing, needless, of another media type, or breaks the schema. */
function bodyMisfits({ validateBody, mediaType }: CompiledResponse, response: PlainResponse): Misfit[] {
  const { body, text = '', headers } = response;
  const isAbsent = body === undefined && text === '';
  const place = { in: 'body', pointer: '' } as const;

  if (validateBody === undefined)
    return isAbsent ? [] : [{ ...place, code: 'needless', expected: 'nothing', value: previewValue(body ?? text) }];
  if (isAbsent) return [{ ...place, code: 'required', expected: 'a value' }];

  if (!isMediaType(response, mediaType)) {
    const value = JSON.stringify(headerValue(headers, 'Content-Type') ?? null);
    const expected = mediaType ?? 'nothing';
    return [{ in: 'header', pointer: '/Content-Type', code: 'media-type', expected, value }];
  }

  if (body === undefined) return [{ ...place, code: 'json', expected: 'JSON', value: previewValue(text) }];

  return validateBody(body) ? [] : [{ ...place, code: 'schema', expected: '', errors: validateBody.errors ?? [] }];
}

/** Whether a response has the media type of the contract. Parameters of the type do not matter. */
function isMediaType(response: PlainResponse, mediaType: string | undefined): boolean {
  const sent = headerValue(response.headers, 'Content-Type');
  if (sent === JSON_TYPE && mediaType === 'application/json') return true;
  return sent === mediaType || (sent !== undefined && mediaTypeOf(sent) === mediaType);
}
