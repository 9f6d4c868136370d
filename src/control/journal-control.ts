/** The journal of a sandbox for tests: queries, verification, the judge, exports. */

import type { ServerResponse } from 'node:http';
import type { Contracts } from '../contract/variants/contracts.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { parseDuration } from '../domain/time/duration.js';
import { MARKERS } from '../journal/markers.js';
import { Redaction } from '../journal/redaction.js';
import { type LinkTokens, resemblesLinkToken } from '../domain/tokens/link-tokens.js';
import { SECRET_PLACES } from '../domain/world/secret-places.js';
import { namesOf } from '../domain/world/base.js';
import { type ExchangeRecord, exchangeOf, outlineOf } from '../journal/exchange-record.js';
import type { Exchange, ExchangeOutline, KeptBody } from '../journal/exchange.js';
import type { Expectation } from '../journal/expectation.js';
import { type Har, harOf } from '../journal/har.js';
import type { Journal, Journals } from '../journal/journal.js';
import { type CriteriaContext, selectExchanges } from '../journal/query.js';
import { type Verification, verifyExchanges } from '../journal/verify.js';
import { judge, passes, type Strictness } from '../judge/judge.js';
import type { Verdict } from '../judge/rule.js';
import type { Catalogue } from '../scenarios/scenario.js';
import type { ControlContext } from './control-context.js';
import {
  type ExplainedExchange,
  explainExchange,
  type RevisedContracts,
  type SandboxFidelity,
  sumUpExchanges,
} from './exchange-fidelity.js';
import { streamExchanges } from './exchange-stream.js';
import {
  checkExpectations,
  checkQuery,
  type ExchangeExpectation,
  type JournalQuery,
  type KnownNames,
} from './journal-criteria.js';
import { notFound, unprocessable } from './problem.js';

/** Options of the judge. */
export interface BehaviourOptions extends Strictness {
  /** Whether a sandbox without exchanges passes. Default: false. */
  readonly allowEmpty?: boolean;
}

/** The judge's verdicts on a consumer. */
export interface Behaviour {
  /** The sandbox's ID. */
  readonly sandbox: string;
  /** Number of exchanges that were judged. */
  readonly exchanges: number;
  /**
   * True if there are exchanges and they break no rule, and with `strict` none is suspected either. Without exchanges it is
   * false unless `allowEmpty` is set: what was not seen has not passed.
   */
  readonly passed: boolean;
  readonly verdicts: readonly Verdict[];
}

export class JournalControl {
  readonly #sandbox: () => Sandbox;
  readonly #journals: Journals;
  readonly #version: string;
  readonly #contracts: Contracts;
  readonly #catalogue: Catalogue;
  readonly #linkTokens: LinkTokens;
  readonly #controlToken: string | undefined;
  /** For outlines. It is kept, because to make one takes longer than an outline. */
  #outlineRedaction: Redaction | undefined;
  readonly #beforeForgetting: ControlContext['beforeForgetting'];

  constructor(
    sandbox: () => Sandbox,
    {
      journals,
      facts,
      contracts,
      linkTokens,
      catalogue,
      controlToken,
      beforeForgetting,
    }: Pick<
      ControlContext,
      'journals' | 'facts' | 'contracts' | 'catalogue' | 'linkTokens' | 'controlToken' | 'beforeForgetting'
    >,
  ) {
    this.#sandbox = sandbox;
    this.#journals = journals;
    this.#version = facts.version;
    this.#contracts = contracts;
    this.#catalogue = catalogue;
    this.#linkTokens = linkTokens;
    this.#controlToken = controlToken;
    this.#beforeForgetting = beforeForgetting;
  }

