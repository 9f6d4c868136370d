/** The journal of a sandbox as others may see it: with the secrets of the sandbox and of its clients removed. */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import type { Steps } from '../../../../common/steps.js';
import {
  type ExchangeRecord,
  exchangeInSteps,
  exchangeOf,
  exchangeReader,
  outlineOf,
  unknownTokenIn,
  wholeExchange,
} from '../../../journal/exchange-record.js';
import type { Exchange, ExchangeOutline } from '../../../journal/exchange.js';
import type { Journal } from '../../../journal/journal.js';
import type { ControlContext } from '../../control-context.js';

/** The exchanges of one step. To read one with large messages takes milliseconds. */
const STEP = 10;

type JournalParts = Pick<ControlContext, 'journals' | 'redactorOf'>;

export class RedactedJournal {
  readonly #sandbox: () => Sandbox;
  readonly #parts: JournalParts;

  constructor(sandbox: () => Sandbox, parts: JournalParts) {
    this.#sandbox = sandbox;
    this.#parts = parts;
  }

  /** The journal itself, secrets included. */
  get journal(): Journal {
    return this.#parts.journals.of(this.#sandbox());
  }

  /** All exchanges, oldest first, in steps. */
  *exchangesInSteps(): Steps<Exchange[]> {
    const exchanges: Exchange[] = [];
    yield* this.forEachInSteps((exchange) => exchanges.push(wholeExchange(exchange)));
    return exchanges;
  }

  /** All exchanges, whose messages are read when they are asked for, in steps. */
  *unreadInSteps(): Steps<Exchange[]> {
    const exchanges: Exchange[] = [];
    yield* this.forEachInSteps((exchange) => exchanges.push(exchange));
    return exchanges;
  }

  /** Calls `act` with each of them, not read yet, in steps. All in memory would keep the garbage collector busy. */
  *forEachInSteps(act: (exchange: Exchange) => void): Steps<void> {
    const firstWith = new Map<string, number>();
    const read = this.reader();
    for (const [at, record] of this.journal.records().entries()) {
      const token = unknownTokenIn(record);
      if (token !== undefined && !firstWith.has(token)) firstWith.set(token, record.id);
      act({ ...(token !== undefined && { unknownToken: firstWith.get(token)! }), ...read(record) });
      if (at % STEP === STEP - 1) yield;
    }
  }

  /** One exchange, in steps; undefined if it is not in the journal, or no longer. */
  *exchangeInSteps(id: number): Steps<Exchange | undefined> {
    const record = this.journal.record(id);
    return record && (yield* exchangeInSteps(record, this.#parts.redactorOf(this.#sandbox())));
  }

  exchangeOf(record: ExchangeRecord): Exchange {
    return exchangeOf(record, this.#parts.redactorOf(this.#sandbox()));
  }

  /** Reads exchanges of which little is needed each. */
  reader(): (record: ExchangeRecord) => Exchange {
    return exchangeReader(this.#parts.redactorOf(this.#sandbox()));
  }

  /** What one line says of an exchange. */
  outline(record: ExchangeRecord): ExchangeOutline {
    return outlineOf(record, this.#parts.redactorOf(this.#sandbox()));
  }

  /** A JSON value without the secrets. */
  withoutSecrets<Value>(value: Value): Value {
    return this.#parts.redactorOf(this.#sandbox()).json(value);
  }
}
