/** What is wrong with a request to the control plane, thrown as an error and told as problem details (RFC 9457). */

import type { NextFunction, Request, Response } from 'express';
import { PROBLEM_TYPE, problemDetails } from '../problem-details.js';

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly title: string;
  /** Extension members. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(status: number, title: string, detail: string, more: Readonly<Record<string, unknown>> = {}) {
    super(detail);
    this.status = status;
    this.title = title;
    this.more = more;
  }
}

/** Answers whatever a handler threw; what Express and its body parser throw has a status of its own. */
export function answerProblem(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) {
    next(error);
    return;
  }
  const { status, title, message, more } = error instanceof Problem ? error : problemOf(error as { status?: number; message: string });
  res.status(status).type(PROBLEM_TYPE).json(problemDetails(status, title, message, more));
}

function problemOf({ status = 500, message }: { readonly status?: number; readonly message: string }): Problem {
  return status < 500 ? new Problem(status, 'The request cannot be read', message) : new Problem(500, 'Internal error', 'The emulator could not answer the request.');
}
