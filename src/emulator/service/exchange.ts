/** What is known of an exchange, and when it happens. */

import type { Request, Response } from 'express';
import type { Authorization } from '../../contract/authorization.js';
import type { Contract } from '../../contract/contract.js';
import type { Access, Operation } from '../../contract/operation.js';
import type { FormFields } from '../../contract/query-string.js';
import type { ValidRequest } from '../../contract/request.js';
import type { Activation } from '../domain/sandbox/activation.js';
import type { ExchangeStart, Sandbox } from '../domain/sandbox/sandbox.js';
import type { Claims } from '../domain/tokens/access-tokens.js';
import type { Link } from '../domain/tokens/link-tokens.js';
import type { WaitingCall } from '../holds/waiting-call.js';
import type { DecidedFault } from '../scenarios/decide-faults.js';
import type { BrokenHttp, ConnectionUse } from '../journal/exchange.js';
import type { ExchangeRecord } from '../journal/exchange-record.js';
import type { Endpoint } from './request/endpoint.js';
import type { ServiceError } from './service-error.js';

/** A value of a request, or why it could not be read. A failure is thrown when the value is first needed. */
export type ReadResult<Value> = { readonly value: Value } | { readonly failure: unknown };

const NONE: readonly string[] = [];
const NO_ACTIVATIONS: readonly Activation[] = [];
const NO_FAULTS: readonly DecidedFault[] = [];
const NO_IDLE_FAULTS: ReadonlyMap<DecidedFault, string> = new Map();
const NO_BODY: ReadResult<undefined> = { value: undefined };

/** What is known of a request when it arrives. */
type Arrival = Pick<
  ServedExchange,
  'req' | 'res' | 'received' | 'sentByEmulator' | 'headerScenarios' | 'authorization' | 'contract'
>;

/**
 * What the stages have found so far. There is one for each request: a stage adds what it has found ({@link found}), and
 * returns the same exchange with a type that says so. The next stage takes no other, so that none can be left out.
 * After an error the exchange has what was known by then.
 *
 * The constructor sets every field, so that V8 gives all exchanges the same hidden class. Copies with further members,
 * by spreading, would each have one of their own, which takes longer than the rest of a stage
 * (https://github.com/evanw/esbuild/issues/951 has measurements of spreads).
 */
