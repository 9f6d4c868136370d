/** The contract: the OpenAPI document, compiled once. Requests only look things up in it. */

import type { ValidateFunction } from 'ajv';
import { createHash } from 'node:crypto';
import { METHODS, resolveReference, responsesOfService, serverPath } from './document.js';
import type { OpenApiDocument, OperationObject, RequestBody, Schema, SchemaObject } from './document.js';
import { readFidelity, type Fidelity } from './fidelity/fidelity.js';
import { once } from './schema/lazy.js';
import { OPERATION_IDS, type Access, type CompiledBody, type Operation, type OperationId } from './operation.js';
import { compileParameter } from './parameters.js';
import { PathTree, withoutSurplusSlashes, type PathMatch } from './path-matching.js';
import { compileResponse } from './response.js';
import { schemaCompiler, type PartCompiler, type SchemaCompiler } from './schema/schema-compiler.js';
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
  // The list lacks the specification, so `indexOf` returns -1 for it, which is before all revisions.
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
   * @param options `isTolerant`: whether surplus slashes and the case of letters are ignored, regardless of the variant
   * @throws PercentEncodingError if the path is not valid percent-encoded UTF-8
   */
  match(path: string, options?: { readonly isTolerant: boolean }): PathMatch<Operation<Id>> | undefined;
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
    throw new Error(
      `the contract has an unknown operation "${operationId}"; add it to src/contract/operation-ids.json`,
    );
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
  const compiler: PartCompiler = {
    document,
    compile(schema) {
      const validate = validators.get(schema) ?? compile(schema);
      validators.set(schema, validate);
      return validate;
    },
  };
  const operations = new Map<Id, Operation<Id>>();
  const paths = new PathTree<Operation<Id>>();
  const root = serverPath(document);

  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const source = item[method];
      if (source === undefined) continue;

      const id = idOf(source.operationId);
      const operation = { id, method, path: root + template, ...compileOperation(compiler, source) };
      operations.set(id, operation);
      paths.add(operation.path, method, operation);
    }
  }

  const { 'x-slashes': slashes, 'x-path-case': pathCase, 'x-api-prefix': prefix = '' } = document;

  return {
    document,
    version: document.info.version,
    sha256: createHash('sha256').update(JSON.stringify(document)).digest('hex'),
    revision: SPECIFICATION,
    variants: NO_VARIANTS,
    prefix: root + prefix,
    operations,
    validators,
    fidelity: once(() => readFidelity(document)),
    match(path, { isTolerant } = { isTolerant: false }) {
      const ignoresSlashes = isTolerant || slashes === 'tolerated';
      const ignoresCase = isTolerant || pathCase === 'ignored';
      return paths.match(ignoresSlashes ? withoutSurplusSlashes(path) : path, { ignoresCase });
    },
  };
}

/** An operation without its place in the document. */
type UnplacedOperation = Omit<Operation<string>, 'id' | 'method' | 'path'>;

/** Compiles the parameters, the body and the responses of an operation. */
function compileOperation(compiler: PartCompiler, source: OperationObject): UnplacedOperation {
  const { document } = compiler;
  const { tags = [], parameters = [], requestBody, security = document.security } = source;
  const responses = responsesOfService(document, source);

  return {
    source,
    document,
    access: accessOf(security),
    tags,
    parameters: parameters.map((parameter) => compileParameter(compiler, parameter)),
    body: requestBody && compileBody(compiler, requestBody),
    responses: new Map(responses.map(([status, response]) => [status, compileResponse(compiler, response)])),
  };
}

/** Compiles the body of a request, which has one media type. */
function compileBody({ document, compile }: PartCompiler, source: RequestBody): CompiledBody {
  const { content, required = false } = source;
  const [media] = Object.entries(content);
  if (media === undefined) throw new Error('the contract has a request body without content');

  const [mediaType, { schema }] = media;
  const resolved = (reference: Schema): SchemaObject => resolveReference<SchemaObject>(document, reference);
  const { properties = {} } = resolved(schema);
  const members = new Map(Object.entries(properties).map(([name, member]) => [name, resolved(member)]));

  // Of a member that is a list of objects, the names that its items may have.
  const itemMembers = new Map<string, ReadonlySet<string>>();
  for (const [name, { items }] of members) {
    const itemProperties = items && resolved(items).properties;
    if (itemProperties !== undefined) itemMembers.set(name, new Set(Object.keys(itemProperties)));
  }

  return { mediaType, required, schema, validate: compile(schema), members, itemMembers };
}

/** Who may call an operation with these requirements. An operation without requirements is public. */
function accessOf(security: OpenApiDocument['security']): Access {
  if (security.length === 0) return 'public';
  return security.some((requirement) => 'bearerToken' in requirement) ? 'bearer' : 'client';
}
