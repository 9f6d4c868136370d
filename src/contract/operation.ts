/** One operation of the contract, compiled. */

import type { ValidateFunction } from 'ajv';
import type { components } from './control-schemas.js';
import type { Method, OpenApiDocument, OperationObject, Schema, SchemaObject } from './document.js';
import ids from './operation-ids.json' with { type: 'json' };
import type { CompiledParameter } from './parameters.js';

/** The ID of an operation of the service: `getUsers`. */
export type OperationId = components['schemas']['ServiceOperation'];

/** The IDs in the order of the contract. The client library has a method of each name. */
export const OPERATION_IDS = ids as readonly OperationId[];

/** Who may call an operation: anybody, a client with its credentials, a holder of a token. */
export type Access = 'public' | 'client' | 'bearer';

/** An operation of the contract, with everything that is needed to check a request and a response. */
export interface Operation<Id extends string = OperationId> {
  readonly id: Id;
  readonly method: Method;
  /** The path template, with the server's prefix. */
  readonly path: string;
  /** The operation in its document, with its notes. */
  readonly source: OperationObject;
  readonly document: OpenApiDocument;
  readonly access: Access;
  /** In the document's order. */
  readonly tags: readonly string[];
  readonly parameters: readonly CompiledParameter[];
  readonly body: CompiledBody | undefined;
  /** By status code. */
  readonly responses: ReadonlyMap<number, CompiledResponse>;
}

/** The body that an operation takes. */
export interface CompiledBody {
  readonly mediaType: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly validate: ValidateFunction;
  /** The schemas of the body's own members in the contract, by name. */
  readonly members: ReadonlyMap<string, SchemaObject>;
  /** The names of the members that objects in its lists have in the contract, by the name of the list. */
  readonly itemMembers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The response of an operation with one status. */
export interface CompiledResponse {
  /** Undefined if the response has no body. */
  readonly mediaType: string | undefined;
  readonly validateBody: ValidateFunction | undefined;
  /** The schema of the body. */
  readonly schema: Schema | undefined;
  /** Example bodies by name. A single one has the name `example`. */
  readonly examples: ReadonlyMap<string, unknown>;
  readonly headers: readonly CompiledHeader[];
}

/** A header of a response. */
export interface CompiledHeader extends Pick<CompiledParameter, 'name' | 'required' | 'schema' | 'validate'> {
  /** What the contract expects of the header, for messages: `a string`. */
  readonly expected: string;
  readonly example: string | undefined;
}
