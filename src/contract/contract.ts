/** The contract: the OpenAPI document, compiled once; requests only look up. */

import type { ValidateFunction } from 'ajv';
import { createHash } from 'node:crypto';
import {
  type Method,
  METHODS,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  resolveReference,
  type ResponseObject,
  type SchemaObject,
  type SecurityRequirement,
  type ServerObject,
} from './document.js';
import { type Fidelity, readFidelity } from './fidelity/fidelity.js';
import { once } from './lazy.js';
import { type Access, type CompiledBody, type Operation, OPERATION_IDS, type OperationId } from './operation.js';
import { compileParameter } from './parameters.js';
import { type PathMatch, PathTree } from './path-matching.js';
import { compileResponse } from './response.js';
import { schemaCompiler, type SchemaCompiler } from './schema-compiler.js';
import { NO_VARIANTS, type VariantChoices } from './variants/variant-point.js';

/** The revisions of the service that come after the specification, in their order: each is an overlay in `spec/overlays/`. */
export const REVISIONS: readonly string[] = ['2026-04'];

/** Whether what a revision brings is in another one, itself or a later one; what the specification has is in all of them. */
export function isWithinRevision(brought: string, revision: string): boolean {
  return REVISIONS.indexOf(brought) <= REVISIONS.indexOf(revision);
}

/** The revision that the specification describes. */
export const SPECIFICATION = 'specification';

/** What an API can do. */
export interface Contract<Id extends string = OperationId> {
  readonly document: OpenApiDocument;
  readonly version: string;
  /** Of the document as compact JSON, in hexadecimal. */
  readonly sha256: string;
  /** `specification`, or the name of a later one. */
  readonly revision: string;
  /** In what it departs from its revision. */
  readonly variants: VariantChoices;
  /** What the document's servers put before a path that has none of its own: `/api/v1`. */
  readonly prefix: string;
  readonly operations: ReadonlyMap<Id, Operation<Id>>;
  /** The validators of its schemas, by the object in the document. */
  readonly validators: ReadonlyMap<object, ValidateFunction>;
  /** What it rests on; read when it is first asked for. */
  readonly fidelity: () => Fidelity;
  /**
   * Finds the operations at a path.
   * @throws PercentEncodingError
   */
  match(path: string): PathMatch<Operation<Id>> | undefined;
}

/**
 * Compiles the service's contract; `compile` makes the validators of its schemas.
 * @throws Error where the document is not one that this program can serve.
 */
export function compileContract(
  document: OpenApiDocument,
  compile: SchemaCompiler = schemaCompiler(document),
): Contract {
  return compileDocument(document, compile, knownOperation);
}

function knownOperation(operationId: string): OperationId {
  const id = OPERATION_IDS.find((known) => known === operationId);
  if (id === undefined)
    throw new Error(`the contract has an operation that the emulator does not know: ${operationId}`);
  return id;
}

/**
 * Compiles the document of any API; `idOf` gives an operation's ID its type, or refuses it.
 * @throws Error where the document is not one that this program can serve.
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
  const prefix = prefixOf(document.servers);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const source = item[method];
      if (source === undefined) continue;
      const operation = compileOperation(
        document,
        {
          id: idOf(source.operationId),
          path: (item.servers === undefined ? prefix : prefixOf(item.servers)) + path,
          method,
          source,
        },
        remember,
      );
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
    prefix,
    operations,
    validators,
    fidelity: once(() => readFidelity(document)),
    match: (path) => paths.match(path),
  };
}

interface OperationSource<Id> {
  readonly id: Id;
  readonly path: string;
  readonly method: Method;
  readonly source: OperationObject;
}

function compileOperation<Id extends string>(
  document: OpenApiDocument,
  { id, path, method, source }: OperationSource<Id>,
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
    responses: new Map(
      Object.entries(source.responses).map(([status, response]) => [
        Number(status),
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
  const { properties = {} } = resolveReference<SchemaObject>(document, schema);
  return { mediaType, required, schema, validate: compile(schema), members: new Set(Object.keys(properties)) };
}

function accessOf(security: readonly SecurityRequirement[]): Access {
  if (security.length === 0) return 'public';
  return security.some((requirement) => 'bearerToken' in requirement) ? 'bearer' : 'client';
}

/** `{baseUrl}/api/v1` puts `/api/v1` before the path. */
function prefixOf(servers: readonly ServerObject[]): string {
  return (servers[0]?.url ?? '').replace(/^\{\w+\}/, '');
}
