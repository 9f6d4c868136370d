/** The parts of a request that hold its values: the body is received first, then each is parsed when it is first asked for. */

import type { Request } from 'express';
import type { Operation } from '../../contract/operation.js';
import { parseForm, PercentEncodingError, type FormFields } from '../../contract/query-string.js';
import { BODY_LIMIT, parseBody, receiveBody } from './request-body.js';
import { ServiceFailure } from '../service-failure.js';

const NO_FIELDS: FormFields = new Map();

type Outcome<Value> = { readonly value: Value } | { readonly failure: unknown };

export class RequestInput {
  readonly #queryString: string;
  readonly #req: Request;
  readonly #operation: Operation;
  /** The body as it came; undefined while it has not, or where there is none. */
  bytes: Buffer | undefined;
  /** How many bytes there were at least where there were too many. */
  refusedBytes: number | undefined;
  #query: FormFields | undefined;
  #body: Outcome<unknown> | undefined;

  constructor(req: Request, operation: Operation, queryString: string) {
    this.#req = req;
    this.#operation = operation;
    this.#queryString = queryString;
  }

  get takesBody(): boolean {
    return this.#operation.body !== undefined;
  }

  /** Waits for the body; what is wrong with it is told when it is asked for. */
  async receive(): Promise<void> {
    const { body } = this.#operation;
    if (body === undefined) return;
    try {
      this.bytes = await receiveBody(this.#req, body);
    } catch (failure) {
      this.#body = { failure };
      if (failure instanceof ServiceFailure && failure.status === 413) this.refusedBytes = BODY_LIMIT + 1;
    }
  }

  /** @throws ServiceFailure 400 where it cannot be decoded */
  query(): FormFields {
    try {
      return (this.#query ??= parseForm(this.#queryString));
    } catch (error) {
      if (error instanceof PercentEncodingError)
        throw new ServiceFailure(400, 'invalid_request', `The query is ${error.message}.`);
      throw error;
    }
  }

  /**
   * The parsed body; undefined where there is none. It has to be received first.
   * @throws ServiceFailure 400, 413 or 415
   */
  body(): unknown {
    const { body } = this.#operation;
    if (body === undefined) return undefined;
    this.#body ??= outcomeOf(() => parseBody(this.bytes, this.#req, body));
    if ('failure' in this.#body) throw this.#body.failure;
    return this.#body.value;
  }

  /** What can be read of the values, and nothing of what cannot: that is told when the request is validated. */
  readable(): { readonly query: FormFields; readonly body: unknown } {
    return { query: readOr(() => this.query(), NO_FIELDS), body: readOr(() => this.body(), undefined) };
  }
}

function outcomeOf<Value>(read: () => Value): Outcome<Value> {
  try {
    return { value: read() };
  } catch (failure) {
    return { failure };
  }
}

function readOr<Value>(read: () => Value, otherwise: Value): Value {
  const outcome = outcomeOf(read);
  return 'failure' in outcome ? otherwise : outcome.value;
}