export class ServedExchange {
  readonly req: Request;
  readonly res: Response;
  /** A reading of `performance.now()`. */
  readonly received: number;
  /** Whether the request is the emulator's own: it says nothing of a client, and uses up no counts. */
  readonly sentByEmulator: boolean;
  /** Its beginning is a reading of `performance.now()`. Undefined if the server is not the emulator's own. */
  connection: ConnectionUse | undefined = undefined;
  /** The scenarios that the `Emulator-Scenario` header selects. */
  readonly headerScenarios: ReadResult<readonly Activation[]>;
  /** The `Authorization` header. */
  readonly authorization: Authorization | undefined;
  /** The endpoint at exactly this path in the contract of the specification. */
  endpoint: Endpoint | undefined = undefined;
  /** The operation at the path in any variant; undefined if none has one, or if the request is refused anyway. */
  routed: Operation | undefined = undefined;
  /** The values of the path's parameters, decoded; undefined until it is routed. */
  path: Readonly<Record<string, string>> | undefined = undefined;
  /** Undefined until it is received. */
  query: ReadResult<FormFields> | undefined = undefined;
  /** The body as received, or the number of bytes of one that was too large. */
  requestBody: Buffer | number | undefined = undefined;
  /** The parsed body. The value is undefined if the request has none, or the operation takes none. */
  body: ReadResult<unknown> = NO_BODY;
  /** Names that an object of the body has twice. */
  repeatedMembers = NONE;
  /**
   * The claims of the access token, if this emulator issued it. Whether it is valid now, and in its place, is checked
   * later.
   */
  claims: Claims | undefined = undefined;
  /** The sandbox of the caller; of a caller who names none, the one of the `Emulator-Sandbox` header or the default. */
  sandbox: Sandbox | undefined = undefined;
  /** The caller's ID with the suffix that selects scenarios. Empty if the request names no known client. */
  clientId = '';
  /** The link whose token is in the path. */
  link: Link | undefined = undefined;
  /** The contract of the sandbox in the selected variants; until it is chosen, that of the specification. */
  contract: Contract;
  /** The access of the endpoint. Known even if the endpoint has no operation for the method. */
  access: Access | undefined = undefined;
  operation: Operation | undefined = undefined;
  /** The operation, or why there is none, which a caller without a valid access token must not learn in a variant. */
  located: ReadResult<Operation> | undefined = undefined;
  /** The scenarios that are active for the request. */
  active = NO_ACTIVATIONS;
  /** Why active scenarios decided no fault; undefined until faults are chosen. */
  passedOver: ReadonlyMap<Activation, string> | undefined = undefined;
  /** The scenarios that the client ID selects. */
  clientScenarios = NO_ACTIVATIONS;
  /** The ID of the access token; undefined if the operation takes none. */
  tokenId: string | undefined = undefined;
  /** Its number in the journal, and its moment of the sandbox's clock. */
  start: ExchangeStart | undefined = undefined;
  /** The outermost first. */
  faults = NO_FAULTS;
  /** Why faults have changed nothing. */
  idleFaults = NO_IDLE_FAULTS;
  /** The scenarios of the header that are used up. */
  spentScenarios = NONE;
  request: ValidRequest | undefined = undefined;
  /** Why the request is refused although its head was read: its body broke off before the operation was carried out. */
  brokenBody: ServiceError | undefined = undefined;
  /** Set if its bytes break HTTP, and it was served nevertheless. */
  brokenHttp: BrokenHttp | undefined = undefined;
  /** What the journal has of it, as soon as there is a response. */
  record: ExchangeRecord | undefined = undefined;
  /** Makes the call wait, if it is held. */
  held: WaitingCall | undefined = undefined;
  /** What the emulator reports of the request. Goes into the `Emulator-Diagnostic` header. */
  diagnostics = NONE;

  constructor({ req, res, received, sentByEmulator, headerScenarios, authorization, contract }: Arrival) {
    this.req = req;
    this.res = res;
    this.received = received;
    this.sentByEmulator = sentByEmulator;
    this.headerScenarios = headerScenarios;
    this.authorization = authorization;
    this.contract = contract;
  }
}

/** Adds what a stage has found to an exchange. @returns the same exchange */
export function found<Known extends ServedExchange, Facts extends Partial<ServedExchange>>(
  exchange: Known,
  facts: Facts,
): Known & Facts {
  return Object.assign(exchange, facts);
}

type Path = Readonly<Record<string, string>>;

/** An exchange of which is known where it may lead. */
export type Routed = ServedExchange & { path: Path };

/** An exchange whose values were received. */
export type Received = Routed & { query: ReadResult<FormFields> };

/** An exchange whose caller is known. */
export type Identified = Received & { sandbox: Sandbox };

/** An exchange whose operation was looked for. */
export type Sought = Identified & { located: ReadResult<Operation> };

/** An exchange whose operation is known, and which its caller may call. */
export type Located = Sought & { access: Access; operation: Operation };

/** An exchange that has its number in the journal and its moment of the sandbox's clock. */
export type Started = Identified & { start: ExchangeStart };

/** An exchange whose faults are chosen. */
export type Decided = Located & Started & { passedOver: ReadonlyMap<Activation, string> };

/** An exchange whose request is valid. */
export type Validated = Decided & { request: ValidRequest };

/** What `read` reads, or its error. */
export function resultOf<Value>(read: () => Value): ReadResult<Value> {
  try {
    return { value: read() };
  } catch (failure) {
    return { failure };
  }
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
