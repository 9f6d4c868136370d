/** The journal of a sandbox as others may see it: with the secrets of the sandbox and of its clients removed. */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { allAtOnce, type Steps } from '../../../../common/steps.js';
import { resemblesLinkToken } from '../../../domain/tokens/link-tokens.js';
import { SECRET_PLACES } from '../../../domain/world/secret-places.js';
import { type ExchangeRecord, exchangeOf, outlineOf } from '../../../journal/exchange-record.js';
import type { Exchange, ExchangeOutline, KeptBody } from '../../../journal/exchange.js';
import type { Journal } from '../../../journal/journal.js';
import { MARKERS } from '../../../journal/markers.js';
import { NothingToRemove } from '../../../journal/recorded-exchange.js';
import { type Learnable, Redaction } from '../../../journal/redaction.js';
import type { ControlContext } from '../../control-context.js';

/** The exchanges of one step. One with large messages takes milliseconds. */
const STEP = 10;
/** A body that is larger holds no token. */
const LARGE_BODY = 4_096;

type RedactionContext = Pick<ControlContext, 'journals' | 'linkTokens' | 'controlToken'>;

export class RedactedJournal {
  readonly #sandbox: () => Sandbox;
  readonly #context: RedactionContext;
  /** For outlines. It is kept, because to make one takes longer than an outline. */
  #outlineRedaction: Redaction | undefined;
  #lastLearned: Learnable | undefined;

  constructor(sandbox: () => Sandbox, context: RedactionContext) {
    this.#sandbox = sandbox;
    this.#context = context;
  }

  /** The journal itself, secrets included. */
  get journal(): Journal {
    return this.#context.journals.of(this.#sandbox());
  }

  /** All exchanges, oldest first, in steps; with `newest`, only that many. */
  *exchangesInSteps(newest?: number): Steps<Exchange[]> {
    const exchanges: Exchange[] = [];
    yield* this.forEachInSteps((exchange) => exchanges.push(exchange), newest);
    return exchanges;
  }

  /** Calls `act` with each of them, in steps. All in memory together would keep the garbage collector busy. */
  *forEachInSteps(act: (exchange: Exchange) => void, newest?: number): Steps<void> {
    const redaction = yield* this.learnInSteps();
    const records = this.journal.records();
    const wanted = newest === undefined ? records : records.slice(Math.max(0, records.length - newest));
    for (const [at, record] of wanted.entries()) {
      act(exchangeOf(record, redaction));
      if (at % STEP === STEP - 1) yield;
    }
  }

  /** Learns the secrets of all exchanges so far, in steps. */
  *learnInSteps(): Steps<Redaction> {
    const redaction = this.#newRedaction();
    let learned = 0;
    for (const record of this.journal.unlearned()) {
      redaction.learn(record);
      if (++learned % STEP === 0) yield;
    }
    return redaction;
  }

  /** One exchange; undefined if it is not in the journal, or no longer. */
  exchange(id: number): Exchange | undefined {
    const record = this.journal.record(id);
    return record && exchangeOf(record, this.#redaction());
  }

  /** Shows exchanges as they come. */
  exchangeReader(): (record: ExchangeRecord) => Exchange {
    const redaction = this.#redaction();
    return (record) => {
      if (!this.journal.isLearned(record.id)) redaction.learn(record);
      return exchangeOf(record, redaction);
    };
  }

  /** What one line says of an exchange that is just over. */
  outline(record: ExchangeRecord): ExchangeOutline {
    return outlineOf(record, this.learnForOutlines(record));
  }

  /**
   * Learns the secrets of an exchange that is just over, for the outlines of others. Parts that the last exchange had
   * too are not read again: a client sends most headers with every request.
   */
  learnForOutlines({ url, requestHeaders, requestBody, responseBody, method }: ExchangeRecord): Redaction {
    const redaction = (this.#outlineRedaction ??= this.#newRedaction());
    const last = this.#lastLearned;
    // Large bodies are not searched: their secrets are for later exchanges, and the search takes milliseconds. Nor are
    // responses to GET: tokens and links are issued by POST, and the search would take longer than the exchange.
    const learned = {
      url,
      requestHeaders,
      requestBody: ifSmall(requestBody),
      responseBody: method === 'GET' ? undefined : ifSmall(responseBody),
    };
    this.#lastLearned = learned;
    if (hasSameParts(learned, last)) return redaction;
    redaction.learn({
      url: url === last?.url ? '' : url,
      requestHeaders: requestHeaders === last?.requestHeaders ? [] : requestHeaders,
      requestBody: learned.requestBody === last?.requestBody ? undefined : learned.requestBody,
      responseBody: learned.responseBody === last?.responseBody ? undefined : learned.responseBody,
    });
    return redaction;
  }

  /** A JSON value without the secrets. */
  withoutSecrets<Value>(value: Value): Value {
    return this.#redaction().json(value);
  }

  /** Knows the secrets of all exchanges so far. */
  #redaction(): Redaction {
    return allAtOnce(this.learnInSteps());
  }

  #newRedaction(): Redaction {
    const { secrets } = this.journal;
    const { clientSecret, recordedClientId } = this.#sandbox().settings;
    if (recordedClientId !== undefined) return new Redaction({ ...SECRET_PLACES, values: new NothingToRemove() });
    secrets.addOwn(clientSecret);
    const { controlToken, linkTokens } = this.#context;
    if (controlToken !== undefined) secrets.addOwn(controlToken, MARKERS.otherSecret);
    return new Redaction({
      ...SECRET_PLACES,
      values: secrets,
      clientSecret,
      isMadeUp: (name) => this.#sandbox().world.base.population.indexOfPartyId(name) !== undefined,
      tokenForms: {
        jwt: (headerAndClaims) => `${headerAndClaims}.${MARKERS.signature}`,
        link: (text) => {
          if (!resemblesLinkToken(text)) return undefined;
          const body = linkTokens.withoutSeal(text);
          return body === undefined ? MARKERS.otherSecret : `${body.toString('base64url')}.${MARKERS.seal}`;
        },
      },
    });
  }
}

/** Makes the outline of an exchange that is just over when it is first asked for, and then keeps it. */
export function outlineMaker(
  context: RedactionContext,
): (record: ExchangeRecord, sandbox: Sandbox) => () => ExchangeOutline {
  const journals = new WeakMap<Sandbox, RedactedJournal>();
  return (record, sandbox) => {
    let outline: ExchangeOutline | undefined;
    return () => {
      if (outline !== undefined) return outline;
      const journal = journals.get(sandbox) ?? new RedactedJournal(() => sandbox, context);
      journals.set(sandbox, journal);
      return (outline = journal.outline(record));
    };
  };
}

function hasSameParts(one: Learnable, other: Learnable | undefined): boolean {
  return (
    one.url === other?.url &&
    one.requestHeaders === other.requestHeaders &&
    one.requestBody === other.requestBody &&
    one.responseBody === other.responseBody
  );
}

function ifSmall(body: KeptBody | undefined): KeptBody | undefined {
  return typeof body === 'number' || body === undefined || body.length < LARGE_BODY ? body : body.length;
}
