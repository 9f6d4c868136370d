/** Judges how a consumer behaves, from the exchanges in a journal. */

import { allAtOnce, type Steps } from '../../common/steps.js';
import { ofCalls, summaryOf, type Exchange } from '../journal/exchange.js';
import { experimentIn, suspicionIn } from './could-have-seen.js';
import { proofIn, proofOfOrder } from './proof.js';
import { type Evidence, Examination, type Offence, type Rule, type Verdict } from './rule.js';
import { RULES } from './rules.js';
import { runsOf } from './series.js';

/** How many series of offences a verdict shows, or how many exchanges that follow the rule. */
const MOST_SHOWN = 10;
/** How many requests of an offence a verdict shows. */
const MOST_REQUESTS = 5;

/** Which verdicts fail the consumer. */
export interface Strictness {
  /** Whether a suspected rule fails the consumer like a broken one. Default: false. */
  readonly strict?: boolean;
}

export interface JudgeOptions {
  /** The most clients (or tests of one client) that may have sent the requests; Infinity if unknown. Default: 1. */
  readonly senders?: number;
  /** Whether the sandbox is declared to have one client that sends requests in sequence. Then their order is proof. */
  readonly oneClient?: boolean;
  /** Whether a right client may have sent the requests of an offence. Default: none may. */
  readonly mayBeRight?: (rule: Rule, exchanges: readonly Exchange[]) => boolean;
  /** Says why an exchange of a recording says nothing about a rule; undefined if it does. Default: each one does. */
  readonly silence?: (rule: Rule, exchange: Exchange) => string | undefined;
  /** The doubt about offences that several senders may have committed together. Default: with advice on sandboxes. */
  readonly doubtOfSenders?: string;
}

/** The doubt about rules that presume one client. */
const MAY_BE_SEVERAL =
  'Several clients, such as a fresh one for each test, may use the sandbox; give each a sandbox of its own, or state with oneClient that there is one.';

/** The doubt about requests that one client may send in several tests. */
const MAY_BE_OF_TESTS = 'Several tests may have sent the requests; give each a sandbox of its own.';

/** How many clients, or tests of one client, may use a sandbox. Any number may use the default one, without set-up. */
export function mostSenders(sandbox: string): number {
  return sandbox === 'default' ? Infinity : 1;
}

/** A verdict for each rule, in the order of the rules. */
export function* judge(exchanges: readonly Exchange[], options: JudgeOptions = {}): Steps<Verdict[]> {
  const { senders = 1, oneClient = false, silence = () => undefined, mayBeRight = () => false } = options;
  const inOrder = inOrderOf(exchanges);
  const { proof, refutation } = evidenceIn(inOrder, oneClient);
  const suspicion = suspicionIn(inOrder, proof);
  const isOneClient = oneClient && refutation === undefined;
  const verdicts: Verdict[] = [];

  for (const rule of RULES) {
    yield;
    const silences = inOrder.map((exchange) => silence(rule, exchange));
    const telling = inOrder.filter((_, at) => silences[at] === undefined);
    const proven = yield* examined(rule, telling, proof);
    const mayBeClients = rule.presumesOneClient === true;
    const mostHere = isOneClient && mayBeClients ? 1 : senders;
    const certain = proven.offences.filter((one) => isMistake(one, mostHere) && !mayBeRight(rule, one.exchanges));

    if (certain.length > 0) verdicts.push(accusation(rule, certain, 'fail'));
    else if (proven.offences.length > 0) {
      const doubt = options.doubtOfSenders ?? (mayBeClients ? MAY_BE_SEVERAL : MAY_BE_OF_TESTS);
      verdicts.push(accusation(rule, proven.offences, 'suspected', doubt));
    } else {
      // A rule without `doubt` examines single requests. Times add nothing to its evidence.
      const suspected = rule.doubt === undefined ? proven : yield* examined(rule, telling, suspicion);
      verdicts.push(verdictWithoutProof(rule, suspected, silences.find(Boolean)));
    }
  }

  return refutation === undefined ? verdicts : verdicts.map((verdict) => withDoubt(verdict, refutation));
}

/** Whether an offence has more requests than the senders may send together without a mistake. */
function isMistake({ exchanges, mostOfOne = 0 }: Offence, senders: number): boolean {
  return mostOfOne === 0 || exchanges.length > mostOfOne * senders;
}

/** @returns the proof, and a sentence if exchanges refute that one client sent its requests one after the other */
function evidenceIn(
  inOrder: readonly Exchange[],
  oneClient: boolean,
): { readonly proof: Evidence; readonly refutation?: string } {
  if (!oneClient) return { proof: proofIn(inOrder) };

  const order = proofOfOrder(inOrder);
  if ('proof' in order) return order;

  const numbers = order.overlap.map(({ id }) => `#${id}`).join(' and ');
  const refutation = `Requests ${numbers} were under way at once, so oneClient does not hold.`;
  return { proof: proofIn(inOrder), refutation };
}

function withDoubt(verdict: Verdict, doubt: string): Verdict {
  return verdict.verdict === 'suspected' ? { ...verdict, doubt: `${doubt} ${verdict.doubt ?? ''}` } : verdict;
}

function* examined(rule: Rule, exchanges: readonly Exchange[], evidence: Evidence): Steps<Examination> {
  const examination = new Examination();
  yield* rule.examine(exchanges, evidence, examination) ?? [];
  return examination;
}

function offencesAgainst(rule: Rule, exchanges: readonly Exchange[], evidence: Evidence): readonly Offence[] {
  return allAtOnce(examined(rule, exchanges, evidence)).offences;
}

