/** What is known of an exchange, and when it happens. */

import type { Request } from 'express';
import type { Contract } from '../../contract/contract.js';
import type { Access, Operation } from '../../contract/operation.js';
import type { FormFields } from '../../contract/query-string.js';
import type { RequestCheck, ValidRequest } from '../../contract/request.js';
import type { Activation } from '../domain/sandbox/activation.js';
import type { ExchangeStart, Sandbox } from '../domain/sandbox/sandbox.js';
import type { Claims } from '../domain/tokens/access-tokens.js';
import type { Link } from '../domain/tokens/link-tokens.js';
import type { DecidedFault } from '../scenarios/decide-faults.js';
import type { UsedConnection } from './http/server.js';
import type { ServiceContext } from './service-context.js';

/** A value, or why it could not be read. A failure is thrown when the value is first needed. */
export type ReadResult<Value> = { readonly value: Value } | { readonly failure: unknown };

const NO_DIAGNOSTICS: readonly string[] = [];
const NO_ACTIVATIONS: readonly Activation[] = [];
const NO_FAULTS: readonly DecidedFault[] = [];
const NO_PARAMETERS: Readonly<Record<string, string>> = {};
const NO_FIELDS: ReadResult<FormFields> = { value: new Map() };
const NO_BODY: ReadResult<undefined> = { value: undefined };

/**
 * What the stages have found so far. There is one for each request: a stage adds what it has found, and returns the
 * same exchange with a type that says so. After an error it has what was known by then.
 *
 * The constructor sets every field, so that V8 gives all exchanges the same hidden class. Copies with further members,
 * by spreading, would each have one of their own, which takes longer than the rest of a stage.
 */
export class ServedExchange {
  readonly req: Request;
  /** A reading of `performance.now()`. */
  readonly received: number;
  /** Whether the request is the emulator's own: it says nothing of a client, and uses up no counts. */
  readonly sentByEmulator: boolean;
  /** Undefined if the server is not the emulator's own. */
  readonly connection: UsedConnection | undefined;
  /** Of the access token in the request, if this emulator issued it. Not verified by any clock. */
  readonly claims: Claims | undefined;
  /**
   * The sandbox of the `Emulator-Sandbox` header, or the default one. Used if no token, client or link names another.
   */
  readonly fallback: Sandbox;
  /** The sandbox of the caller; until the caller is authenticated, the one that the request names. */
  sandbox: Sandbox;
  /** Of the caller, with the suffix that selects scenarios. Empty if the request names no known client. */
  clientId: string;
  /** The contract of the sandbox in the selected variants. */
  contract: Contract;
  /** Of the endpoint. Known even if the endpoint has no operation for the method. */
  access: Access | undefined = undefined;
  operation: Operation | undefined = undefined;
  /** The values of the path's parameters, decoded. */
  path = NO_PARAMETERS;
  queryString = '';
  /** The scenarios that the client ID selects. */
  clientScenarios = NO_ACTIVATIONS;
  /** The scenarios that the `Emulator-Scenario` header selects. */
  headerScenarios = NO_ACTIVATIONS;
  /** The body as received, or the number of bytes of one that was too large. */
  requestBody: Buffer | number | undefined = undefined;
  query = NO_FIELDS;
  /** The parsed body. The value is undefined if the request has none, or the operation takes none. */
  body: ReadResult<unknown> = NO_BODY;
  /** Of the access token; undefined if the operation takes none. */
  tokenId: string | undefined = undefined;
  /** Whose token is in the path. */
  link: Link | undefined = undefined;
  /** What the contract says of the request. */
  check: RequestCheck | undefined = undefined;
  /** Its number in the journal, and its moment of the sandbox's clock. */
  start: ExchangeStart | undefined = undefined;
  /** The outermost first. */
  faults = NO_FAULTS;
  request: ValidRequest | undefined = undefined;
  /** What the emulator reports of the request. Goes into the `Emulator-Diagnostic` header. */
  diagnostics: readonly string[];

  /**
   * Notes when and how a request arrived, and the sandbox that its access token names, if it has one. A sandbox header
   * that names no sandbox is reported as a diagnostic.
   */
  constructor(context: ServiceContext, req: Request, claims: Claims | undefined) {
    const { connections, contracts, sandboxes, sentByEmulator = false } = context;
    const id = req.headers['emulator-sandbox'];
    const named = id === undefined ? undefined : sandboxes.byId(String(id));
    this.req = req;
    this.received = performance.now();
    this.sentByEmulator = sentByEmulator;
    this.connection = connections.use(req.socket);
    this.claims = claims;
    this.fallback = named ?? sandboxes.default;
    this.sandbox = (claims && sandboxes.byId(claims.sandbox)) ?? this.fallback;
    this.clientId = claims?.sub ?? '';
    this.contract = contracts.base;
    this.diagnostics =
      id === undefined || named !== undefined
        ? NO_DIAGNOSTICS
        : [`there is no sandbox "${String(id)}", which the Emulator-Sandbox header names`];
  }
}

/** An exchange whose operation is known. */
export interface Located extends ServedExchange {
  access: Access;
  operation: Operation;
}

/** An exchange that has its number in the journal and its moment of the sandbox's clock. */
export interface Started extends ServedExchange {
  start: ExchangeStart;
}

/** An exchange whose faults are chosen. */
export type Decided = Located & Started;

/** An exchange whose request is valid. */
export interface Validated extends Decided {
  request: ValidRequest;
}

/** The value of a result. @throws the failure if there is one */
export function valueOf<Value>(result: ReadResult<Value>): Value {
  if ('failure' in result) throw result.failure;
  return result.value;
}

/** The value of a result, or `fallback` if it could not be read. */
export function valueOr<Value>(result: ReadResult<Value>, fallback: Value): Value {
  return 'failure' in result ? fallback : result.value;
}
