/** The journal of a sandbox, asked in many ways. */

import type { Contracts } from '../contract/variants/contracts.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { parseDuration } from '../domain/time/duration.js';
import { createRedaction, type Redaction } from '../journal/redaction.js';
import { SEAL_BYTES } from '../domain/tokens/link-tokens.js';
import { SECRET_PLACES } from '../domain/world/secret-places.js';
import { namesOf } from '../domain/world/base.js';
import { type ExchangeRecord, exchangeOf } from '../journal/exchange-record.js';
import type { Exchange } from '../journal/exchange.js';
import type { Expectation } from '../journal/expectation.js';
import { type Har, harOf } from '../journal/har.js';
import type { Journal, Journals } from '../journal/journal.js';
import { type CriteriaContext, type ExchangeQuery, selectExchanges } from '../journal/query.js';
import { type Verification, verifyExchanges } from '../journal/verify.js';
import { judge, passes } from '../judge/judge.js';
import type { Verdict } from '../judge/rule.js';
import type { ControlContext } from './control-context.js';
import {
  type ExplainedExchange,
  explainExchange,
  type RevisedContracts,
  type SandboxFidelity,
  sumUpExchanges,
} from './exchange-guesses.js';
import { notThere, unusable } from './problem.js';

/** What is expected of the exchanges in a journal. */
export interface ExchangeExpectation extends Omit<Expectation, 'within' | 'after'> {
  /** How long after the last exchange of the expectation before, by the sandbox's clock: `PT30S`, or milliseconds. */
  readonly within?: string | number;
}

/** What the judge says of a consumer. */
export interface Behaviour {
  /** The sandbox's ID. */
  readonly sandbox: string;
  /** How many exchanges were looked at. */
  readonly exchanges: number;
  /** Whether no rule was broken. */
  readonly passed: boolean;
  readonly verdicts: readonly Verdict[];
}

export class JournalControl {
  readonly #sandbox: () => Sandbox;
  readonly #journals: Journals;
  readonly #version: string;
  readonly #contracts: Contracts;

  constructor(
    sandbox: () => Sandbox,
    { journals, facts, contracts }: Pick<ControlContext, 'journals' | 'facts' | 'contracts'>,
  ) {
    this.#sandbox = sandbox;
    this.#journals = journals;
    this.#version = facts.version;
    this.#contracts = contracts;
  }

  /** The exchanges that are kept and meet the query, oldest first, secrets taken out. */
  exchanges(query: ExchangeQuery = {}): Exchange[] {
    return selectExchanges(this.#all(), query, this.#criteriaContext());
  }

  /** One exchange, with the guesses that its answer rests on. @throws Problem 404 */
  exchange(id: number): ExplainedExchange {
    const record = this.#journal().record(id);
    if (record === undefined)
      throw notThere(
        `There is no exchange ${id} in the journal of sandbox "${this.#sandbox().id}"; it may have made room for later ones.`,
      );
    return explainExchange(this.#revised(), exchangeOf(record, this.#redaction()));
  }

  /**
   * Checks what is expected of the exchanges, one after the other unless `inOrder` says otherwise.
   * @throws Problem 422
   */
  verify(
    expect: readonly ExchangeExpectation[],
    { inOrder = true }: { readonly inOrder?: boolean } = {},
  ): Verification {
    const expectations = expect.map(({ within, ...expectation }, at): Expectation => {
      return within === undefined
        ? expectation
        : { ...expectation, within: millisecondsOf(within, `/expect/${at}/within`) };
    });
    return verifyExchanges(this.#all(), expectations, { ...this.#criteriaContext(), inOrder });
  }

  /** What the exchanges tell about whoever made them. */
  behaviour(): Behaviour {
    const exchanges = this.#all();
    const verdicts = judge(exchanges);
    return { sandbox: this.#sandbox().id, exchanges: exchanges.length, passed: passes(verdicts), verdicts };
  }

  /** The `inferred` and `chosen` points of the contract that the exchanges rest on. */
  fidelity(): SandboxFidelity {
    return sumUpExchanges(this.#revised(), this.#sandbox().id, this.#all());
  }

  /** The exchanges as an HTTP Archive; `origin` is where the emulator is reached. */
  har(origin: string): Har {
    return harOf(this.#all(), { origin, version: this.#version });
  }

  /** Forgets all exchanges so far. */
  clear(): void {
    const sandbox = this.#sandbox();
    this.#journal().clear(sandbox.issued.exchanges);
    sandbox.recording.clear();
  }

  /** Tells of every exchange from now on, until the function that is returned is called; `onEnd` is called when the sandbox goes first. */
  follow(follower: (exchange: Exchange) => void, onEnd: () => void = () => undefined): () => void {
    const redaction = this.#redaction();
    const onExchange = (record: ExchangeRecord): void => {
      follower(exchangeOf(record, redaction));
    };
    return this.#journal().follow({ onExchange, onEnd });
  }

  #revised(): RevisedContracts {
    return { contracts: this.#contracts, revision: this.#sandbox().settings.revision };
  }

  #all(): Exchange[] {
    const redaction = this.#redaction();
    return this.#journal()
      .records()
      .map((record) => exchangeOf(record, redaction));
  }

  #journal(): Journal {
    return this.#journals.of(this.#sandbox());
  }

  #redaction(): Redaction {
    const { clientSecret } = this.#sandbox().settings;
    return createRedaction({ clientSecret, sealBytes: SEAL_BYTES, ...SECRET_PLACES });
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

function millisecondsOf(within: string | number, pointer: string): number {
  const length = typeof within === 'number' ? within : parseDuration(within);
  if (length === undefined || length < 0)
    throw unusable(
      'This is no duration',
      `Expected a duration such as "PT30S" or "30s", found ${JSON.stringify(within)}.`,
      pointer,
    );
  return length;
}
