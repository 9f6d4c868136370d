/** The journal of a proxy: the same as an emulator's, and secrets never get into it. */

import { BodyBudget } from '../journal/body-budget.js';
import { type ExchangeRecord, type KeptBody, exchangeOf } from '../journal/exchange-record.js';
import type { Exchange } from '../journal/exchange.js';
import { Journal } from '../journal/journal.js';
import { SECRET_PLACES } from '../domain/world/secret-places.js';
import { createRedaction, REDACTED } from '../journal/redaction.js';
import { headersOf, type Message, type ProxiedRequest } from './message.js';
import type { ProxiedExchange } from './proxied-exchange.js';
import type { SeenSecrets } from './seen-secrets.js';
import { describeViolation } from './violation.js';

/** An exchange with its messages. */
export interface WholeExchange extends Omit<ProxiedExchange, 'method' | 'path'> {
  readonly request: ProxiedRequest;
  /** As the client got it. */
  readonly answer: Message;
  /** By the machine's clock, in milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since the proxy started. */
  readonly received: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** The secrets are removed before an exchange is recorded: the proxy does not know which client secret is the right one. */
const REDACTION = createRedaction({ clientSecret: REDACTED, sealBytes: 0, ...SECRET_PLACES });

export class ProxyJournal {
  readonly #journal: Journal;
  readonly #secrets: SeenSecrets;

  /** @param most how many exchanges are kept */
  constructor(most: number, secrets: SeenSecrets) {
    this.#journal = new Journal(most, new BodyBudget());
    this.#secrets = secrets;
  }

  add(exchange: WholeExchange): void {
    this.#journal.add(recordOf(exchange, this.#secrets));
  }

  /** The exchanges that are kept, oldest first. */
  exchanges(): Exchange[] {
    return this.#journal.records().map((record) => exchangeOf(record, REDACTION));
  }

  clear(): void {
    this.#journal.clear(this.#journal.records().at(-1)?.id ?? 0);
  }
}

function recordOf(
  { id, at, received, duration, request, answer, operation, status, violations, notes }: WholeExchange,
  secrets: SeenSecrets,
): ExchangeRecord {
  return {
    id,
    at,
    received,
    duration,
    connection: undefined,
    method: request.method,
    url: secrets.hideInTarget(request.target),
    operation,
    status,
    clientId: '',
    tokenIsOurs: false,
    linkIsOurs: false,
    requestHeaders: secrets.hideInHeaders(request.rawHeaders),
    requestBody: keptBody(request.body, secrets),
    responseHeaders: headersOf({ rawHeaders: secrets.hideInHeaders(answer.rawHeaders) }),
    responseBody: keptBody(answer.body, secrets),
    ending: undefined,
    scenarios: [],
    variants: {},
    diagnostics: [...violations.map(describeViolation), ...notes],
  };
}

/** What is no text may hide a secret, so its length alone is kept. */
function keptBody(bytes: Buffer, secrets: SeenSecrets): KeptBody | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return secrets.hideInBody(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return bytes.length;
  }
}
