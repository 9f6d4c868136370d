/** The journal of a proxy: in the form of an emulator's journal, and without secrets. */

import { exchangeOf, type ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { Exchange, KeptBody } from '../../emulator/journal/exchange.js';
import { Journal } from '../../emulator/journal/journal.js';
import { JournalBudget } from '../../emulator/journal/journal-budget.js';
import type { Redaction } from '../../emulator/journal/redaction.js';
import { headersOf, type RawMessage, type ProxiedRequest } from './message.js';
import { describeViolation, type ProxiedExchange } from './proxied-exchange.js';

/** An exchange with its messages. */
export interface RecordedExchange extends Omit<ProxiedExchange, 'method' | 'path'> {
  readonly request: ProxiedRequest;
  /** As sent to the client. */
  readonly response: RawMessage;
  /** When the request arrived, by the machine's clock; in milliseconds since 1970. */
  readonly at: number;
  /** When the request arrived, in milliseconds since the proxy started. */
  readonly received: number;
  /** Milliseconds. */
  readonly duration: number;
}

export class ProxyJournal {
  readonly #journal: Journal;
  readonly #redaction: Redaction;

  /** @param most number of exchanges to keep */
  constructor(most: number, redaction: Redaction) {
    this.#journal = new Journal({ size: most }, new JournalBudget());
    this.#redaction = redaction;
  }

  add(exchange: RecordedExchange): void {
    this.#journal.add(recordOf(exchange));
  }

  /** The exchanges without secrets, oldest first. */
  exchanges(): Exchange[] {
    return this.#journal.records().map((record) => exchangeOf(record, this.#redaction));
  }

  clear(): void {
    this.#journal.clear(this.#journal.records().at(-1)?.id ?? 0);
  }
}

function recordOf({ request, response, violations, notes, operation, ...exchange }: RecordedExchange): ExchangeRecord {
  return {
    ...exchange,
    operation,
    connection: undefined,
    method: request.method,
    url: request.target,
    clientId: '',
    tokenIsOurs: false,
    requestHeaders: request.rawHeaders,
    requestBody: keptBody(request.body),
    responseHeaders: headersOf(response),
    responseBody: keptBody(response.body),
    ending: undefined,
    scenarios: [],
    variants: {},
    diagnostics: [...violations.map(describeViolation), ...notes],
    refusedByEmulator: false,
  };
}

/** Of a body that is not text, only the length is kept: it may contain a secret that cannot be found. */
function keptBody(bytes: Buffer): KeptBody | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.length;
  }
}
