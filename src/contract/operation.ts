/** One operation of the contract, compiled. */

import type { ValidateFunction } from 'ajv';
import type { Method, Reference, SchemaObject } from './document.js';
import type { CompiledParameter } from './parameters.js';

/** The operations, named as the client library's methods are (specification section 4.3). */
export const OPERATION_IDS = [
  'issueToken',
  'getUsers',
  'getHumanScores',
  'getHumanScoreByPartyId',
  'getCredentials',
  'getCredentialByPartyId',
  'resolveCredentials',
  'createCredentialsRequest',
  'generateVerificationLink',
  'generateVerificationLinksBatch',
  'checkVerificationStatus',
] as const;
export type OperationId = (typeof OPERATION_IDS)[number];

/** Who may call an operation: anybody, a client with its credentials, or whoever bears an access token. */
export type Access = 'public' | 'client' | 'bearer';

export interface Operation<Id extends string = OperationId> {
  readonly id: Id;
  readonly method: Method;
  /** The path template with the server's prefix. */
  readonly path: string;
  readonly access: Access;
  /** As the document lists them. */
  readonly tags: readonly string[];
  readonly parameters: readonly CompiledParameter[];
  readonly body: CompiledBody | undefined;
  /** Query parameters of which exactly one has to be given; empty where there is no such rule. */
  readonly exactlyOneOf: readonly string[];
  /** Whether a query parameter that the contract does not know is a violation. */
  readonly refusesUnknownParameters: boolean;
  /** By status. */
  readonly responses: ReadonlyMap<number, CompiledResponse>;
}

export interface CompiledBody {
  readonly mediaType: string;
  readonly required: boolean;
  readonly schema: SchemaObject | Reference;
  readonly validate: ValidateFunction;
  /** The members at the top that the contract knows. */
  readonly members: ReadonlySet<string>;
}

export interface CompiledResponse {
  /** Undefined where the answer has no body. */
  readonly mediaType: string | undefined;
  readonly validateBody: ValidateFunction | undefined;
  /** Of the body. */
  readonly schema: SchemaObject | Reference | undefined;
  /** By name; a single one is called `example`. */
  readonly examples: ReadonlyMap<string, unknown>;
  readonly headers: readonly CompiledHeader[];
}

export interface CompiledHeader {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaObject;
  readonly validate: ValidateFunction;
  readonly expected: string;
  readonly example: string | undefined;
}
