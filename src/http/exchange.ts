/** One request and what becomes known of it on its way. */

import type { Request, Response } from 'express';
import type { Access, Operation } from '../contract/operation.js';
import type { Sandbox } from '../domain/sandbox.js';
import type { DecidedFault } from '../scenario/decide-faults.js';

export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** Of the endpoint, known even where it has no operation for the method. */
  access: Access | undefined;
  operation: Operation | undefined;
  /** The default sandbox until the caller is known. */
  sandbox: Sandbox;
  faults: readonly DecidedFault[];
  /** What of the `Prefer` header was followed. */
  preference: string | undefined;
  /** What the emulator itself has to say; goes into the `Emulator-Diagnostic` header. */
  readonly diagnostics: string[];
}
