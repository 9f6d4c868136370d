/** Looks at scores: their numbers, the credentials that count, and the parties that have a score. */

import { isObject, membersOf } from '../../../common/json.js';
import { timeOf } from './values/times.js';
import { isApproved, isBlocked, itemsOf, listOf } from './facts.js';
import type { Json } from './readings.js';
import { type Finding, fitting, Look, other, type Seen, STATED, stated, statedIf } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import type { SeenPage, WholeList } from './seen-page.js';

const DAY = 86_400_000;
const LEVELS = ['low', 'medium-low', 'medium', 'medium-high', 'high'];
const STEP = 20;
const MAXIMA = { accountAgeScore: 30, socialMetricsScore: 30, emailConsistencyScore: 20, providerCountScore: 20 };

const ARITHMETIC = 'HumanScoreResult.totalScore:arithmetic';
const BLOCKED = 'HumanScoreResult.totalScore:blocked';
const DEAD = 'HumanScoreResult.totalScore:dead-credentials';

export class ScoreLook extends Look {
  /** Whether any score had decimals. Then whole numbers show nothing. */
  #hasDecimals = false;
  /** The users list, as it was last read to its end. */
  #users: WholeList | undefined;

  *see(exchange: SeenExchange, page?: SeenPage): Generator<Finding> {
    const { operation, response, parameters, isExact, method, status } = exchange;
    if (operation === undefined || !isExact || method !== 'GET') return;
    if (operation.id === 'getUsers') this.#users = page?.whole ?? this.#users;
    const isSingle = operation.id === 'getHumanScoreByPartyId';
    if (isSingle && status === 404) this.#unscoredLook(exchange, parameters['partyId']);
    if (!isSuccess(exchange)) return;

    const items = operation.id === 'getHumanScores' ? itemsOf(response.body) : [];
    const whole = operation.id === 'getHumanScores' ? page?.whole : undefined;
    if (whole !== undefined && this.facts.lastWrite < whole.from)
      for (const party of this.facts.rows.owners()) if (!whole.rows.has(party)) this.#unscoredLook(exchange, party);
    for (const score of isSingle ? [membersOf(response.body)] : items) yield* this.#scoreLooks(exchange, score);
  }

  /** Whether no row of the party is successful. Only a list that was read to its end has all rows. */
  #neverSucceeded(party: unknown): boolean {
    const listed = [...(this.#users?.rows.values() ?? [])].filter(({ partyId }) => partyId === party);
    return listed.length > 0 && ![...listed, ...this.facts.rows.of(party)].some(isSuccessful);
  }

  *#scoreLooks(exchange: SeenExchange, { partyId, humanScore }: Json): Generator<Finding> {
    if (!isObject(humanScore)) return;

    yield* this.#numberLooks(exchange, humanScore);
    const { totalScore } = humanScore;
    const had = (isSo: (row: Json) => boolean) => (): boolean =>
      this.facts.hadRow(exchange.order, partyId, (row) => isApproved(row) && isSo(row));
    const hadSuccess = had(isSuccessful);
    const hadOther = had((row) => !isSuccessful(row));
    const wasBlocked = had(isBlocked);
    const keep = (seen: Seen, holds: () => boolean): void => this.keepOf(partyId, seen, exchange, holds);

    if (totalScore !== undefined && !this.facts.isUnknown(partyId))
      keep(
        stated('getHumanScores:approval', 'a score without a successful KYC status'),
        () => hadOther() && this.#neverSucceeded(partyId),
      );
    if (totalScore === 0) {
      const seen = fitting('getHumanScores:approval', [STATED, 'kyc-status'], 'a score without a valid credential');
      keep(seen, () => hadSuccess() && !wasBlocked());
      keep(stated(BLOCKED, '0'), wasBlocked);
    } else
      // A score above 0 without a valid credential is another point: expired or rejected credentials count.
      keep(
        fitting(BLOCKED, ['unaffected'], 'above 0'),
        () => wasBlocked() && this.facts.validAt(exchange.order, partyId).length > 0,
      );
    this.#countedLooks(exchange, partyId, humanScore);
    yield* ageLook(exchange, membersOf(humanScore['details']));
  }

  *#numberLooks(exchange: SeenExchange, score: Json): Generator<Seen> {
    const { totalScore: total, breakdown, confidenceLevel } = score;
    const parts = Object.entries(MAXIMA).map(([name, most]) => [Number(membersOf(breakdown)[name]), most] as const);
    if (typeof total !== 'number' || total < 0 || parts.some(([part]) => Number.isNaN(part))) return;

    const sum = Object.values(membersOf(breakdown)).reduce<number>((before, part) => before + Number(part), 0);
    if (Math.abs(sum - total) >= 0.01) yield other(ARITHMETIC, 'not the sum of the breakdown');
    else if (![total, ...parts.map(([part]) => part)].every(Number.isInteger)) {
      this.#hasDecimals = true;
      yield fitting(ARITHMETIC, ['decimal'], 'a decimal');
    }
    // Nothing, or the most of everything, is a whole number in any case.
    else if (total > 0 && parts.some(([part, most]) => part < most))
      this.keep(stated(ARITHMETIC, 'a whole number'), exchange, () => !this.#hasDecimals);

    if (!LEVELS.includes(String(confidenceLevel))) return;

    const level = LEVELS[Math.min(LEVELS.length - 1, Math.floor(total / STEP))]!;
    const isLevel = confidenceLevel === level;
    yield statedIf(isLevel, 'HumanScoreResult.confidenceLevel:thresholds', level, 'another level');
  }

  /** Whether invalid credentials count. */
  #countedLooks(exchange: SeenExchange, party: unknown, humanScore: Json): void {
    const ages = listOf(membersOf(humanScore['details'])['accountAges']).map(({ provider }) => provider);
    for (const { id, kycProvider } of this.facts.rows.of(party)) {
      const seen = ages.includes(kycProvider) ? fitting(DEAD, ['counted'], 'counted') : stated(DEAD, 'not counted');
      this.keepOf(party, seen, exchange, () => this.facts.rows.held(exchange.order, id, isOfDead));
    }
  }

  /** A party without a score, although it has approved a request. */
  #unscoredLook(exchange: SeenExchange, party: unknown): void {
    const point = `${exchange.operation!.id}:approval`;
    for (const row of this.facts.rows.of(party).filter(isApproved)) {
      const fits = isSuccessful(row) ? ['valid-credential'] : ['kyc-status', 'valid-credential'];
      const isSame = ({ reqStatus, kycStatus }: Json): boolean =>
        reqStatus === row['reqStatus'] && kycStatus === row['kycStatus'];
      this.keepOf(party, fitting(point, fits, 'no score of an approved user'), exchange, () =>
        this.facts.rows.held(exchange.order, row['id'], isSame),
      );
    }
  }
}

/** Whether a row shows an approved request whose credential is dead. */
function isOfDead(row: Json): boolean {
  return isApproved(row) && !isBlocked(row) && (row['kycStatus'] === 'REJECTED' || row['kycStatus'] === 'EXPIRED');
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
