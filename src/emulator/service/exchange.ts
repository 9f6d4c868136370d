/** The exchange that all stages work on, and the types that say how far it has come. */

import type { Request, Response } from 'express';
import type { Authorization } from '../../contract/authorization.js';
import type { Contract } from '../../contract/contract.js';
import type { Access, Operation } from '../../contract/operation.js';
import type { PathMatch } from '../../contract/path-matching.js';
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
import { diagnosticHeader } from './diagnostic-header.js';
import type { ServiceContext } from './service-context.js';
import type { ServiceError } from './service-error.js';

/** A value of a request, or the error from reading it. The error is thrown later, when the value is first needed. */
export type ReadResult<Value> = { readonly value: Value } | { readonly failure: unknown };

/** Empty values for all exchanges, so that none are made for each. No code changes them. */
const NONE: readonly string[] = [];
const NO_ACTIVATIONS: readonly Activation[] = [];
const NO_FAULTS: readonly DecidedFault[] = [];
const NO_IDLE_FAULTS: ReadonlyMap<DecidedFault, string> = new Map();
const NO_BODY: ReadResult<undefined> = { value: undefined };

/** What is known of a request when it arrives. */
type Arrival = Pick<ServedExchange, 'context' | 'req' | 'res' | 'headerScenarios' | 'authorization'>;

/**
 * The findings of the stages so far. Each request has one exchange. A stage sets its findings in the exchange, and
 * returns the same object with a more precise type. The next stage requires that type, so no stage can be left out.
 * After an error, the exchange has everything that was known by then.
 *
 * The constructor sets every field, so that V8 gives all exchanges the same hidden class. Spreading an exchange into a
 * copy with more members would give each copy its own hidden class, and take longer than the rest of a stage
 * (https://github.com/evanw/esbuild/issues/951 has measurements of spreads).
 */
export class ServedExchange {
  readonly context: ServiceContext;
  readonly req: Request;
  readonly res: Response;
  /** When the request arrived: a reading of `performance.now()`. */
  readonly received = performance.now();
  /** Whether the emulator sent the request itself. Then the judge ignores the exchange, and no scenario counts it. */
  readonly sentByEmulator: boolean;
  /** `opened` is a reading of `performance.now()`. Undefined if the server is not the emulator's own. */
  connection: ConnectionUse | undefined = undefined;
  /** The scenarios that the `Emulator-Scenario` header selects. */
  readonly headerScenarios: ReadResult<readonly Activation[]>;
  /** The `Authorization` header. */
  readonly authorization: Authorization | undefined;
  /** The endpoint at exactly this path in the contract of the specification. */
  exactEndpoint: PathMatch<Operation> | undefined = undefined;
  /** The operation at the path in any variant; undefined if no variant has one, or if the request is refused anyway. */
  possibleOperation: Operation | undefined = undefined;
  /** The decoded parameters of the path; undefined until the request is routed. */
  path: Readonly<Record<string, string>> | undefined = undefined;
  /** The query; undefined until the request is received. */
  query: ReadResult<FormFields> | undefined = undefined;
  /** The body as received; the number of bytes if it was too large. */
  requestBody: Buffer | number | undefined = undefined;
  /** The parsed body. The value is undefined if the request has no body, or if the operation takes no body. */
  body: ReadResult<unknown> = NO_BODY;
  /** Names that occur twice in one object of the body. */
  repeatedMembers = NONE;
  /**
   * The claims of the access token, if this emulator issued it. A later stage checks whether the token is valid now and
   * in the right place.
   */
  claims: Claims | undefined = undefined;
  /**
   * The sandbox of the caller. If the credentials name no sandbox, it is the sandbox of the `Emulator-Sandbox` header,
   * or the default sandbox.
   */
  sandbox: Sandbox | undefined = undefined;
  /** The caller's ID with the suffix that selects scenarios. Empty if the request names no known client. */
  clientId = '';
  /** The link whose token is in the path. */
  link: Link | undefined = undefined;
  /** The contract of the sandbox in the selected variants; until it is chosen, the contract of the specification. */
  contract: Contract;
  /** The access of the endpoint. Known even if the endpoint has no operation for the method. */
  access: Access | undefined = undefined;
  /** The operation in the contract of the sandbox, as soon as the caller may know it. */
  operation: Operation | undefined = undefined;
  /** The operation, or why there is none. In a variant, only a caller with a valid access token learns the reason. */
  operationResult: ReadResult<Operation> | undefined = undefined;
  /** The scenarios that are active for the request. */
  active = NO_ACTIVATIONS;
  /** Why active scenarios decided no fault for this call; undefined until faults are chosen. */
  passedOver: ReadonlyMap<Activation, string> | undefined = undefined;
  /** The scenarios that the client ID selects. */
  clientScenarios = NO_ACTIVATIONS;
  /** The ID of the access token; undefined if the operation takes no token. */
  tokenId: string | undefined = undefined;
  /** The number in the journal, and the moment by the sandbox's clock. */
  start: ExchangeStart | undefined = undefined;
  /** The chosen faults, outermost first. */
  faults = NO_FAULTS;
  /** Why faults that were decided have changed nothing, such as a fault of the body if the response has none. */
  idleFaults = NO_IDLE_FAULTS;
  /** The scenarios of the header that are used up. */
  spentScenarios = NONE;
  /** The values of the request, as soon as they are valid. */
  request: ValidRequest | undefined = undefined;
  /** Set if the body broke off before the operation was carried out: the refusal of the request. */
  brokenBody: ServiceError | undefined = undefined;
  /** Set if the request breaks HTTP and was served nevertheless. */
  brokenHttp: BrokenHttp | undefined = undefined;
  /** The record for the journal, as soon as there is a response. */
  record: ExchangeRecord | undefined = undefined;
  /** Set if the call is held. */
  held: WaitingCall | undefined = undefined;
  /** Diagnostics of the emulator about the request, for the `Emulator-Diagnostic` header. */
  diagnostics = NONE;

