/** Looks at human scores: their numbers, the credentials that count, and the parties that have a score. */

import { timeOf } from '../../../traffic/values.js';
import { isObject, type Json, membersOf } from '../../../common/json.js';
import { DAY } from './credentials.js';
import { isApproved, isBlocked, itemsOf, listOf } from './rows.js';
import { AnswerLook, type Finding, fitting, noFit, onlyIf, STATED, stated, statedIf } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import type { SeenPage, WholeList } from './seen-page.js';

/** The confidence levels, from the lowest on. Each covers {@link STEP} units of the total. */
const LEVELS = ['low', 'medium-low', 'medium', 'medium-high', 'high'];
/** How much of the total each confidence level covers. */
const STEP = 20;
/** The most that each part of a score can contribute to the total. */
const MAXIMA = { accountAgeScore: 30, socialMetricsScore: 30, emailConsistencyScore: 20, providerCountScore: 20 };

/** The points that several methods look at. */
const APPROVAL = 'getHumanScores:approval';
const ARITHMETIC = 'HumanScoreResult.totalScore:arithmetic';
const BLOCKED = 'HumanScoreResult.totalScore:blocked';
const DEAD = 'HumanScoreResult.totalScore:dead-credentials';

/**
 * Looks at human scores. Each method sees the answers of the operation with its name. It yields sights: which
 * alternatives of a point fit what was seen. STATED is the alternative that the contract states.
 */
export class ScoreLook extends AnswerLook {
  /** Whether any score had decimals. If so, other scores are whole numbers by chance. */
  #hasDecimals = false;
  /** The users list, as it was last read from its beginning to its end. */
  #users: WholeList | undefined;

  getUsers(_: SeenExchange, page?: SeenPage): Iterable<Finding> {
    this.#users = page?.whole ?? this.#users;
    return [];
  }

  getHumanScoreByPartyId(exchange: SeenExchange): Iterable<Finding> {
    const { parameters, status, response } = exchange;
    if (status === 404) return this.#unscoredLook(exchange, parameters['partyId']);
    return isSuccess(exchange) ? this.#scoreLooks(exchange, membersOf(response.body)) : [];
  }

  *getHumanScores(exchange: SeenExchange, page?: SeenPage): Generator<Finding> {
    const whole = page?.whole;
    // A party that the whole list lacks has no score, unless something changed while it was read.
    if (whole !== undefined && this.facts.lastWrite < whole.from)
      for (const party of this.facts.rows.owners())
        if (!whole.rows.has(party)) yield* this.#unscoredLook(exchange, party);

    if (!isSuccess(exchange)) return;

    for (const score of itemsOf(exchange.response.body)) yield* this.#scoreLooks(exchange, score);
  }

