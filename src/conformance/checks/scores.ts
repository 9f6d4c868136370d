/** Human scores, and whether they agree with the lists and with the credentials. */

import { isObject } from '../../contract/json.js';
import { type Check, type CheckGroup, holdsIf, holdsUnless } from '../check.js';
import { NothingToCheck, UnexpectedResponse } from '../errors.js';
import { type Json, responseTime, objectIn, objectsIn, pageIn, timeOf } from '../read-response.js';
import { approved, isValid, scoredPartyId } from './examples.js';
import type { Service } from '../service.js';

const DAY = 86_400_000;
const LEVELS = ['low', 'medium-low', 'medium', 'medium-high', 'high'];
const STEP = 20;
const MAXIMA: Readonly<Record<string, number>> = {
  accountAgeScore: 30,
  socialMetricsScore: 30,
  emailConsistencyScore: 20,
  providerCountScore: 20,
};

/** Statuses that are certainly no approval. The specification does not list all that are one. */
const NOT_APPROVED = /^(?:pending|rejected|expired)$/i;

const CHECKS: readonly Check[] = [
  {
    id: 'scores.party',
    title: "the score of a party has that party's ID",
    section: '4.2',
    run: async (service) => {
      const party = await scoredPartyId(service);
      return holdsIf((await itemOf(service, party))['partyId'] === party, 'partyId is not the one of the request');
    },
  },
  {
    id: 'scores.list',
    title: 'the score of a party is the one in the list',
    section: '4.2',
    run: async (service) => {
      const party = await scoredPartyId(service);
      const [listed] = pageIn(await service.request('getHumanScores', { query: { partyIds: party } })).items;
      if (listed === undefined) throw new NothingToCheck('the list does not show the party');
      return holdsIf(JSON.stringify(await itemOf(service, party)) === JSON.stringify(listed), 'the two scores differ');
    },
  },
  {
    id: 'scores.approved',
    title: 'the list shows approved users only',
    section: '4.2',
    run: async (service) => {
      const [first] = pageIn(await service.request('getHumanScores')).items;
      const rows =
        first === undefined
          ? []
          : pageIn(await service.request('getUsers', { query: { search: String(first['partyId']) } })).items.filter(
              ({ partyId }) => partyId === first['partyId'],
            );
      if (rows.length === 0) throw new NothingToCheck('the users list does not show the party of the first score');
      return holdsIf(
        rows.some(({ reqStatus }) => !NOT_APPROVED.test(String(reqStatus))),
        'the party has not approved any of its data requests',
      );
    },
  },
  {
    id: 'scores.approval',
    title: 'a party that has approved a data request is approved',
    point: 'getHumanScores:approval',
    run: async (service) => {
      const rows = pageIn(
        await service.request('getUsers', { query: { reqStatus: await approved(service) } }),
      ).items.flatMap(({ partyId }) => (typeof partyId === 'string' ? [partyId] : []));
      const wanted = [...new Set(rows)].slice(0, 3);
      if (wanted.length === 0) throw new NothingToCheck('the users list shows no row whose reqStatus is an approval');
      const scored = pageIn(await service.request('getHumanScores', { query: { partyIds: wanted } })).items.map(
        ({ partyId }) => partyId,
      );
      return holdsIf(
        wanted.every((party) => scored.includes(party)),
        `${wanted.length} parties have approved a data request, ${scored.length} of them have a score`,
      );
    },
  },
  {
    id: 'scores.sum',
    title: 'totalScore is the sum of the breakdown',
    point: 'HumanScoreResult.totalScore:arithmetic',
    run: eachScore(({ totalScore, breakdown }) => {
      const sum = Object.values(isObject(breakdown) ? breakdown : {}).reduce<number>(
        (before, part) => before + Number(part),
        0,
      );
      return Math.abs(sum - Number(totalScore)) < 0.01 ? [] : ['totalScore is not the sum of the breakdown'];
    }),
  },
  {
    id: 'scores.level',
    title: 'confidenceLevel changes at 20, 40, 60 and 80',
    point: 'HumanScoreResult.confidenceLevel:thresholds',
    run: eachScore(({ totalScore, confidenceLevel }) => {
      const expected = LEVELS[Math.min(LEVELS.length - 1, Math.floor(Number(totalScore) / STEP))];
      return confidenceLevel === expected ? [] : ['confidenceLevel does not match totalScore'];
    }),
  },
  {
    id: 'scores.maxima',
    title: 'the parts of the breakdown are at most 30, 30, 20 and 20',
    point: 'ScoreBreakdown:range',
    run: eachScore(({ breakdown }) =>
      Object.entries(MAXIMA).flatMap(([name, most]) =>
        isObject(breakdown) && Number(breakdown[name]) <= most ? [] : [`${name} is above ${most}, or missing`],
      ),
    ),
  },
  {
    id: 'scores.providers',
    title: "the providers of a score are those of the party's valid credentials",
    point: 'HumanScoreResult.totalScore:arithmetic',
    run: async (service) => {
      const { accountAges, credentials } = await scoreAndCredentials(service);
      const [scored, held] = [
        accountAges.map(({ provider }) => provider),
        credentials.map(({ provider }) => provider),
      ].map((providers) => [...new Set(providers)].sort().join());
      return holdsIf(scored === held, 'the score and the credentials have different providers');
    },
  },
  {
    id: 'scores.ages',
    title: 'ageInDays is the whole days since the account was created',
    point: 'AccountAge.ageInDays:meaning',
    run: async (service) => {
      const partyId = await scoredPartyId(service);
      const exchange = await service.request('getHumanScoreByPartyId', { path: { partyId } });
      const { accountAges, socialMetrics } = detailsOf(objectIn(exchange));
      const wrong = accountAges.filter(({ provider, ageInDays }) => {
        const created = socialMetrics.filter((metrics) => metrics['provider'] === provider);
        const ages = created.map(({ accountCreatedAt }) =>
          Math.floor((responseTime(exchange) - timeOf(accountCreatedAt)) / DAY),
        );
        // The date of the response may be on the other side of a day's end.
        return !ages.some((age) => Math.abs(age - Number(ageInDays)) <= 1);
      });
      return holdsIf(wrong.length === 0, `${wrong.length} of ${accountAges.length} ages differ`);
    },
  },
];