  constructor({ context, req, res, headerScenarios, authorization }: Arrival) {
    this.context = context;
    this.req = req;
    this.res = res;
    this.headerScenarios = headerScenarios;
    this.authorization = authorization;

    this.sentByEmulator = context.sentByEmulator ?? false;
    this.contract = context.contracts.base;
  }

  /** Adds diagnostics, which the response and the record will have. */
  diagnose(...diagnostics: readonly string[]): void {
    if (diagnostics.length > 0) this.diagnostics = [...this.diagnostics, ...diagnostics];
  }

  /**
   * Notes that the message breaks HTTP after its head. What this changes depends on how far the exchange has come: if
   * there is a record, the service has carried the request out, and its result stays.
   * @param reason for the diagnostics
   * @param failure the refusal of the request, if its body broke off
   */
  markBroken(reason: string, failure: ServiceError | undefined): void {
    if (this.record !== undefined) markRecordBroken(this, this.record, reason);
    // The data plane throws this refusal before it carries the request out.
    else if (failure !== undefined) this.brokenBody = failure;
    else {
      this.brokenHttp = 'served';
      this.diagnose(reason);
    }
  }
}

/** Adds to the record of an exchange that its message breaks HTTP, and reports the change. */
function markRecordBroken({ context, res, sandbox }: ServedExchange, record: ExchangeRecord, reason: string): void {
  record.brokenHttp = 'served';
  record.diagnostics = [...record.diagnostics, reason];
  // `responseHeaders` is the object whose headers are about to be written.
  const header = { 'Emulator-Diagnostic': diagnosticHeader(record.diagnostics) };
  if (!res.headersSent) Object.assign(record.responseHeaders, header);
  // An exchange without a duration is not over: it is reported at its end.
  if (record.duration === undefined || sandbox === undefined) return;

  context.keeper?.onExchangeOver(record, sandbox);
  context.onExchange(record, sandbox);
}

/** An exchange whose path is known, and the operation at that path. Its sandbox is not known yet. */
export type Routed = ServedExchange & { path: Readonly<Record<string, string>> };

/** An exchange whose values were received. */
export type Received = Routed & { query: ReadResult<FormFields> };

/** An exchange whose caller is known. */
export type Identified = Received & { sandbox: Sandbox };

/** An exchange whose operation was looked for. */
export type Sought = Identified & { operationResult: ReadResult<Operation> };

/** An exchange whose operation is known, and whose caller may call the operation. */
export type Located = Sought & { access: Access; operation: Operation };

/** An exchange that has its number in the journal and its moment of the sandbox's clock. */
export type Started = Identified & { start: ExchangeStart };

/** An exchange that has a response, and its record for the journal. */
export type Recorded = Started & { record: ExchangeRecord };

/** An exchange whose faults are chosen. */
export type Decided = Located & Started & { passedOver: ReadonlyMap<Activation, string> };

/** An exchange whose request is valid. */
export type Validated = Decided & { request: ValidRequest };

/** The result of `read`, or the error that it throws. */
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
