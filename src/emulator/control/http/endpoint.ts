/** An endpoint of the control plane: a function from a valid request to a response, both as in `spec/control.yaml`. */

import type { Request, Response } from 'express';
import type { ControlOperationId } from '../../../contract/control-operations.js';
import type { Steps } from '../../../common/steps.js';
import type { EndpointContext } from '../control-context.js';
import type { EmulatorControl } from '../methods/emulator-control.js';
import type { SandboxControl } from '../methods/sandbox-control.js';

/** A request that has passed validation. */
export interface ControlRequest {
  readonly context: EndpointContext;
  readonly emulator: EmulatorControl;
  /** The sandbox that the path names. @throws Problem 404 if there is no such sandbox */
  readonly sandbox: () => SandboxControl;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined without a body. */
  readonly body: unknown;
  /** The number in `Last-Event-ID` (HTML standard, section 9.2): the last event before the reader reconnected. */
  readonly lastEventId?: number;
  /** Where the client reaches the emulator: scheme, host and port, and the prefix if it is mounted under one. */
  readonly address: string;
  /** Does long work in steps while the client waits. @throws Problem 503 if the client leaves */
  readonly inSteps: <Result>(steps: Steps<Result>) => Promise<Result>;
}

/** What an endpoint responds with. */
export interface ControlResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or unchanged if it is a text. Undefined: the response has no body. */
  readonly body?: unknown;
  /** The body as JSON in pieces, in place of `body`. */
  readonly pieces?: Iterable<string>;
  /** Writes the body in parts, in place of `body`. */
  readonly stream?: (res: Response) => void;
}

/** @throws Problem, OptionsError, DocumentError */
export type Endpoint = (request: ControlRequest) => ControlResponse | Promise<ControlResponse>;

/**
 * Endpoints that parts of the program outside of `src/emulator` add, such as verifications of pacts. They keep their
 * own state.
 */
export interface FurtherEndpoints {
  /** The key is the `operationId` in `spec/control.yaml`. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /**
   * Serves a request that `spec/control.yaml` does not describe.
   * @returns whether this function served the request
   * @throws Problem
   */
  readonly serve: (context: EndpointContext, req: Request, res: Response) => Promise<boolean>;
}

/** The parts of a call of an operation, in this process or over HTTP. */
export interface CallParts {
  /** The ID of the sandbox in the path. */
  readonly sandbox?: string;
  /** What else the path names: an exchange, a party, a credential. */
  readonly target?: string | number | undefined;
  /** Members that are undefined are left out. */
  readonly query?: object;
  readonly body?: unknown;
}

/**
 * Calls an operation of the control plane, and returns the body of its response.
 * @throws Problem, OptionsError, DocumentError
 */
export type CallControl = (operationId: ControlOperationId, parts?: CallParts) => Promise<unknown>;

/** The response 200 with JSON. */
export function ok(body: unknown): ControlResponse {
  return { status: 200, body };
}

/** The response 201 with JSON. */
export function created(body: unknown, headers: Readonly<Record<string, string>> = {}): ControlResponse {
  return { status: 201, body, headers };
}

/** The response 204, which has no body. */
export const NO_CONTENT: ControlResponse = { status: 204 };
