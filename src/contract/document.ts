/** The document of a contract, and how references in it are followed. Its types come from `spec/openapi-types.yaml`. */

import { mapMembers, membersOf, parsePointer } from '../common/json.js';
import type { OpenApiDocument, OperationObject, PathItem, Reference, ResponseObject } from './schema/openapi-types.js';

export type * from './schema/openapi-types.js';

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

/** A method of HTTP in lower case, as documents write it. */
export type Method = keyof PathItem;
export const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The responses of the service, by status. The response `default` and the responses of a gateway are left out. The
 * document has them to prepare clients for systems in front of the service. They promise nothing, so no response is
 * validated against them.
 */
export function responsesOfService(document: OpenApiDocument, { responses }: OperationObject): ResponseRow[] {
  const entries = Object.entries(responses).filter(([status]) => status !== 'default');
  const rows = entries.map(([status, value]): ResponseRow => [Number(status), resolveReference(document, value)]);
  return rows.filter(([, response]) => response['x-sender'] !== 'gateway');
}

type ResponseRow = readonly [status: number, response: ResponseObject];

/** The document with only {@link responsesOfService}. With the others, some validators would accept any status. */
export function withResponsesOfService(document: OpenApiDocument): OpenApiDocument {
  const reduced = (operation: OperationObject): OperationObject => ({
    ...operation,
    responses: Object.fromEntries(responsesOfService(document, operation)),
  });
  // The cast is safe: a method without an operation is no member of a path item, so every value is an operation.
  const paths = mapMembers(document.paths, (item) => mapMembers(item as Required<PathItem>, reduced));
  return { ...document, paths };
}

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

/** The object that a reference points to. @throws Error if there is none */
function targetOf(document: OpenApiDocument, { $ref }: Reference): object {
  const target = parsePointer($ref.slice(1)).reduce<unknown>((outer, name) => membersOf(outer)[name], document);
  if (target === undefined) throw new Error(`there is nothing at the target of the reference ${$ref}`);
  return target as object;
}
