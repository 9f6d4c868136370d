/** The contract: the OpenAPI document, compiled once. Requests only look things up in it. */

import type { ValidateFunction } from 'ajv';
import { createHash } from 'node:crypto';
import { METHODS, resolveReference, responsesOfService, serverPath } from './document.js';
import type { OpenApiDocument, OperationObject, ParameterObject, ResponseObject, SchemaObject } from './document.js';
import { readFidelity, type Fidelity } from './fidelity/fidelity.js';
import { escapePointer } from '../common/json.js';
import { once } from './schema/lazy.js';
import { OPERATION_IDS, type Access, type CompiledBody, type Operation, type OperationId } from './operation.js';
import { compileParameter } from './parameters.js';
import { PathTree, withoutSurplusSlashes, type PathMatch } from './path-matching.js';
import { compileResponse } from './response.js';
import { schemaCompiler, type SchemaCompiler } from './schema/schema-compiler.js';
import { NO_VARIANTS, type VariantChoices } from './variants/variant-point.js';

/** The revision that the specification describes. */
export const SPECIFICATION = 'specification';

/** The later revisions, oldest first. Each is an overlay in `spec/overlays/`. */
export const REVISIONS: readonly string[] = ['2026-04'];

/**
 * Whether a revision includes what another one added.
 * @param addedIn a revision, or {@link SPECIFICATION}, which every revision includes
 */
export function isWithinRevision(addedIn: string, revision: string): boolean {
  // The specification is not in the list, so its index -1 is before all others.
  return REVISIONS.indexOf(addedIn) <= REVISIONS.indexOf(revision);
}

/** A compiled document. */
export interface Contract<Id extends string = OperationId> {
  readonly document: OpenApiDocument;
  /** `info.version` of the document. */
  readonly version: string;
  /** SHA-256 of the document as compact JSON, in hexadecimal. */
  readonly sha256: string;
  /** {@link SPECIFICATION}, or one of {@link REVISIONS}. */
  readonly revision: string;
  /** The variants in which the contract differs from its revision. */
  readonly variants: VariantChoices;
  /** The beginning of all paths of the API: `/api/v1`. Addresses and Pact files may omit it. */
  readonly prefix: string;
  readonly operations: ReadonlyMap<Id, Operation<Id>>;
  /** The validators of its schemas, by the schema's object in the document. */
  readonly validators: ReadonlyMap<object, ValidateFunction>;
  /** The points of fidelity of the contract. They are read on the first call. */
  readonly fidelity: () => Fidelity;
  /**
   * Finds the operations at a path.
   * @param path as in the request line, without the query
   * @param isTolerant whether surplus slashes and the case of letters are ignored, regardless of the variant
   * @throws PercentEncodingError if the path is not valid percent-encoded UTF-8
   */
  match(path: string, isTolerant?: boolean): PathMatch<Operation<Id>> | undefined;
}

/**
 * Compiles the service's contract.
 * @param compile makes the validators of its schemas
 * @throws Error if the document uses what this program does not support, or has an unknown operation
 */
export function compileContract(
  document: OpenApiDocument,
  compile: SchemaCompiler = schemaCompiler(document),
): Contract {
  return compileDocument(document, compile, (operationId) => {
    const id = OPERATION_IDS.find((known) => known === operationId);
    if (id !== undefined) return id;
    throw new Error(`the contract has an unknown operation "${operationId}"; add it to src/contract/operation-ids.ts`);
  });
}

/**
 * Compiles the document of any API.
 * @param compile makes the validators of its schemas
 * @param idOf returns an operation's ID with its type, or throws if it is unknown
 * @throws Error if the document uses what this program does not support
 */
export function compileDocument<Id extends string>(
  document: OpenApiDocument,
  compile: SchemaCompiler,
  idOf: (operationId: string) => Id,
): Contract<Id> {
  const validators = new Map<object, ValidateFunction>();
  const remember: SchemaCompiler = (schema) => {
    const validate = validators.get(schema) ?? compile(schema);
    validators.set(schema, validate);
    return validate;
  };
  const operations = new Map<Id, Operation<Id>>();
  const paths = new PathTree<Operation<Id>>();
  const root = serverPath(document);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const source = item[method];
      if (source === undefined) continue;
      const place = { id: idOf(source.operationId), path: root + path, method };
      const operation = compileOperation(document, { ...place, source }, remember);
      operations.set(operation.id, operation);
      paths.add(operation.path, method, operation);
    }
  }
  return {
    document,
    version: document.info.version,
    sha256: createHash('sha256').update(JSON.stringify(document)).digest('hex'),
    revision: SPECIFICATION,
    variants: NO_VARIANTS,
    prefix: root + (document['x-api-prefix'] ?? ''),
    operations,
    validators,
    fidelity: once(() => readFidelity(document)),
    match: (path, isTolerant = false) =>
      paths.match(
        isTolerant || document['x-slashes'] === 'tolerated' ? withoutSurplusSlashes(path) : path,
        isTolerant || document['x-path-case'] === 'ignored',
      ),
  };
}

function compileOperation<Id extends string>(
  document: OpenApiDocument,
  { id, path, method, source }: Pick<Operation<Id>, 'id' | 'path' | 'method'> & { readonly source: OperationObject },
  compile: SchemaCompiler,
): Operation<Id> {
  return {
    id,
    method,
    path,
    access: accessOf(source.security ?? document.security),
    tags: source.tags ?? [],
    parameters: (source.parameters ?? []).map((parameter) =>
      compileParameter(document, resolveReference<ParameterObject>(document, parameter), compile),
    ),
    body: source.requestBody && compileBody(document, source.requestBody, compile),
    exactlyOneOf: source['x-exactly-one-of']?.parameters ?? [],
    refusesUnknownParameters: document['x-unknown-parameters'] === 'refused',
    ignoresEmptyParameters: document['x-empty-parameters'] === 'ignored',
    responses: new Map(
      responsesOfService(document, source).map(([status, response]) => [
        status,
        compileResponse(document, resolveReference<ResponseObject>(document, response), compile),
      ]),
    ),
  };
}

function compileBody(
  document: OpenApiDocument,
  { content, required = false }: NonNullable<OperationObject['requestBody']>,
  compile: SchemaCompiler,
): CompiledBody {
  const [media] = Object.entries(content);
  if (media === undefined) throw new Error('the contract has a request body without content');
  const [mediaType, { schema }] = media;
  const properties = Object.entries(resolveReference<SchemaObject>(document, schema).properties ?? {});
  const members = properties.map(([name, member]) => [name, resolveReference<SchemaObject>(document, member)] as const);
  return {
    mediaType,
    required,
    schema,
    validate: compile(schema),
    members: new Set(members.map(([name]) => name)),
    mostItems: new Map(
      members.flatMap(([name, { maxItems }]) => (typeof maxItems === 'number' ? [[name, maxItems] as const] : [])),
    ),
    errorCodes: new Map(
      members.flatMap(([name, { 'x-error-code': code }]) =>
        code === undefined ? [] : [[`/${escapePointer(name)}`, code] as const],
      ),
    ),
  };
}

function accessOf(security: OpenApiDocument['security']): Access {
  if (security.length === 0) return 'public';
  return security.some((requirement) => 'bearerToken' in requirement) ? 'bearer' : 'client';
}
