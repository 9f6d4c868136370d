/** The journal of a proxy: in the form of an emulator's journal, and without secrets. */

import { SECRET_PLACES } from '../domain/world/secret-places.js';
import { BodyBudget } from '../journal/body-budget.js';
import { exchangeOf, type ExchangeRecord, type KeptBody } from '../journal/exchange-record.js';
import type { Exchange } from '../journal/exchange.js';
import { Journal } from '../journal/journal.js';
import { createRedaction, REDACTED } from '../journal/redaction.js';
import { headersOf, type RawMessage, type ProxiedRequest } from './message.js';
import { describeViolation, type ProxiedExchange } from './proxied-exchange.js';
import type { SecretRedactor } from './secret-redactor.js';

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

/** Removes nothing more: secrets are removed before an exchange is added, because the proxy does not know the right client secret. */
const REDACTION = createRedaction({ clientSecret: REDACTED, sealBytes: 0, ...SECRET_PLACES });

export class ProxyJournal {
  readonly #journal: Journal;
  readonly #redactor: SecretRedactor;

  /** @param most number of exchanges to keep */
  constructor(most: number, redactor: SecretRedactor) {
    this.#journal = new Journal(most, new BodyBudget());
    this.#redactor = redactor;
  }

  add(exchange: RecordedExchange): void {
    this.#journal.add(recordOf(exchange, this.#redactor));
  }

  /** The exchanges, oldest first. */
  exchanges(): Exchange[] {
    return this.#journal.records().map((record) => exchangeOf(record, REDACTION));
  }

  clear(): void {
    this.#journal.clear(this.#journal.records().at(-1)?.id ?? 0);
  }
}

function recordOf(
  { id, at, received, duration, request, response, operation, status, violations, notes }: RecordedExchange,
  redactor: SecretRedactor,
): ExchangeRecord {
  return {
    id,
    at,
    received,
    duration,
    connection: undefined,
    method: request.method,
    url: redactor.redactTarget(request.target),
    operation,
    status,
    clientId: '',
    tokenIsOurs: false,
    linkIsOurs: false,
    requestHeaders: redactor.redactHeaders(request.rawHeaders),
    requestBody: keptBody(request.body, redactor),
    responseHeaders: headersOf({ rawHeaders: redactor.redactHeaders(response.rawHeaders) }),
    responseBody: keptBody(response.body, redactor),
    ending: undefined,
    scenarios: [],
    variants: {},
    diagnostics: [...violations.map(describeViolation), ...notes],
  };
}

/** Of a body that is not text, only the length is kept: it may contain a secret that cannot be found. */
function keptBody(bytes: Buffer, redactor: SecretRedactor): KeptBody | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return redactor.redactBody(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return bytes.length;
  }
}
