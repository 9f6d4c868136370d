/** The part of OpenAPI 3.1 that the contract uses, and how references in it are followed. */

import { mapMembers, membersOf, parsePointer } from '../common/json.js';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** How requests with unknown query parameters are handled. Default: `ignored`. */
  readonly 'x-unknown-parameters'?: 'ignored' | 'refused';
  /** Which value counts if a query parameter with a single value is sent twice. Default: `refused`. */
  readonly 'x-repeated-parameters'?: 'refused' | 'first' | 'last';
  /** How values of query parameters outside their enumeration are handled. Default: `refused`. */
  readonly 'x-unknown-values'?: 'refused' | 'ignored';
  /** How empty query parameters, and empty items of lists in them, are handled. Default: `refused`. */
  readonly 'x-empty-parameters'?: 'refused' | 'ignored';
  /** Whether a slash at the end of a path and double slashes are significant. Default: `significant`. */
  readonly 'x-slashes'?: 'significant' | 'tolerated';
  /** Whether paths are compared with case. Default: `significant`. */
  readonly 'x-path-case'?: 'significant' | 'ignored';
  /** Whether the path and the method are checked before the access token. Default: `path-first`. */
  readonly 'x-order-of-checks'?: 'path-first' | 'token-first';
  /** Whether access tokens are checked where none is needed. Default: `ignored`. */
  readonly 'x-public-tokens'?: 'ignored' | 'checked';
  /** The coding of responses to requests that accept the coding. Default: none. */
  readonly 'x-compression'?: 'gzip';
  /** Rules by which the service selects what it shows, if they differ from the usual rules. */
  readonly 'x-rules'?: Readonly<Record<string, string>>;
  /** The response of the service at a point, by the point's name. Default: the response without variants. */
  readonly 'x-at-points'?: Readonly<Record<string, ResponseAtPoint>>;
  /** The beginning of all paths of the API: `/api/v1`. Default: nothing. */
  readonly 'x-api-prefix'?: string;
}

/** A response that replaces the one at a point. Any other status than 200 and 204 is a failure. */
export interface ResponseAtPoint {
  readonly status: number;
  /** The code of the failure. Default: the code of the failure at the point. */
  readonly error?: string;
  /** The message of another failure. Without one, the failure at the point gets this status and code. */
  readonly message?: string;
  /** The body of a success as JSON text, because null in a merge patch would remove a member. Default: no body. */
  readonly json?: string;
  /** Headers of the response. `{Allow}` in a value is replaced by the header `Allow` of the failure at the point. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** How a client authenticates. */
export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'basic' | 'bearer' }
  /** The token URL is relative to the server. */
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, { readonly tokenUrl: string }>> };

/** The scheme in the `Authorization` header, in lower case. OAuth 2.0 uses bearer tokens (RFC 6750). */
export function authorizationSchemeOf(security: SecurityScheme): string {
  return security.type === 'oauth2' ? 'bearer' : security.scheme;
}

/** The path of the document's first server: `/_emulator` of `{emulatorUrl}/_emulator`, empty for `/`. */
export function serverPath({ servers }: Pick<OpenApiDocument, 'servers'>): string {
  return (servers[0]?.url ?? '').replace(/^\{\w+\}/, '').replace(/\/$/, '');
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

export type PathItem = Readonly<Partial<Record<Method, OperationObject>>>;

export interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  /** Query parameters of which a request must have exactly one. */
  readonly 'x-exactly-one-of'?: { readonly parameters: readonly string[] };
}

export interface RequestBody {
  readonly required?: boolean;
  readonly content: Content;
}

/**
 * The responses of the service, by status. The response `default` and those of a gateway are left out. They prepare
 * clients for systems between them and the service, but promise nothing, so no response is validated against them.
 */
export function responsesOfService(document: OpenApiDocument, { responses }: OperationObject): ResponseRow[] {
  return Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, reference]): ResponseRow => [Number(status), resolveReference(document, reference)])
    .filter(([, response]) => response['x-sender'] !== 'gateway');
}

type ResponseRow = readonly [status: number, response: ResponseObject];

/** The document with only {@link responsesOfService}. With the others, some validators would accept any status. */
export function withResponsesOfService(document: OpenApiDocument): OpenApiDocument {
  const reduced = (operation: OperationObject): OperationObject => ({
    ...operation,
    responses: Object.fromEntries(responsesOfService(document, operation)),
  });
  const paths = mapMembers(document.paths, (item) => mapMembers(item as Required<PathItem>, reduced));
  return { ...document, paths };
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly 'x-comma-separated'?: boolean;
  /** Whether a number above the maximum is a violation, or is replaced by the maximum. Default: `refused`. */
  readonly 'x-over-maximum'?: 'refused' | 'clamped';
  /** The default of the schema does not apply to queries with one of the parameters `with`, and none of `without`. */
  readonly 'x-no-default'?: Readonly<Record<'with' | 'without', readonly string[]>>;
}

export interface ResponseObject {
  /** Who sends it. Default: the service. */
  readonly 'x-sender'?: 'gateway';
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Content;
}

export interface HeaderObject {
  readonly required?: boolean;
  readonly example?: string;
  readonly schema: Schema;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** A JSON Schema (2020-12), with the keywords that this program reads itself. */
export interface SchemaObject {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** The error code of a request whose value the schema refuses. Default: the code of any invalid request. */
  readonly 'x-error-code'?: string;
  /** What the schema allows, in words for messages. Default: a text from the keywords of the schema. */
  readonly 'x-expected'?: string;
  readonly [keyword: string]: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export type Schema = SchemaObject | Reference;

/**
 * Follows references inside the document to the value at their end.
 * @throws Error if there is nothing at the target of a reference
 */
export function resolveReference<Value extends object>(document: OpenApiDocument, value: Value | Reference): Value {
  return referenceChain(document, value).at(-1) as Value;
}

/** Follows references: returns the value itself and, if it is a reference, everything that it leads to, in order. */
export type ReferenceChain = (value: object) => readonly object[];

/** The {@link ReferenceChain} of a document. @throws Error if there is nothing at the target of a reference */
export function referenceChain(document: OpenApiDocument, value: object): readonly object[] {
  const chain = [value];
  for (let last = value; isReference(last); chain.push(last)) last = targetOf(document, last);
  return chain;
}

/** Whether the value is a reference to another one. */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

function targetOf(document: OpenApiDocument, { $ref }: Reference): object {
  const target = parsePointer($ref.slice(1)).reduce<unknown>((outer, name) => membersOf(outer)[name], document);
  if (target === undefined) throw new Error(`there is nothing at the target of the reference ${$ref}`);
  return target as object;
}
