/** The journal of a sandbox without the secrets of the sandbox and of its clients. */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { allAtOnce, type Steps } from '../../../../common/steps.js';
import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import { exchangeOf, exchangeReader, wholeExchanges } from '../../../journal/exchange-record.js';
import { unknownTokenIn } from '../../../journal/exchange-record.js';
import type { Exchange } from '../../../journal/exchange.js';
import type { Journal } from '../../../journal/journal.js';
import type { Redactor } from '../../../redaction/redactor.js';
import type { ControlContext } from '../../control-context.js';

type JournalParts = Pick<ControlContext, 'journals' | 'redactorOf'>;

/** The journal of a sandbox as everybody may see it: without secrets. */
export class RedactedJournal {
  readonly #sandbox: () => Sandbox;
  readonly #parts: JournalParts;

  constructor(sandbox: () => Sandbox, parts: JournalParts) {
    this.#sandbox = sandbox;
    this.#parts = parts;
  }

  /** The journal itself, secrets included. */
  get rawJournal(): Journal {
    return this.#parts.journals.of(this.#sandbox());
  }

  /**
   * All exchanges, oldest first. Messages are read on first access. Exchanges with one unknown token get one number as
   * `unknownToken`, because the token itself may be a secret.
   */
  *lazyExchanges(): Iterable<Exchange> {
    /** The number of the first exchange with an unknown token. The key is the token. */
    const firstExchanges = new Map<string, number>();
    const readExchange = this.reader();
    for (const record of this.rawJournal.records()) {
      const exchange = readExchange(record);
      const token = unknownTokenIn(record);
      if (token !== undefined && !firstExchanges.has(token)) firstExchanges.set(token, record.id);
      // A recorded exchange keeps the number that it has: its own member replaces the new one.
      yield token === undefined ? exchange : { unknownToken: firstExchanges.get(token)!, ...exchange };
    }
  }

  /** All exchanges as plain data, oldest first. */
  exchanges(): Steps<Exchange[]> {
    return wholeExchanges(this.lazyExchanges());
  }

  /** One exchange; undefined if the journal does not have it, or no longer. */
  *exchange(id: number): Steps<Exchange | undefined> {
    const record = this.rawJournal.record(id);
    return record && (yield* exchangeOf(record, this.#redactor));
  }

  /** The exchange of a record, without secrets. */
  exchangeOf(record: ExchangeRecord): Exchange {
    return allAtOnce(exchangeOf(record, this.#redactor));
  }

  /** Returns a reader for callers who need only a little of each exchange. It reads messages on first access. */
  reader(): (record: ExchangeRecord) => Exchange {
    return exchangeReader(this.#redactor);
  }

  /** A JSON value without the secrets. */
  withoutSecrets<Value>(value: Value): Value {
    return this.#redactor.json(value);
  }

  get #redactor(): Redactor {
    return this.#parts.redactorOf(this.#sandbox());
  }
}
