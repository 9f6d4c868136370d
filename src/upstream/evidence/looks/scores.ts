/** Looks at scores: their numbers, the credentials that count, and the parties that have a score. */

import { isObject, membersOf } from '../../../common/json.js';
import { timeOf } from './values/times.js';
import { isApproved, isBlocked, itemsOf, type Json, listOf } from './facts.js';
import { type Finding, firstOf, fitting, Look, other, type Seen, STATED, stated, statedIf } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import type { SeenPage } from './seen-page.js';

const DAY = 86_400_000;
const LEVELS = ['low', 'medium-low', 'medium', 'medium-high', 'high'];
const STEP = 20;
const MAXIMA = { accountAgeScore: 30, socialMetricsScore: 30, emailConsistencyScore: 20, providerCountScore: 20 };

const ARITHMETIC = 'HumanScoreResult.totalScore:arithmetic';
const BLOCKED = 'HumanScoreResult.totalScore:blocked';

export class ScoreLook extends Look {
  /** Whether any score had decimals. Then whole numbers show nothing. */
  #hasDecimals = false;

  *see(exchange: SeenExchange, page?: SeenPage): Generator<Finding> {
    const { operation, response, parameters, isExact, method, status } = exchange;
    if (operation === undefined || !isExact || method !== 'GET') return;
    const isSingle = operation.id === 'getHumanScoreByPartyId';
    if (isSingle && status === 404) yield* this.#unscoredLook(parameters['partyId'], operation.id);
    if (!isSuccess(exchange)) return;

    const items = operation.id === 'getHumanScores' ? itemsOf(response.body) : [];
    const whole = operation.id === 'getHumanScores' ? page?.whole : undefined;
    if (whole !== undefined && this.facts.lastWrite < whole.from)
      for (const party of this.facts.partiesWithRows())
        if (!whole.rows.has(party)) yield* this.#unscoredLook(party, operation.id);
    for (const score of isSingle ? [membersOf(response.body)] : items) yield* this.#scoreLooks(exchange, score);
  }

  *#scoreLooks(exchange: SeenExchange, { partyId, humanScore }: Json): Generator<Finding> {
    if (!isObject(humanScore)) return;

    yield* this.#numberLooks(exchange, humanScore);
    const rows = this.facts.rowsOf(partyId).filter(isApproved);
    const hasSucceeded = rows.some(isSuccessful);
    const isKnown = humanScore['totalScore'] !== undefined && !this.facts.isUnknown(partyId);

    if (rows.length > 0 && !hasSucceeded && isKnown)
      yield stated('getHumanScores:approval', 'a score without a successful KYC status');
    if (hasSucceeded && humanScore['totalScore'] === 0 && !rows.some(isBlocked))
      yield fitting('getHumanScores:approval', [STATED, 'kyc-status'], 'a score without a valid credential');
    if (!rows.some(isBlocked)) yield* this.#countedLooks(rows, humanScore);
    else if (humanScore['totalScore'] === 0) yield stated(BLOCKED, '0');
    // A score above 0 without a valid credential is another point: expired or rejected credentials count.
    else if (this.facts.validOf(partyId).length > 0) yield fitting(BLOCKED, ['unaffected'], 'above 0');
    yield* ageLook(exchange, membersOf(humanScore['details']));
  }

  *#numberLooks(exchange: SeenExchange, score: Json): Generator<Seen> {
    const { totalScore: total, breakdown, confidenceLevel } = score;
    const parts = Object.entries(MAXIMA).map(([name, most]) => [Number(membersOf(breakdown)[name]), most] as const);
    if (typeof total !== 'number' || parts.some(([part]) => Number.isNaN(part))) return;

    const sum = Object.values(membersOf(breakdown)).reduce<number>((before, part) => before + Number(part), 0);
    if (Math.abs(sum - total) >= 0.01) yield other(ARITHMETIC, 'not the sum of the breakdown');
    else if (![total, ...parts.map(([part]) => part)].every(Number.isInteger)) {
      this.#hasDecimals = true;
      yield fitting(ARITHMETIC, ['decimal'], 'a decimal');
    } else if (total > 0 && parts.some(([part, most]) => part < most))
      this.keep(stated(ARITHMETIC, 'a whole number'), exchange, () => !this.#hasDecimals);
    if (!LEVELS.includes(String(confidenceLevel))) return;

    const level = LEVELS[Math.min(LEVELS.length - 1, Math.floor(total / STEP))]!;
    const isLevel = confidenceLevel === level;
    yield statedIf(isLevel, 'HumanScoreResult.confidenceLevel:thresholds', level, 'another level');
  }

  /** Whether invalid credentials count. */
  *#countedLooks(rows: readonly Json[], humanScore: Json): Generator<Seen> {
    const ages = listOf(membersOf(humanScore['details'])['accountAges']).map(({ provider }) => provider);
    const dead = rows.filter(({ kycStatus }) => kycStatus === 'REJECTED' || kycStatus === 'EXPIRED');
    for (const { kycProvider } of dead)
      yield* firstOf('HumanScoreResult.totalScore:dead-credentials', [
        [ages.includes(kycProvider), 'counted', 'counted'],
        [true, 'not counted', STATED],
      ]);
  }

  /** A party without a score, although it has approved a request. */
  *#unscoredLook(party: unknown, operation: string): Generator<Seen> {
    const rows = this.facts.rowsOf(party).filter(isApproved);
    if (rows.length === 0) return;

    const fits = rows.some(isSuccessful) ? ['valid-credential'] : ['kyc-status', 'valid-credential'];
    yield fitting(`${operation}:approval`, fits, 'no score of an approved user');
  }
}

function isSuccessful({ kycStatus }: Json): boolean {
  return /^(?:approved|successful)$/i.test(String(kycStatus));
}

function* ageLook({ at }: SeenExchange, { accountAges, socialMetrics }: Json): Generator<Seen> {
  for (const { provider, ageInDays } of listOf(accountAges)) {
    const created = listOf(socialMetrics).find((metrics) => metrics['provider'] === provider)?.['accountCreatedAt'];
    const age = Math.floor((at - timeOf(created)) / DAY);
    if (Number.isNaN(age) || typeof ageInDays !== 'number') continue;

    // The response may be sent on the next day.
    yield statedIf(Math.abs(age - ageInDays) <= 1, 'AccountAge.ageInDays:meaning', 'whole days', 'another age');
  }
}
