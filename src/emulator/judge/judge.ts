/** Judges how a consumer behaves, from the exchanges in a journal. */

import { allAtOnce, type Steps } from '../../common/steps.js';
import { callsAmong, type Exchange } from '../journal/exchange.js';
import { experimentIn, suspicionIn } from './could-have-seen.js';
import { proofIn, proofOfOrder } from './proof.js';
import { type Evidence, Examination, type Offence, type Rule, type Verdict } from './rule.js';
import { RULES } from './rules.js';
import { accusation, verdictWithoutProof } from './verdicts.js';

/** Which verdicts fail the consumer. */
export interface Strictness {
  /** Whether a suspected rule fails the consumer like a broken one. Default: false. */
  readonly strict?: boolean;
}

/** What is known about the senders of the requests, and what the judgement leaves open. */
export interface JudgeOptions {
  /** The most clients (or tests of one client) that may have sent the requests; Infinity if unknown. Default: 1. */
  readonly senders?: number;
  /** Whether the sandbox is declared to have one client that sends requests in sequence. Then their order is proof. */
  readonly oneClient?: boolean;
  /** Whether a client without a mistake may have sent the requests of an offence. Default: no such client may. */
  readonly mayBeRight?: (rule: Rule, exchanges: readonly Exchange[]) => boolean;
  /**
   * Returns why an exchange of a recording says nothing about a rule; undefined if the exchange says something.
   * Default: each exchange says something.
   */
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

/**
 * A verdict for each rule, in the order of the rules. The judge examines the exchanges first with evidence that is
 * proof. If that shows no offence, it examines them with evidence from times, by which a rule is only suspected.
 */
export function* judge(exchanges: readonly Exchange[], options: JudgeOptions = {}): Steps<Verdict[]> {
  const inOrder = callsInOrder(exchanges);
  const { proof, refutation } = evidenceIn(inOrder, options.oneClient);
  const suspicion = suspicionIn(inOrder, proof);
  const isOneClient = options.oneClient === true && refutation === undefined;
  const { senders = 1 } = options;
  const verdicts: Verdict[] = [];

  for (const rule of RULES) {
    // A long journal takes long for each rule, so the caller may do something else between two rules.
    yield;
    // What only several clients could seem to break is certain if there is one client, however many tests it runs.
    const sendersOfRule = isOneClient && rule.presumesOneClient === true ? 1 : senders;
    const verdict = yield* verdictOn(rule, inOrder, { proof, suspicion }, { ...options, senders: sendersOfRule });
    verdicts.push(refutation === undefined ? verdict : withDoubt(verdict, refutation));
  }

  return verdicts;
}

/** The verdict on one rule. @param options `senders`: how many senders count for this rule */
function* verdictOn(
  rule: Rule,
  exchanges: readonly Exchange[],
  { proof, suspicion }: Readonly<Record<'proof' | 'suspicion', Evidence>>,
  { senders = 1, silence = () => undefined, mayBeRight = () => false, doubtOfSenders }: JudgeOptions,
): Steps<Verdict> {
  const silences = exchanges.map((exchange) => silence(rule, exchange));
  const telling = exchanges.filter((_, at) => silences[at] === undefined);
  const proven = yield* examined(rule, telling, proof);
  const mistakes = proven.offences.filter((offence) => isMistake(offence, senders));
  const certain = mistakes.filter((mistake) => !mayBeRight(rule, mistake.exchanges));
  if (certain.length > 0) return accusation(rule, certain, 'fail');

  if (proven.offences.length > 0) {
    // The requests are proven, but several senders may have sent them without a mistake.
    const usualDoubt = rule.presumesOneClient === true ? MAY_BE_SEVERAL : MAY_BE_OF_TESTS;
    return accusation(rule, proven.offences, 'suspected', doubtOfSenders ?? usualDoubt);
  }

  // A rule without `doubt` examines single requests. Times add nothing to its evidence.
  const suspected = rule.doubt === undefined ? proven : yield* examined(rule, telling, suspicion);
  return verdictWithoutProof(rule, suspected, silences.find(Boolean));
}

/**
 * Whether an offence has more requests than the senders may send together without a mistake. An example: if each sender
 * may send a request once, two senders may send the request twice.
 */
function isMistake({ exchanges, allowedPerSender = 0 }: Offence, senders: number): boolean {
  // Without an allowance, an offence is a mistake whatever the number of senders is, even Infinity.
  return allowedPerSender === 0 || exchanges.length > allowedPerSender * senders;
}

/** @returns the proof, and a sentence if exchanges refute that one client sent its requests one after the other */
function evidenceIn(
  inOrder: readonly Exchange[],
  oneClient = false,
): { readonly proof: Evidence; readonly refutation?: string } {
  if (!oneClient) return { proof: proofIn(inOrder) };

  const order = proofOfOrder(inOrder);
  if ('proof' in order) return order;

  const numbers = order.overlap.map(({ id }) => `#${id}`).join(' and ');
  const refutation = `Requests ${numbers} were under way at once, so oneClient does not hold.`;
  return { proof: proofIn(inOrder), refutation };
}

/** Puts a further doubt before the doubt of a suspected rule. Other verdicts have no doubt. */
function withDoubt(verdict: Verdict, doubt: string): Verdict {
  if (verdict.verdict !== 'suspected') return verdict;
  return { ...verdict, doubt: `${doubt} ${verdict.doubt ?? ''}` };
}

/** What a rule finds in the exchanges. A rule that takes no steps returns nothing, so there is nothing to wait for. */
function* examined(rule: Rule, exchanges: readonly Exchange[], evidence: Evidence): Steps<Examination> {
  const examination = new Examination();
  yield* rule.examine(exchanges, evidence, examination) ?? [];
  return examination;
}

/** The offences against one rule. */
function offencesAgainst(rule: Rule, exchanges: readonly Exchange[], evidence: Evidence): readonly Offence[] {
  return allAtOnce(examined(rule, exchanges, evidence)).offences;
}

/**
 * The calls to judge, in the order of arrival (their numbers follow the order of handling). Requests that the emulator
 * refused because of its own headers are left out: they say nothing about how the client treats the service.
 */
function callsInOrder(exchanges: readonly Exchange[]): Exchange[] {
  const calls = callsAmong(exchanges).filter(({ refusedByEmulator }) => refusedByEmulator !== true);
  return calls.sort((one, other) => one.received - other.received || one.id - other.id);
}

/** The numbers of all exchanges that break the rule with this ID, certainly or perhaps. */
export function exchangesBreaking(id: string, exchanges: readonly Exchange[], oneClient: boolean): ReadonlySet<number> {
  const inOrder = callsInOrder(exchanges);
  const { proof } = evidenceIn(inOrder, oneClient);
  const rule = RULES.find((candidate) => candidate.id === id)!;
  const proven = offencesAgainst(rule, inOrder, proof);
  // As in `judge`, suspicion is asked only where nothing is proven.
  const offences = proven.length > 0 ? proven : offencesAgainst(rule, inOrder, suspicionIn(inOrder, proof));

  return new Set(offences.flatMap((offence) => offence.exchanges.map((exchange) => exchange.id)));
}

/** A violation of a rule that an experiment shows: a run of the client in which some responses were changed. */
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
  { oneClient }: JudgeOptions = {},
): ShownOffence[] {
  const inOrder = callsInOrder(exchanges);
  const { proof } = evidenceIn(inOrder, oneClient);
  const evidence = experimentIn(inOrder, proof, usual);

  const shown: ShownOffence[] = [];
  for (const rule of RULES) {
    const offences = offencesAgainst(rule, inOrder, evidence);
    if (offences.length === 0) continue;

    // A rule without `doubt` examines single requests, so that what it finds is proven with any evidence.
    const proven = rule.doubt === undefined ? offences : offencesAgainst(rule, inOrder, proof);
    for (const offence of offences) {
      // With proof, a rule may find a shorter series of the requests than with the evidence of the experiment.
      const involved = new Set(offence.exchanges);
      const isProven = proven.some((part) => part.exchanges.every((exchange) => involved.has(exchange)));
      shown.push({ rule, offence, isProven });
    }
  }

  return shown;
}

/** Whether no rule was broken; with `strict`, also no rule may be suspected. */
export function passes(verdicts: readonly Verdict[], strictness: Strictness = {}): boolean {
  return verdicts.every((verdict) => !failsConsumer(verdict, strictness));
}

/** Whether the verdict fails the consumer. */
export function failsConsumer({ verdict }: Verdict, { strict = false }: Strictness): boolean {
  return verdict === 'fail' || (strict && verdict === 'suspected');
}
