/** The parts of a request that hold its values, each read when it is first asked for. */

import type { Request } from 'express';
import type { Operation } from '../contract/operation.js';
import { parseForm, PercentEncodingError, type FormFields } from '../contract/query-string.js';
import { readBody } from './read-body.js';
import { ServiceFailure } from './service-failure.js';

const NO_FIELDS: FormFields = new Map();

export class RequestInput {
  readonly #queryString: string;
  readonly #req: Request;
  readonly #operation: Operation;
  #query: FormFields | undefined;
  #body: Promise<unknown> | undefined;

  constructor(req: Request, operation: Operation, queryString: string) {
    this.#req = req;
    this.#operation = operation;
    this.#queryString = queryString;
  }

  /** @throws ServiceFailure 400 where it cannot be decoded */
  query(): FormFields {
    try {
      return (this.#query ??= parseForm(this.#queryString));
    } catch (error) {
      if (error instanceof PercentEncodingError) throw new ServiceFailure(400, 'invalid_request', `The query is ${error.message}.`);
      throw error;
    }
  }

  /**
   * The parsed body; undefined where there is none.
   * @throws ServiceFailure 400, 413 or 415
   */
  body(): Promise<unknown> {
    const { body } = this.#operation;
    this.#body ??= body === undefined ? Promise.resolve(undefined) : readBody(this.#req, body);
    return this.#body;
  }

  /** What can be read of the values, and nothing of what cannot: that is told when the request is validated. */
  async readable(): Promise<{ readonly query: FormFields; readonly body: unknown }> {
    return { query: readOr(() => this.query(), NO_FIELDS), body: this.takesBody ? await this.body().catch(() => undefined) : undefined };
  }

  get takesBody(): boolean {
    return this.#operation.body !== undefined;
  }
}

function readOr<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
