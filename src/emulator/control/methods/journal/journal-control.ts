/**
 * The journal of a sandbox: queries, verification, the judge, exports. Such work can take long, so it runs in steps
 * (generators). The control plane serves other requests between two steps; a test runs all steps at once.
 */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { mapInSteps, type Steps } from '../../../../common/steps.js';
import { NO_VARIANTS } from '../../../../contract/variants/variant-point.js';
import { namesOf } from '../../../domain/world/party-names.js';
import { callsAmong, sentByClients, type Exchange } from '../../../journal/exchange.js';
import { type Har, harOf } from '../../../journal/har.js';
import { wholeExchanges, type ExchangeRecord } from '../../../journal/exchange-record.js';
import { type SandboxFacts, prepareCriteria, selectExchanges } from '../../../journal/query.js';
import { exchangesBreaking, judge, mostSenders, passes } from '../../../judge/judge.js';
import type { EndpointContext } from '../../control-context.js';
import type { BehaviourOptions, ExplainedExchange, RecordedBehaviour, Schemas } from '../../documents.js';
import type { PactDocument, PactParties } from '../../pact-document.js';
import { takeStates, bundleOf, type Bundle } from '../../state/bundle.js';
import { coverageOf } from './coverage.js';
import { type ContractIn, explainExchange, sumUpExchanges } from './exchange-fidelity.js';
import type { ExchangeExpectation, JournalPart, JournalQuery } from './journal-criteria.js';
import { checkQuery, readExpectations } from './journal-criteria.js';
import { notFound } from '../../problem.js';
import { findParties } from '../world/find-parties.js';
import { repetitionOf } from './repeat-exchange.js';
import { RedactedJournal } from './redacted-journal.js';
import { type VerifiedExpectations, verifyExpectations } from './verify.js';

/** The most parties whose names contain the searched text. A common text such as `a` would find very many. */
const MOST_PARTIES = 100;

/** The methods for the journal of a sandbox: exchanges, verdicts, expectations and exports. */
export class JournalControl {
  readonly #sandbox: () => Sandbox;
  /** @internal For streams, and for code that needs the unredacted journal. */
  readonly redacted: RedactedJournal;
  readonly #context: EndpointContext;

  /** @internal */
  constructor(sandbox: () => Sandbox, context: EndpointContext) {
    this.#sandbox = sandbox;
    this.redacted = new RedactedJournal(sandbox, context);
    this.#context = context;
  }

