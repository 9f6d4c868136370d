/** Batches of links: one result for each request, and each result has either the link or an error. */

import { isObject, membersOf } from '../../../../common/json.js';
import { holdsIf, holdsUnless } from '../../check.js';
import { type Exchange, type Json, NothingToCheck, objectsIn, textIn } from '../../exchange.js';
import { contractId, UNKNOWN, unknownContractIds } from '../examples.js';
import { checkToken, createLinks, itemsOf } from '../requests.js';
import type { Service } from '../../service.js';
import { type CheckRows, type GroupTables, hasStatus, point, section } from '../table.js';

const MOST = 100;

const ROWS: CheckRows = {
  'one-each': section('4.2').run('there is one result for each request', async (service) => {
    const [ids, results] = await mixedResults(service);
    return holdsIf(results.length === ids.length, `${ids.length} requests returned ${results.length} results`);
  }),
  names: section('2.6').run('each result names its contract ID', async (service) => {
    const [ids, results] = await mixedResults(service);
    const names = results.map((result) => String(result['contractId']));
    return holdsIf(
      JSON.stringify([...ids].sort()) === JSON.stringify(names.sort()),
      'the contract IDs of the results are not those of the requests',
    );
  }),
  order: point('generateVerificationLinksBatch:order').run(
    'the results are in the order of the requests',
    async (service) => {
      const [ids, results] = await mixedResults(service);
      const isRight = JSON.stringify(ids) === JSON.stringify(results.map((result) => result['contractId']));
      return holdsIf(isRight, 'the order is different');
    },
  ),
  either: section('4.2').expect('each result has exactly one of result and error', (exchange) => {
    const wrong = resultsIn(exchange).filter((result) => 'result' in result === 'error' in result);
    return holdsUnless(new Set(wrong.map((result) => `a result has ${'result' in result ? 'both' : 'neither'}`)));
  }),
  'item-error': section('7').expect('an unknown credential fails alone and has error.message', (exchange) => {
    const errors = resultsIn(exchange)
      .filter((result) => result['contractId'] === UNKNOWN.contractId)
      .map(({ error }) => error);
    return holdsIf(
      errors.length > 0 &&
        errors.every((error) => isObject(error) && typeof error['message'] === 'string' && error['message'] !== ''),
      'the result of an unknown credential has no error.message',
    );
  }),
  alike: point('BatchResultItem.error:unknown-contract').expect(
    'the error of an unknown credential in a batch has only a message',
    (exchange) => {
      const failed = resultsIn(exchange).filter(({ error }) => error !== undefined);
      return holdsIf(
        failed.length === 1 && failed[0]!['contractId'] === UNKNOWN.contractId,
        'other requests failed too, or none failed',
        ...new Set(failed.flatMap(({ error }) => Object.keys(membersOf(error)).slice(0, 5))),
      );
    },
  ),
  good: section('4.2').expect('the links of a batch can be checked', async (exchange, service) => {
    const result = resultsIn(exchange).find((one) => isObject(one['result']))?.['result'];
    if (!isObject(result)) throw new NothingToCheck('no result of the batch has a link');
    return hasStatus(await checkToken(service, textIn(result, 'token')), 200);
  }),
  'all-fail': section('7').row('a batch in which every request fails still returns 200', {
    request: (service) => createLinks(service, [UNKNOWN.contractId]),
    expect: 200,
  }),
  hundred: section('8').row(`${MOST} requests are accepted and have ${MOST} results`, {
    request: (service) => createLinks(service, unknownContractIds(MOST)),
    expect: (exchange) => {
      const { length } = resultsIn(exchange);
      return holdsIf(length === MOST, `${length} results were returned`);
    },
  }),
  empty: point('generateVerificationLinksBatch:empty').row('an empty batch has empty results', {
    request: (service) => createLinks(service, []),
    expect: ({ status, body }) => {
      const { results } = membersOf(body);
      const isEmpty = Array.isArray(results) && results.length === 0;
      return holdsIf(
        status === 200 && isEmpty,
        `status ${status}${isEmpty ? '' : ' without empty results'}`,
        String(status),
        isEmpty ? 'empty results' : 'no empty results',
      );
    },
  }),
  repeated: point('generateVerificationLinksBatch:repeated-contract').row(
    'a credential that is requested twice has two results with different links',
    {
      request: async (service) => {
        const id = await contractId(service);
        return await createLinks(service, [id, id]);
      },
      expect: (exchange) => {
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
  ),
};

export const BATCHES: GroupTables = {
  name: 'batches',
  title: 'batches of links',
  needs: ['write'],
  valid: [{ operation: 'generateVerificationLinksBatch', subject: 'a batch of links' }],
  rows: ROWS,
  request: mixed,
};

/** One batch with known credentials and an unknown one in the middle; all checks of a run share it. */
async function mixed(service: Service): Promise<Exchange> {
  return await createLinks(service, await mixedIds(service), true);
}

/** The IDs that the shared batch requests, and its results. */
async function mixedResults(service: Service): Promise<readonly [ids: readonly string[], results: readonly Json[]]> {
  return [await mixedIds(service), resultsIn(await mixed(service))];
}

async function mixedIds(service: Service): Promise<readonly string[]> {
  const first = await contractId(service);
  const others = (await itemsOf(service, 'getCredentials'))
    .map((item) => String(item['contractId']))
    .filter((id) => id !== first);
  return [first, UNKNOWN.contractId, ...others.slice(0, 2)];
}

function resultsIn(exchange: Exchange): readonly Json[] {
  return objectsIn(exchange, 'results');
}
