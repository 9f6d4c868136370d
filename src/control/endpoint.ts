/** An endpoint of the control plane: a call that keeps to `spec/control.yaml`, and its answer. */

import type { Response } from 'express';
import type { ControlContext } from './control-context.js';
import type { EmulatorControl } from './emulator-control.js';
import type { SandboxControl } from './sandbox-control.js';

export interface ControlCall {
  readonly context: ControlContext;
  readonly emulator: EmulatorControl;
  /** The sandbox that the path names. @throws Problem 404 */
  readonly sandbox: () => SandboxControl;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined where there is none. */
  readonly body: unknown;
  /** Where the client has reached the emulator: scheme, host and port, and a prefix where it is mounted under one. */
  readonly address: string;
}

export interface ControlAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written as JSON, or as it is where it is text of another media type; undefined for none. */
  readonly body?: unknown;
  /** Writes the body bit by bit instead. */
  readonly stream?: (res: Response) => void;
}

/** @throws Problem, OptionsError, DocumentError */
export type Endpoint = (call: ControlCall) => ControlAnswer | Promise<ControlAnswer>;

/** 200 with JSON. */
export function ok(body: unknown): ControlAnswer {
  return { status: 200, body };
}

/** 201 with JSON. */
export function created(body: unknown, headers: Readonly<Record<string, string>> = {}): ControlAnswer {
  return { status: 201, body, headers };
}

/** 204. */
export const DONE: ControlAnswer = { status: 204 };