  /**
   * The kept exchanges that match the query, oldest first, with secrets removed.
   * @throws Problem 422 if a name in the query is unknown
   */
  *exchanges(query: JournalQuery = {}): Steps<Exchange[]> {
    checkQuery(query, this.#context);
    const all = yield* this.#lazyExchanges();
    const facts = yield* this.#factsFor(query);
    const found = yield* selectExchanges(all, query, facts);

    return yield* wholeExchanges(found);
  }

  /** Number of the last exchange that the journal has removed because it was full; 0 if there is none. */
  get removedUpTo(): number {
    return this.redacted.rawJournal.removedUpTo;
  }

  /** One exchange, with the points that its response rests on, and the set-up that repeats it. @throws Problem 404 */
  *exchange(id: number): Steps<ExplainedExchange> {
    const exchange = yield* this.#existing(id);
    const repetition = repetitionOf(exchange, this.#sandbox().world.epoch, this.#context.catalogue);
    return { ...explainExchange(this.#contractByVariants(), exchange), repetition };
  }

  /** The exchange with this number. @throws Problem 404 if the journal does not have it */
  *#existing(id: number): Steps<Exchange> {
    const exchange = yield* this.redacted.exchange(id);
    if (exchange !== undefined) return exchange;

    const where = `the journal of sandbox "${this.#sandbox().id}"`;
    throw notFound(`There is no exchange ${id} in ${where}; ${this.#whyMissing(id)}.`);
  }

  /** Why an exchange is not in the journal. */
  #whyMissing(id: number): string {
    const { settings, issued } = this.#sandbox();
    const { removedForBytesUpTo } = this.redacted.rawJournal;
    if (id <= removedForBytesUpTo)
      return `exchanges up to ${removedForBytesUpTo} were removed because journals are limited in bytes (--journal-bytes-in-all)`;
    if (id <= issued.exchanges) return `the journal keeps the last ${settings.journalSize}`;

    return `it has had ${issued.exchanges} so far, and another journal began when it was reset or the emulator was started again`;
  }

  /**
   * Checks the exchanges against expectations. By default, the exchanges must meet them in this order.
   * @throws Problem 422 if a duration is invalid or a name is unknown
   */
  *verify(
    expect: readonly ExchangeExpectation[],
    { inOrder = true }: { readonly inOrder?: boolean | undefined } = {},
  ): Steps<VerifiedExpectations> {
    const expectations = readExpectations(expect, this.#context);
    const facts = yield* this.#factsFor({});
    const options = { ...facts, inOrder, removedUpTo: this.removedUpTo };
    const exchanges = yield* this.#lazyExchanges();

    return yield* verifyExpectations(sentByClients(exchanges), expectations, options);
  }

  /** The judge's verdicts on the consumer that made the requests. */
  *behaviour({ allowEmpty = false, ...strictness }: BehaviourOptions = {}): Steps<Schemas['Behaviour']> {
    const { id: sandbox, settings } = this.#sandbox();
    // Recorded traffic of the service comes with its verdicts: the exchanges alone do not give them.
    const recorded = settings.recorded?.behaviour as RecordedBehaviour | undefined;
    if (recorded !== undefined) return { sandbox, ...recorded };

    const exchanges = callsAmong(yield* this.#lazyExchanges());
    // The ID tells whether this is the default sandbox. A recording has another ID than the recorded sandbox.
    const senders = mostSenders(settings.recorded?.id ?? sandbox);
    const verdicts = yield* judge(exchanges, { senders, oneClient: settings.oneClient });

    return {
      sandbox,
      exchanges: exchanges.length,
      ...(this.removedUpTo > 0 && { removedUpTo: this.removedUpTo }),
      // By default, an empty journal does not pass: nothing was judged.
      passed: (allowEmpty || exchanges.length > 0) && passes(verdicts, strictness),
      verdicts,
    };
  }

  /** The `inferred` and `chosen` points of the contract that the exchanges rest on. */
  fidelity(): Steps<Schemas['SandboxFidelity']> {
    return sumUpExchanges(this.#contractByVariants(), this.#sandbox().id, this.redacted.lazyExchanges());
  }

  /**
   * Exchanges as an HTTP Archive (HAR).
   * @param origin where the emulator is reached
   */
  har(origin: string, exchanges: readonly Exchange[]): Har {
    const { id, settings } = this.#sandbox();
    const sandbox = { id: settings.recorded?.id ?? id, oneClient: settings.oneClient };
    const redactor = this.#context.redactorOf(this.#sandbox());

    return harOf(exchanges, { origin, version: this.#context.facts.version, sandbox, redactor });
  }

  /** All exchanges, or only the exchange with this number. @throws Problem 404 */
  *exchangesIn({ exchange }: JournalPart): Steps<Exchange[]> {
    if (exchange === undefined) return yield* this.redacted.exchanges();
    return [yield* this.#existing(exchange)];
  }

  /** The pact of all exchanges, or of the exchange with this number. @throws Problem 404, 422 */
  *pact({ exchange, ...parties }: PactParties & JournalPart): Steps<PactDocument> {
    const exchanges = yield* this.exchangesIn({ exchange });
    return yield* this.#context.pact(this.#sandbox(), exchanges, parties);
  }

  /** The bundle of the exchanges, which can be replayed. @throws Problem 409 if there are no exchanges */
  *bundle(): Steps<Bundle> {
    const sandbox = this.#sandbox();
    // Messages that break HTTP have numbers with fractions, such as 7.5. They change no state, so a replay omits them.
    const first = this.redacted.rawJournal.records().find(({ id }) => Number.isInteger(id));
    // The states are taken now, together with the list: new exchanges may arrive while the old ones are read.
    const states = takeStates(sandbox, first?.id);
    const exchanges = yield* this.redacted.exchanges();

    return bundleOf(sandbox, exchanges, states, this.#context, (value) => this.redacted.withoutSecrets(value));
  }

  /** Which operations, statuses and scenarios the exchanges have covered, and which ones never. */
  coverage(): Steps<Schemas['Coverage']> {
    const { id, settings } = this.#sandbox();
    const contract = this.#context.contracts.in(settings);
    const records = sentByClients(this.redacted.rawJournal.records());

    return coverageOf(id, records, { contract, catalogue: this.#context.catalogue });
  }

  /** Removes all exchanges, and the recording from which a bundle would be made. */
  clear(): void {
    const sandbox = this.#sandbox();
    this.#context.beforeRemovingExchanges(sandbox.id);
    this.redacted.rawJournal.clear(sandbox.issued.exchanges);
    sandbox.forget();
  }

  /** Calls `follower` with each new exchange. @returns a function that stops the calls */
  follow(follower: (exchange: Exchange) => void): () => void {
    const onExchange = (record: ExchangeRecord): void => follower(this.redacted.exchangeOf(record));
    return this.redacted.rawJournal.follow({ onExchange });
  }

  /**
   * All exchanges, in steps. Their messages are read on first access, so a search by status alone reads no messages.
   */
  #lazyExchanges(): Steps<Exchange[]> {
    return mapInSteps(this.redacted.lazyExchanges(), (exchange) => exchange);
  }

  /**
   * Returns a function that tells whether an exchange matches a search in the inspector. A part of a name is enough to
   * find a party.
   * @throws Problem 422 if a name in the query is unknown
   */
  *matcher(query: JournalQuery): Steps<(exchange: Exchange) => boolean> {
    checkQuery(query, this.#context);
    const { world } = this.#sandbox();
    const facts = yield* this.#factsFor(query);
    const namesLike = (part: string): ReadonlySet<string> => {
      const { parties } = findParties(world, { search: part, limit: MOST_PARTIES });
      const found = parties.flatMap((party) => [...namesOf(party)]);
      return new Set([...facts.namesOfParty!(part), ...found]);
    };

    const criteria = prepareCriteria(query, { ...facts, namesOfParty: namesLike });

    return (exchange) => criteria.every(({ holds }) => holds(exchange));
  }

  /** Returns a function that finds the contract of an exchange: requests may choose variants for themselves. */
  #contractByVariants(): ContractIn {
    const { revision } = this.#sandbox().settings;
    return (variants = NO_VARIANTS) => this.#context.contracts.in({ revision, variants });
  }

  /**
   * What criteria need to know of the sandbox. The judge works only if the query names a rule, because it takes long.
   */
  *#factsFor({ rule }: Pick<JournalQuery, 'rule'>): Steps<SandboxFacts> {
    const { world, settings } = this.#sandbox();
    const breakingRule = rule && exchangesBreaking(rule, yield* this.#lazyExchanges(), settings.oneClient);

    // A test may name a party by its ID, by a credential's ID, or by an address or user name.
    const namesOfParty = (name: string): ReadonlySet<string> => {
      const [ofHandle] = world.partiesByHandle(name.toLowerCase());
      const party = world.party(name) ?? world.holding(name)?.party ?? ofHandle;
      return new Set(party === undefined ? [name] : namesOf(party));
    };

    return {
      namesOfParty,
      ...(breakingRule && { breakingRule }),
      // How long an open exchange takes so far. Another emulator received the exchanges of a recording: none is open.
      ...(settings.recorded === undefined && { elapsed: () => performance.now() - this.#context.startedAt }),
    };
  }
}