  /**
   * The kept exchanges that match the query, oldest first, with secrets removed.
   * @throws Problem 422 if a name in the query is unknown
   */
  exchanges(query: JournalQuery = {}): Exchange[] {
    checkQuery(query, this.#knownNames());
    const { limit, ...criteria } = query;
    const records = this.#journal().records();
    // Without other criteria, only the newest are shown: to remove secrets takes longer than all the rest.
    const isWhole = limit === undefined || Object.keys(criteria).length > 0;
    const candidates = isWhole ? records : records.slice(Math.max(0, records.length - limit));
    return selectExchanges(this.#allShown(candidates), query, this.#criteriaContext());
  }

  /** One exchange, with the points that its response rests on. @throws Problem 404 */
  exchange(id: number): ExplainedExchange {
    const record = this.#journal().record(id);
    if (record === undefined)
      throw notFound(
        `There is no exchange ${id} in the journal of sandbox "${this.#sandbox().id}"; the journal keeps the last ${this.#sandbox().settings.journalSize}.`,
      );
    return explainExchange(this.#revised(), exchangeOf(record, this.#redaction()));
  }

  /**
   * Checks the exchanges against expectations: by default in this order, each on the exchanges after the one before.
   * @throws Problem 422 if a duration is invalid or a name is unknown
   */
  verify(
    expect: readonly ExchangeExpectation[],
    { inOrder = true }: { readonly inOrder?: boolean } = {},
  ): Verification {
    checkExpectations(expect, this.#knownNames());
    const expectations = expect.map(({ within, ...expectation }, at): Expectation => {
      return within === undefined
        ? expectation
        : { ...expectation, within: millisecondsOf(within, `/expect/${at}/within`) };
    });
    return verifyExchanges(this.#all(), expectations, { ...this.#criteriaContext(), inOrder });
  }

  /** The judge's verdicts on the consumer that made the requests. */
  behaviour({ allowEmpty = false, ...strictness }: BehaviourOptions = {}): Behaviour {
    const exchanges = this.#all();
    const verdicts = judge(exchanges);
    return {
      sandbox: this.#sandbox().id,
      exchanges: exchanges.length,
      passed: (allowEmpty || exchanges.length > 0) && passes(verdicts, strictness),
      verdicts,
    };
  }

  /** The `inferred` and `chosen` points of the contract that the exchanges rest on. */
  fidelity(): SandboxFidelity {
    return sumUpExchanges(this.#revised(), this.#sandbox().id, this.#all());
  }

  /** The exchanges as an HTTP Archive (HAR). @param origin where the emulator is reached */
  har(origin: string): Har {
    return harOf(this.#all(), { origin, version: this.#version });
  }

  /** A JSON value without the secrets of the sandbox and of its exchanges. */
  withoutSecrets<Value>(value: Value): Value {
    return this.#redaction().json(value);
  }

  /** Removes all exchanges. */
  clear(): void {
    const sandbox = this.#sandbox();
    this.#beforeForgetting(sandbox.id);
    this.#journal().clear(sandbox.issued.exchanges);
    sandbox.recording.clear();
  }

  /** What one line says of an exchange that is just over, secrets removed. */
  outline(record: ExchangeRecord): ExchangeOutline {
    const redaction = (this.#outlineRedaction ??= this.#newRedaction());
    // Its large bodies are not searched for secrets: their secrets are for later exchanges, and it would take milliseconds.
    const { responseBody, requestBody, ...others } = record;
    redaction.learn({ ...others, requestBody: ifSmall(requestBody), responseBody: ifSmall(responseBody) });
    return outlineOf(record, redaction);
  }

  /**
   * Calls `follower` with each exchange from now on, and `onEnd` if the sandbox is removed.
   * @returns a function that ends this
   */
  follow(follower: (exchange: Exchange) => void, onEnd: () => void = () => undefined): () => void {
    const show = this.#shower();
    const onExchange = (record: ExchangeRecord): void => {
      follower(show(record));
    };
    return this.#journal().follow({ onExchange, onEnd });
  }

  /**
   * Sends exchanges to a reader as server-sent events until it leaves or the sandbox is removed.
   * @param from number of the first exchange, if the journal still has it; default: the next exchange
   */
  stream(reader: ServerResponse, from?: number): void {
    streamExchanges(reader, { journal: this.#journal(), show: this.#shower(), from });
  }

  #revised(): RevisedContracts {
    return { contracts: this.#contracts, revision: this.#sandbox().settings.revision };
  }

  #all(): Exchange[] {
    return this.#allShown(this.#journal().records());
  }

  #allShown(records: readonly ExchangeRecord[]): Exchange[] {
    const redaction = this.#redaction();
    return records.map((record) => exchangeOf(record, redaction));
  }

  #journal(): Journal {
    return this.#journals.of(this.#sandbox());
  }

  /** Shows exchanges as they come. */
  #shower(): (record: ExchangeRecord) => Exchange {
    const redaction = this.#redaction();
    return (record) => {
      redaction.learn(record);
      return exchangeOf(record, redaction);
    };
  }

  /** Knows the secrets of all exchanges so far. */
  #redaction(): Redaction {
    const redaction = this.#newRedaction();
    for (const record of this.#journal().unlearned()) redaction.learn(record);
    return redaction;
  }

  #newRedaction(): Redaction {
    const journal = this.#journal();
    const { clientSecret } = this.#sandbox().settings;
    journal.secrets.addClientSecret(clientSecret);
    if (this.#controlToken !== undefined) journal.secrets.addOther(this.#controlToken);
    return new Redaction({
      ...SECRET_PLACES,
      values: journal.secrets,
      clientSecret,
      tokenForms: {
        jwt: (headerAndClaims) => `${headerAndClaims}.${MARKERS.signature}`,
        link: (text) => this.#withoutSeal(text),
      },
    });
  }

  #withoutSeal(text: string): string | undefined {
    if (!resemblesLinkToken(text)) return undefined;
    const body = this.#linkTokens.withoutSeal(text);
    return body === undefined ? MARKERS.otherSecret : `${body.toString('base64url')}.${MARKERS.seal}`;
  }

  #knownNames(): KnownNames {
    return { operations: [...this.#contracts.base.operations.keys()], scenarios: [...this.#catalogue.keys()] };
  }

  #criteriaContext(): CriteriaContext {
    const { world } = this.#sandbox();
    return {
      namesOfParty: (name) => {
        const party = world.party(name) ?? world.holding(name)?.party ?? world.partiesByHandle(name.toLowerCase())[0];
        return new Set(party === undefined ? [name] : namesOf(party));
      },
    };
  }
}

/** A body that is large holds no token. */
const LARGE_BODY = 4_096;

function ifSmall(body: KeptBody | undefined): KeptBody | undefined {
  return typeof body === 'number' || body === undefined || body.length < LARGE_BODY ? body : body.length;
}

function millisecondsOf(within: string | number, pointer: string): number {
  const length = typeof within === 'number' ? within : parseDuration(within);
  if (length === undefined || length < 0)
    throw unprocessable(
      'Invalid duration',
      `Expected a duration such as "PT30S" or "30s", found ${JSON.stringify(within)}.`,
      pointer,
    );
  return length;
}