/**
 * The exchanges to judge, in the order of arrival (their numbers follow the order of handling). Requests that the
 * emulator refused because of its own headers are left out: they say nothing about how the client treats the service.
 */
function inOrderOf(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges
    .filter(({ sentByEmulator, refusedByEmulator }) => sentByEmulator !== true && refusedByEmulator !== true)
    .sort((a, b) => a.received - b.received || a.id - b.id);
}

/** The numbers of all exchanges that break the rule with this ID, certainly or perhaps. */
export function exchangesBreaking(
  id: string,
  exchanges: readonly Exchange[],
  { oneClient = false }: JudgeOptions = {},
): ReadonlySet<number> {
  const inOrder = inOrderOf(exchanges);
  const { proof } = evidenceIn(inOrder, oneClient);
  const rule = RULES.find((candidate) => candidate.id === id)!;
  const proven = offencesAgainst(rule, inOrder, proof);
  const offences = proven.length > 0 ? proven : offencesAgainst(rule, inOrder, suspicionIn(inOrder, proof));

  return new Set(offences.flatMap((offence) => offence.exchanges.map((exchange) => exchange.id)));
}

/** A violation of a rule that an experiment shows. */
export interface ShownOffence {
  readonly rule: Rule;
  readonly offence: Offence;
  /** Whether the exchanges prove the offence without the experiment. */
  readonly isProven: boolean;
}

/**
 * The violations that an experiment suggests. They are no proof by themselves. But if they involve an exchange whose
 * response the experiment changed, and are absent without that change, then the client acted on the response.
 * @param usual the exchanges without the experiment
 */
export function offencesOfExperiment(
  exchanges: readonly Exchange[],
  usual: readonly Exchange[] = exchanges,
  { oneClient = false }: JudgeOptions = {},
): ShownOffence[] {
  const inOrder = ofCalls(exchanges).toSorted((a, b) => a.received - b.received || a.id - b.id);
  const { proof } = evidenceIn(inOrder, oneClient);
  const evidence = experimentIn(inOrder, proof, usual);

  return RULES.flatMap((rule) => {
    const offences = offencesAgainst(rule, inOrder, evidence);
    const isCertain = offences.length === 0 || rule.doubt === undefined;
    const proven = isCertain ? offences : offencesAgainst(rule, inOrder, proof);

    return offences.map((offence) => {
      const isWithin = ({ exchanges }: Offence): boolean => exchanges.every((one) => offence.exchanges.includes(one));
      return { rule, offence, isProven: proven.some(isWithin) };
    });
  });
}

/** Whether no rule was broken; with `strict`, also no rule may be suspected. */
export function passes(verdicts: readonly Verdict[], strictness: Strictness = {}): boolean {
  return verdicts.every((verdict) => !isFailure(verdict, strictness));
}

/** Whether the verdict fails the consumer. */
export function isFailure({ verdict }: Verdict, { strict = false }: Strictness): boolean {
  return verdict === 'fail' || (strict && verdict === 'suspected');
}

function accusation(
  { id, title, basis, remedy }: Rule,
  offences: readonly Offence[],
  verdict: 'fail' | 'suspected',
  doubt?: string,
): Verdict {
  const shown = seriesOf(offences)
    .slice(0, MOST_SHOWN)
    .map(({ exchanges, what }) => {
      const listed = exchanges.slice(0, MOST_REQUESTS);
      return { exchanges: listed.map((exchange) => exchange.id), requests: listed.map(summaryOf), what };
    });

  return {
    rule: id,
    title,
    basis,
    verdict,
    ...(doubt !== undefined && { doubt }),
    explanation: withCount(offences),
    remedy,
    exchanges: [...new Set(shown.flatMap((offence) => offence.exchanges))].toSorted((a, b) => a - b),
    offences: shown,
  };
}

/** Joins offences: a client that repeats its mistake commits one offence, not one for each request. */
function seriesOf(offences: readonly Offence[]): Offence[] {
  const series = runsOf(offences, ({ exchanges: [reason] }, last) => {
    // The last request of an offence is often the reason for the next one.
    const before = last.exchanges.at(-1);
    return before !== undefined && before.operation === reason!.operation && before.id >= reason!.id;
  });

  return series.map((repeated) => ({
    exchanges: [...new Set(repeated.flatMap(({ exchanges }) => exchanges))].toSorted((a, b) => a.id - b.id),
    what: withCount(repeated),
  }));
}

function withCount([first, ...more]: readonly Offence[]): string {
  return more.length === 0 ? first!.what : `${first!.what} And ${more.length} more.`;
}

/** @param silence why exchanges say nothing about the rule, if any do not */
function verdictWithoutProof(rule: Rule, { offences, followed, seenInstead }: Examination, silence?: string): Verdict {
  const { id, title, basis, precondition, doubt } = rule;
  if (offences.length > 0) return accusation(rule, offences, 'suspected', doubt);

  const about = { rule: id, title, basis };
  if (followed.length === 0) {
    const explanation = seenInstead ?? silence ?? `There was no ${precondition}.`;
    return { ...about, verdict: 'not-seen', explanation, exchanges: [], offences: [] };
  }

  const times = followed.length === 1 ? 'once' : `${followed.length} times`;
  return {
    ...about,
    verdict: 'pass',
    explanation: `Followed ${times}, never broken.`,
    exchanges: followed.slice(0, MOST_SHOWN).map((exchange) => exchange.id),
    count: followed.length,
    offences: [],
  };
}
