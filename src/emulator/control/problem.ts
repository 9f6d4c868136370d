/** Errors of the control plane: thrown in a program, sent as problem details (RFC 9457) over HTTP. */

import { DocumentError } from '../../contract/documents/read-document.js';
import { OptionsError } from '../complete-options.js';
import { SandboxConflictError } from '../domain/sandbox/sandboxes.js';
import { StoreError } from '../store/store-error.js';

type ProblemOptions = Partial<Pick<Problem, 'members' | 'headers'>>;

/** An error of the control plane. Its message is the detail of the problem. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** HTTP status code. */
  readonly status: number;
  readonly title: string;
  /** Extension members of the problem details. Default: none. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Response headers. Default: none. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, title: string, detail: string, { members = {}, headers = {} }: ProblemOptions = {}) {
    super(detail);
    this.status = status;
    this.title = title;
    this.members = members;
    this.headers = headers;
  }
}

/** 404. */
export function notFound(detail: string): Problem {
  return new Problem(404, 'Not found', detail);
}

/** 409, for a valid request that conflicts with the current state. */
export function conflict(detail: string, members: Readonly<Record<string, unknown>> = {}): Problem {
  return new Problem(409, 'Conflict', detail, { members });
}

/** 422, for a value that cannot be used; `pointer` is the JSON pointer to it. */
export function unprocessable(title: string, detail: string, pointer: string, members: object = {}): Problem {
  return new Problem(422, title, detail, { members: { pointer, ...members } });
}

/** 422, for a value that is not what was `expected`, in words. @param kind what the value is: `duration` */
export function unexpected(kind: string, expected: string, found: unknown, pointer: string): Problem {
  return unprocessable(`Invalid ${kind}`, `Expected ${expected}, found ${JSON.stringify(found)}.`, pointer);
}

/**
 * Converts an error to a problem. An unexpected error goes to `onInternalError`; the client does not see its details.
 */
export function problemOf(error: unknown, onInternalError: (error: Error) => void): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof OptionsError) {
    // The message begins with the first invalid option.
    const name = /^option (\w+):/.exec(error.message)?.[1];
    return unprocessable('The options of the sandbox are invalid', error.message, name === undefined ? '' : `/${name}`);
  }
  if (error instanceof DocumentError) {
    const mistakes = error.mistakes.map(({ message }) => message);
    return unprocessable('The fixture is invalid', error.message, '/fixture', { mistakes });
  }
  if (error instanceof SandboxConflictError) return conflict(error.message);
  if (error instanceof StoreError)
    return new Problem(503, 'The store is not available', error.message, { headers: { 'Retry-After': '1' } });

  onInternalError(error instanceof Error ? error : new Error(String(error)));
  return new Problem(500, 'Internal error', 'The emulator could not process the request; its log has the reason.');
}

/**
 * Calls `read`. If it throws a problem, throws what `replace` returns for the problem's message and pointer instead.
 */
export function replaceProblem<Result>(
  read: () => Result,
  replace: (message: string, pointer: string) => Error,
): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { pointer = '' } = error.members as { pointer?: string };
    throw replace(error.message, pointer);
  }
}
