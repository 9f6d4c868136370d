/** What checks observe of batches of links. */

import { isObject, membersOf } from '../../../../common/json.js';
import { holdsIf, holdsUnless } from '../../check.js';
import { type Json, NothingToCheckError, objectsIn, type ServiceExchange, textIn } from '../../exchange.js';
import type { Service } from '../../service.js';
import { contractId, UNKNOWN } from '../examples.js';
import { type CheckFunctions, hasStatus } from '../functions.js';
import { checkToken, requestItems } from '../requests.js';

export const BATCHES: CheckFunctions = {
  requests: { mixedBatch },
  runs: {
    hasOneForEach: async (service) => {
      const [ids, results] = await mixedResults(service);
      return holdsIf(results.length === ids.length, `${ids.length} requests returned ${results.length} results`);
    },
    namesContracts: async (service) => {
      const [ids, results] = await mixedResults(service);
      const names = results.map((result) => String(result['contractId']));
      return holdsIf(
        JSON.stringify([...ids].sort()) === JSON.stringify(names.sort()),
        'the contract IDs of the results are not those of the requests',
      );
    },
    keepsOrderOfBatch: async (service) => {
      const [ids, results] = await mixedResults(service);
      const isRight = JSON.stringify(ids) === JSON.stringify(results.map((result) => result['contractId']));
      return holdsIf(isRight, 'the order is different');
    },
  },
  looks: {
    areResultsOrErrors: (exchange) => {
      const wrong = resultsIn(exchange).filter((result) => 'result' in result === 'error' in result);
      return holdsUnless(new Set(wrong.map((result) => `a result has ${'result' in result ? 'both' : 'neither'}`)));
    },
    errorHasMessage: (exchange) => {
      const messages = resultsIn(exchange)
        .filter((result) => result['contractId'] === UNKNOWN.contractId)
        .map(({ error }) => membersOf(error)['message']);
      return holdsIf(
        messages.length > 0 && messages.every((message) => typeof message === 'string' && message !== ''),
        'the result of an unknown credential has no error.message',
      );
    },
    showsMembersOfError: (exchange) => {
      const failed = resultsIn(exchange).filter(({ error }) => error !== undefined);
      return holdsIf(
        failed.length === 1 && failed[0]!['contractId'] === UNKNOWN.contractId,
        'other requests failed too, or none failed',
        ...new Set(failed.flatMap(({ error }) => Object.keys(membersOf(error)).slice(0, 5))),
      );
    },
    linkCanBeChecked: async (exchange, _, service) => {
      const result = resultsIn(exchange).find((one) => isObject(one['result']))?.['result'];
      if (!isObject(result)) throw new NothingToCheckError('no result of the batch has a link');
      return hasStatus(await checkToken(service, textIn(result, 'token')), 200);
    },
    hasResults: (exchange, count: number) => {
      const { length } = resultsIn(exchange);
      return holdsIf(length === count, `${length} results were returned`);
    },
    hasEmptyResults: ({ status, body }) => {
      const { results } = membersOf(body);
      const isEmpty = Array.isArray(results) && results.length === 0;
      return holdsIf(
        status === 200 && isEmpty,
        `status ${status}${isEmpty ? '' : ' without empty results'}`,
        String(status),
        isEmpty ? 'empty results' : 'no empty results',
      );
    },
    hasTwoLinks: (exchange) => {
      if (exchange.status !== 200) return hasStatus(exchange, 200);
      const tokens = resultsIn(exchange).map(({ result }) => membersOf(result)['token']);
      const { size } = new Set(tokens);
      return holdsIf(
        tokens.length === 2 && size === 2 && !tokens.includes(undefined),
        `${tokens.length} results with ${size} links were returned`,
        `${tokens.length} results`,
        `${size} links`,
      );
    },
  },
};

async function mixedBatch(service: Service): Promise<ServiceExchange> {
  const requests = (await mixedIds(service)).map((id) => ({ contractId: id }));
  return await service.request('generateVerificationLinksBatch', { body: { requests }, isShared: true });
}

/** The IDs that the shared batch requests, and its results. */
async function mixedResults(service: Service): Promise<readonly [ids: readonly string[], results: readonly Json[]]> {
  return [await mixedIds(service), resultsIn(await mixedBatch(service))];
}

async function mixedIds(service: Service): Promise<readonly string[]> {
  const first = await contractId(service);
  const others = (await requestItems(service, 'getCredentials'))
    .map((item) => String(item['contractId']))
    .filter((id) => id !== first);
  return [first, UNKNOWN.contractId, ...others.slice(0, 2)];
}

function resultsIn(exchange: ServiceExchange): readonly Json[] {
  return objectsIn(exchange, 'results');
}
