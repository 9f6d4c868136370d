/** What checks observe of human scores, of the lists and of credentials. */

import { isObject, membersOf } from '../../../common/json.js';
import { holdsIf, holdsUnless, type Observation } from '../check.js';
import type { Json, ServiceExchange } from '../exchange.js';
import { NothingToCheckError, objectIn, pageIn, responseTime, timeOf, UnexpectedResponseError } from '../exchange.js';
import { approved, isValid, scoredPartyId } from './examples.js';
import { credentialsOf, requestItems, scoreOf } from './requests.js';
import type { CheckFunctions } from './functions.js';

const DAY = 86_400_000;
const LEVELS = ['low', 'medium-low', 'medium', 'medium-high', 'high'];
const STEP = 20;

/** Statuses that are certainly no approval. The specification does not list all that are one. */
const NOT_APPROVED = /^(?:pending|rejected|expired)$/i;

export const SCORES: CheckFunctions = {
  runs: {
    isOfParty: async (service) => {
      const party = await scoredPartyId(service);
      return holdsIf((await scoreOf(service, party))['partyId'] === party, 'partyId is not the one of the request');
    },
    isAsListed: async (service) => {
      const party = await scoredPartyId(service);
      const [listed] = await requestItems(service, 'getHumanScores', { partyIds: party });
      if (listed === undefined) throw new NothingToCheckError('the list does not show the party');
      return holdsIf(JSON.stringify(await scoreOf(service, party)) === JSON.stringify(listed), 'the two scores differ');
    },
    firstIsApproved: async (service) => {
      const [first] = await requestItems(service, 'getHumanScores');
      const search = String(first?.['partyId']);
      const found = first === undefined ? [] : await requestItems(service, 'getUsers', { search });
      const rows = found.filter(({ partyId }) => partyId === first?.['partyId']);
      if (rows.length === 0) throw new NothingToCheckError('the users list does not show the party of the first score');
      return holdsIf(
        rows.some(({ reqStatus }) => !NOT_APPROVED.test(String(reqStatus))),
        'the party has not approved any of its data requests',
      );
    },
    approvedAreListed: async (service) => {
      const rows = await requestItems(service, 'getUsers', { reqStatus: await approved(service) });
      const parties = rows.flatMap(({ partyId }) => (typeof partyId === 'string' ? [partyId] : []));
      const wanted = [...new Set(parties)].slice(0, 3);
      if (wanted.length === 0)
        throw new NothingToCheckError('the users list shows no row whose reqStatus is an approval');
      const items = await requestItems(service, 'getHumanScores', { partyIds: wanted });
      const scored = items.map(({ partyId }) => partyId);
      return holdsIf(
        wanted.every((party) => scored.includes(party)),
        `${wanted.length} parties have approved a data request, ${scored.length} of them have a score`,
      );
    },
    hasProvidersOfCredentials: async (service) => {
      const partyId = await scoredPartyId(service);
      const { accountAges } = detailsOf(await scoreOf(service, partyId));
      const credentials = (await credentialsOf(service, partyId)).filter(isValid);
      const [scored, held] = [accountAges, credentials].map((items) =>
        [...new Set(items.map(({ provider }) => provider))].sort().join(),
      );
      return holdsIf(scored === held, 'the score and the credentials have different providers');
    },
    agesAreWholeDays: async (service) => {
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
  looks: {
    totalsAreSums: (exchange) =>
      eachScore(exchange, ({ totalScore, breakdown }) => {
        const parts = Object.values(membersOf(breakdown)).map(Number);
        const sum = parts.reduce((before, part) => before + part, 0);
        return Math.abs(sum - Number(totalScore)) < 0.01 ? [] : ['totalScore is not the sum of the breakdown'];
      }),
    levelsFollowTotals: (exchange) =>
      eachScore(exchange, ({ totalScore, confidenceLevel }) => {
        const expected = LEVELS[Math.min(LEVELS.length - 1, Math.floor(Number(totalScore) / STEP))];
        return confidenceLevel === expected ? [] : ['confidenceLevel does not match totalScore'];
      }),
    keepMaxima: (exchange, maxima: Readonly<Record<string, number>>) =>
      eachScore(exchange, ({ breakdown }) =>
        Object.entries(maxima).flatMap(([name, most]) =>
          Number(membersOf(breakdown)[name]) <= most ? [] : [`${name} is above ${most}, or missing`],
        ),
      ),
  },
};

/** Looks at every score of the first page. */
function eachScore(exchange: ServiceExchange, look: (score: Json) => readonly string[]): Observation {
  const scores = pageIn(exchange)
    .items.map(({ humanScore }) => humanScore)
    .filter(isObject);
  if (scores.length === 0) throw new NothingToCheckError('no party has a human score');
  return holdsUnless(new Set(scores.flatMap(look)));
}

function detailsOf({ humanScore }: Json): Readonly<Record<'accountAges' | 'socialMetrics', readonly Json[]>> {
  const { accountAges, socialMetrics } = membersOf(membersOf(humanScore)['details']);
  if (!Array.isArray(accountAges)) throw new UnexpectedResponseError('a score without details.accountAges');
  const metrics: readonly unknown[] = Array.isArray(socialMetrics) ? socialMetrics : [];
  return { accountAges: accountAges.filter(isObject), socialMetrics: metrics.filter(isObject) };
}