/** The group. */
export const SCORES: CheckGroup = { name: 'scores', title: 'human scores', checks: CHECKS };

async function itemOf(service: Service, partyId: string): Promise<Json> {
  return objectIn(await service.request('getHumanScoreByPartyId', { path: { partyId } }));
}

/** Looks at every score of the first page. */
function eachScore(look: (score: Json) => readonly string[]): Check['run'] {
  return async (service) => {
    const { items } = pageIn(await service.request('getHumanScores'));
    const scores = items.map(({ humanScore }) => humanScore).filter(isObject);
    if (scores.length === 0) throw new NothingToCheck('no party has a human score');
    return holdsUnless([...new Set(scores.flatMap(look))]);
  };
}

/** The accounts in a party's score, and its valid credentials. */
async function scoreAndCredentials(
  service: Service,
): Promise<{ readonly accountAges: readonly Json[]; readonly credentials: readonly Json[] }> {
  const partyId = await scoredPartyId(service);
  const { accountAges } = detailsOf(await itemOf(service, partyId));
  const exchange = await service.request('getCredentialByPartyId', { path: { partyId } });
  return { accountAges, credentials: objectsIn(exchange).filter(isValid) };
}

function detailsOf({ humanScore }: Json): {
  readonly accountAges: readonly Json[];
  readonly socialMetrics: readonly Json[];
} {
  const { details } = isObject(humanScore) ? humanScore : {};
  const { accountAges, socialMetrics } = isObject(details) ? details : {};
  if (!Array.isArray(accountAges)) throw new UnexpectedResponse('a score without details.accountAges');
  const metrics: readonly unknown[] = Array.isArray(socialMetrics) ? socialMetrics : [];
  return { accountAges: accountAges.filter(isObject), socialMetrics: metrics.filter(isObject) };
}