  /**
   * Whether no row of the party has a successful KYC status. Only a users list that was read to its end has all rows.
   */
  #neverSucceeded(party: unknown): boolean {
    const listed = [...(this.#users?.rows.values() ?? [])].filter(({ partyId }) => partyId === party);

    return listed.length > 0 && ![...listed, ...this.facts.rows.of(party)].some(isSuccessful);
  }

  /** What one score shows: whether its party needs a successful KYC status, and whether a block ends the score. */
  *#scoreLooks(exchange: SeenExchange, { partyId, humanScore }: Json): Generator<Finding> {
    if (!isObject(humanScore)) return;

    yield* this.#numberLooks(humanScore);

    const { position } = exchange;
    const { totalScore } = humanScore;
    // These conditions say which rows of the users list the party had. Later rows decide that, so they are functions
    // that are called after the last exchange.
    const had = (condition: (row: Json) => boolean): boolean =>
      this.facts.hadRow(position, partyId, (row) => isApproved(row) && condition(row));
    const hadSuccess = (): boolean => had(isSuccessful);
    const hadOther = (): boolean => had((row) => !isSuccessful(row));
    const wasBlocked = (): boolean => had(isBlocked);
    const hadValidThoughBlocked = (): boolean => wasBlocked() && this.facts.validAt(position, partyId).length > 0;

    // Whether only parties with a successful KYC status have scores.
    if (totalScore !== undefined && !this.facts.isUnknown(partyId)) {
      const seen = stated(APPROVAL, 'a score without a successful KYC status');
      yield onlyIf(seen, () => hadOther() && this.#neverSucceeded(partyId), partyId);
    }

    // Whether a block ends the score. A score above 0 without a valid credential belongs to another point: expired or
    // rejected credentials count there.
    if (totalScore !== 0) yield onlyIf(fitting(BLOCKED, ['unaffected'], 'above 0'), hadValidThoughBlocked, partyId);
    else {
      const seen = fitting(APPROVAL, [STATED, 'kyc-status'], 'a score without a valid credential');
      yield onlyIf(seen, () => hadSuccess() && !wasBlocked(), partyId);
      yield onlyIf(stated(BLOCKED, '0'), wasBlocked, partyId);
    }

    yield* this.#countedLooks(exchange, partyId, humanScore);
    yield* ageLook(exchange, membersOf(humanScore['details']));
  }

  /** Whether the numbers of a score fit together: the sum, decimals, and the confidence level. */
  *#numberLooks(score: Json): Generator<Finding> {
    const { totalScore: total, breakdown, confidenceLevel } = score;
    const parts = Object.entries(MAXIMA).map(([name, most]) => [Number(membersOf(breakdown)[name]), most] as const);
    if (typeof total !== 'number' || total < 0 || parts.some(([part]) => Number.isNaN(part))) return;

    const sum = Object.values(membersOf(breakdown)).reduce<number>((before, part) => before + Number(part), 0);
    const numbers = [total, ...parts.map(([part]) => part)];
    // A total of 0, or the most of every part, is a whole number in any case.
    const mayBeDecimal = total > 0 && parts.some(([part, most]) => part < most);

    // The parts may be rounded, so the sum need not be exact.
    if (Math.abs(sum - total) >= 0.01) yield noFit(ARITHMETIC, 'not the sum of the breakdown');
    else if (!numbers.every(Number.isInteger)) {
      this.#hasDecimals = true;
      yield fitting(ARITHMETIC, ['decimal'], 'a decimal');
    } else if (mayBeDecimal) yield onlyIf(stated(ARITHMETIC, 'a whole number'), () => !this.#hasDecimals);

    if (!LEVELS.includes(String(confidenceLevel))) return;

    // The highest level includes the greatest total, 100.
    const level = LEVELS[Math.min(LEVELS.length - 1, Math.floor(total / STEP))]!;
    const isLevel = confidenceLevel === level;
    yield statedIf(isLevel, 'HumanScoreResult.confidenceLevel:thresholds', level, 'another level');
  }

  /** Whether dead credentials (rejected or expired) count for the score. */
  *#countedLooks({ position }: SeenExchange, party: unknown, humanScore: Json): Generator<Finding> {
    const { accountAges } = membersOf(humanScore['details']);
    const counted = listOf(accountAges).map(({ provider }) => provider);

    for (const { id, kycProvider } of this.facts.rows.of(party)) {
      const isCounted = counted.includes(kycProvider);
      // A score that counts the credential fits the variant `counted`, and any other score what the contract states.
      const seen = isCounted ? fitting(DEAD, ['counted'], 'counted') : stated(DEAD, 'not counted');
      // The row shows something only if it was one of a dead credential before and after the score was read.
      yield onlyIf(seen, () => this.facts.rows.heldAt(position, id, isOfDead), party);
    }
  }

  /** What a party without a score shows, although it has approved a request: which approval the service demands. */
  *#unscoredLook({ position, operation }: SeenExchange, party: unknown): Generator<Finding> {
    const point = `${operation!.id}:approval`;
    for (const row of this.facts.rows.of(party).filter(isApproved)) {
      // The alternatives demand an approved request, a successful KYC status, or a valid credential.
      const fits = isSuccessful(row) ? ['valid-credential'] : ['kyc-status', 'valid-credential'];
      const isSame = ({ reqStatus, kycStatus }: Json): boolean =>
        reqStatus === row['reqStatus'] && kycStatus === row['kycStatus'];
      const seen = fitting(point, fits, 'no score of an approved user');
      // The row counts only if it did not change around this exchange.
      yield onlyIf(seen, () => this.facts.rows.heldAt(position, row['id'], isSame), party);
    }
  }
}

/** Whether a row shows an approved request whose credential is dead. */
function isOfDead(row: Json): boolean {
  const isDead = row['kycStatus'] === 'REJECTED' || row['kycStatus'] === 'EXPIRED';
  return isDead && isApproved(row) && !isBlocked(row);
}

/** Whether a row has a successful KYC status, however it is written. */
function isSuccessful({ kycStatus }: Json): boolean {
  return /^(?:approved|successful)$/i.test(String(kycStatus));
}

/** Whether ages of accounts are the days since their creation. */
function* ageLook({ date }: SeenExchange, { accountAges, socialMetrics }: Json): Generator<Finding> {
  for (const { provider, ageInDays } of listOf(accountAges)) {
    const metrics = listOf(socialMetrics).find((one) => one['provider'] === provider);
    const age = Math.floor((date - timeOf(metrics?.['accountCreatedAt'])) / DAY);
    if (Number.isNaN(age) || typeof ageInDays !== 'number') continue;

    // The response may be sent on the next day.
    yield statedIf(Math.abs(age - ageInDays) <= 1, 'AccountAge.ageInDays:meaning', 'whole days', 'another age');
  }
}
