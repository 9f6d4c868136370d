/** The journal of a proxy: in the form of an emulator's journal, and without secrets. */

import { exchangeOf, type ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { Exchange, KeptBody } from '../../emulator/journal/exchange.js';
import { Journal } from '../../emulator/journal/journal.js';
import { JournalBudget } from '../../emulator/journal/journal-budget.js';
import type { Redaction } from '../../emulator/journal/redaction.js';
import { headersOf, type ProxiedRequest } from './message.js';
import type { PassedExchange } from './pass-exchange.js';
import { diagnosticsOf, type ProxiedExchange } from './proxied-exchange.js';

/** An exchange that is over; status, headers and body are as sent to the client. */
export interface FinishedExchange extends PassedExchange {
  /** Its number, from 1. */
  readonly id: number;
  readonly request: ProxiedRequest;
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

  add(exchange: FinishedExchange): void {
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

/** The exchange without personal data and secrets. */
export function proxiedExchange({ id, request, found, status, violations, notes }: FinishedExchange): ProxiedExchange {
  const { operation } = found;
  return {
    id,
    ...(operation !== undefined && { operation: operation.id }),
    status,
    violations,
    notes,
    method: request.method,
    ...(operation !== undefined && { path: operation.path }),
  };
}

function recordOf(exchange: FinishedExchange): ExchangeRecord {
  const { id, at, received, duration, request, found, status, body } = exchange;
  return {
    id,
    at,
    received,
    duration,
    operation: found.operation?.id,
    connection: undefined,
    method: request.method,
    url: request.target,
    clientId: '',
    isTokenIssuedHere: false,
    requestHeaders: request.rawHeaders,
    requestBody: keptBody(request.body),
    status,
    responseHeaders: headersOf(exchange),
    responseBody: keptBody(body),
    ending: undefined,
    scenarios: [],
    variants: {},
    diagnostics: diagnosticsOf(exchange),
    refusedByEmulator: false,
    sentByEmulator: false,
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
