/** The corpus: requests and responses as data, each with the expected result of validation. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { OPERATION_IDS, type OperationId } from '../../src/contract/operation.js';
import { compileSchema, shapeMistakes } from '../../src/contract/documents/check-document.js';
import { DocumentError, readDocument } from '../../src/contract/documents/read-document.js';
import { type BodyRecipe, buildBody } from './build-body.js';

/** `valid`, or every part that is violated, such as `query /limit`. */
export type Expectation = 'valid' | readonly string[];

export interface RequestCase {
  readonly kind: 'request';
  readonly operation: OperationId;
  readonly name: string;
  readonly expect: Expectation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  /** The text of a body that is a form. */
  readonly form: string | undefined;
  /** The value of a body that is JSON. */
  readonly body: unknown;
}

export interface ResponseCase {
  readonly kind: 'response';
  readonly operation: OperationId;
  readonly name: string;
  readonly expect: Expectation;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type Case = RequestCase | ResponseCase;

interface CorpusFile {
  readonly operation: string;
  readonly bodies?: Readonly<Record<string, unknown>>;
  readonly requests: readonly WrittenRequest[];
  readonly responses: readonly WrittenResponse[];
}

type WrittenRequest = Pick<RequestCase, 'name' | 'expect'> &
  Partial<Pick<RequestCase, 'path' | 'query' | 'form'>> &
  BodyRecipe;

type WrittenResponse = Pick<ResponseCase, 'name' | 'expect' | 'status'> &
  BodyRecipe & { readonly headers?: Readonly<Record<string, string | null>> };

/**
 * Every case of every file.
 * @throws DocumentError if a file violates corpus.schema.json
 */
export function readCorpus(): readonly Case[] {
  const schema = JSON.parse(readFileSync(new URL('corpus.schema.json', import.meta.url), 'utf8')) as object;
  const validate = compileSchema(schema);
  const folder = new URL('corpus/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.flatMap((name) => {
    const source = readDocument(fileURLToPath(new URL(name, folder)));
    const { listed, more } = shapeMistakes(source, validate);
    if (listed.length > 0) throw new DocumentError(source.file, listed, more);
    return casesOf(source.data as CorpusFile);
  });
}

function casesOf({ operation: id, bodies = {}, requests, responses }: CorpusFile): Case[] {
  const operation = OPERATION_IDS.find((known) => known === id);
  if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
  return [
    ...requests.map((written) => requestCase(written, operation, bodies)),
    ...responses.map((written) => responseCase(written, operation, bodies)),
  ];
}

function requestCase(
  written: WrittenRequest,
  operation: OperationId,
  bodies: Readonly<Record<string, unknown>>,
): RequestCase {
  const { name, expect, path = {}, query = '', form } = written;
  return { kind: 'request', operation, name, expect, path, query, form, body: buildBody(written, bodies) };
}

function responseCase(
  written: WrittenResponse,
  operation: OperationId,
  bodies: Readonly<Record<string, unknown>>,
): ResponseCase {
  const { name, expect, status } = written;
  const body = buildBody(written, bodies);
  const headers = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...written.headers };
  return { kind: 'response', operation, name, expect, status, headers: withoutNulls(headers), body };
}

function withoutNulls(headers: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((header): header is [string, string] => header[1] !== null));
}
