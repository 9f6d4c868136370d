/** Batches of links: one result for each request, and each result has either the link or an error. */

import type { Contract } from '../../contract/contract.js';
import { isObject } from '../../contract/json.js';
import { type Check, type CheckGroup, type Observation, holdsIf, holdsUnless, type CheckBasis } from '../check.js';
import { NothingToCheck } from '../errors.js';
import type { Exchange } from '../exchange.js';
import { type Json, objectsIn, pageIn, textIn } from '../read-response.js';
import { contractId, UNKNOWN, unknownContractIds, WRITES } from './examples.js';
import type { Service } from '../service.js';
import { successChecks, hasStatus } from './response-checks.js';

const GROUP = 'batches';
const MOST = 100;

const CHECKS: readonly Check[] = [
  check('one-each', 'there is one result for each request', { section: '4.2' }, async (service) => {
    const [requested, results] = [await mixedIds(service), resultsIn(await mixed(service))];
    return holdsIf(
      results.length === requested.length,
      `${requested.length} requests returned ${results.length} results`,
    );
  }),
  check('names', 'each result names its contract ID', { section: '2.6' }, async (service) => {
    const [requested, results] = [await mixedIds(service), resultsIn(await mixed(service))];
    const names = results.map((result) => String(result['contractId']));
    return holdsIf(
      JSON.stringify([...requested].sort()) === JSON.stringify(names.sort()),
      'the contract IDs of the results are not those of the requests',
    );
  }),
  check(
    'order',
    'the results are in the order of the requests',
    { point: 'generateVerificationLinksBatch:order' },
    async (service) => {
      const [requested, results] = [await mixedIds(service), resultsIn(await mixed(service))];
      return holdsIf(
        JSON.stringify(requested) === JSON.stringify(results.map((result) => result['contractId'])),
        'the order is different',
      );
    },
  ),
  check('either', 'each result has exactly one of result and error', { section: '4.2' }, async (service) => {
    const wrong = resultsIn(await mixed(service)).filter((result) => 'result' in result === 'error' in result);
    return holdsUnless([
      ...new Set(wrong.map((result) => ('result' in result ? 'a result has both' : 'a result has neither'))),
    ]);
  }),
  check('item-error', 'an unknown credential fails alone and has error.message', { section: '7' }, async (service) => {
    const errors = resultsIn(await mixed(service))
      .filter((result) => result['contractId'] === UNKNOWN.contractId)
      .map(({ error }) => error);
    return holdsIf(
      errors.length > 0 &&
        errors.every((error) => isObject(error) && typeof error['message'] === 'string' && error['message'] !== ''),
      'the result of an unknown credential has no error.message',
    );
  }),
  check(
    'alike',
    'the error of an unknown credential in a batch has only a message',
    { point: 'BatchResultItem.error:unknown-contract' },
    async (service) => {
      const failed = resultsIn(await mixed(service)).filter(({ error }) => error !== undefined);
      return holdsIf(
        failed.length === 1 && failed[0]!['contractId'] === UNKNOWN.contractId,
        'other requests failed too, or none failed',
        ...new Set(failed.flatMap(({ error }) => (isObject(error) ? Object.keys(error).slice(0, 5) : []))),
      );
    },
  ),
  check('good', 'the links of a batch can be checked', { section: '4.2' }, async (service) => {
    const result = resultsIn(await mixed(service)).find((one) => isObject(one['result']))?.['result'];
    if (!isObject(result)) throw new NothingToCheck('no result of the batch has a link');
    return hasStatus(
      await service.request('checkVerificationStatus', { path: { token: textIn(result, 'token') } }),
      200,
    );
  }),
  check('all-fail', 'a batch in which every request fails still returns 200', { section: '7' }, async (service) =>
    hasStatus(await batch(service, [UNKNOWN.contractId]), 200),
  ),
  check('hundred', `${MOST} requests are accepted and have ${MOST} results`, { section: '8' }, async (service) => {
    const { length } = resultsIn(await batch(service, unknownContractIds(MOST)));
    return holdsIf(length === MOST, `${length} results were returned`);
  }),
  check(
    'empty',
    'an empty batch has empty results',
    { point: 'generateVerificationLinksBatch:empty' },
    async (service) => {
      const { status, body } = await batch(service, []);
      const isEmpty = isObject(body) && Array.isArray(body['results']) && body['results'].length === 0;
      return holdsIf(
        status === 200 && isEmpty,
        `status ${status}${isEmpty ? '' : ' without empty results'}`,
        String(status),
        isEmpty ? 'empty results' : 'no empty results',
      );
    },
  ),
  check(
    'repeated',
    'a credential that is requested twice has two results with different links',
    { point: 'generateVerificationLinksBatch:repeated-contract' },
    async (service) => {
      const id = await contractId(service);
      const exchange = await batch(service, [id, id]);
      if (exchange.status !== 200) return hasStatus(exchange, 200);
      const tokens = resultsIn(exchange).map(({ result }) => (isObject(result) ? result['token'] : undefined));
      return holdsIf(
        tokens.length === 2 && new Set(tokens).size === 2 && !tokens.includes(undefined),
        `${tokens.length} results with ${new Set(tokens).size} links were returned`,
        `${tokens.length} results`,
        `${new Set(tokens).size} links`,
      );
    },
  ),
];

/** The group. */
export function batches(contract: Contract): CheckGroup {
  const happy = successChecks(contract, {
    operation: 'generateVerificationLinksBatch',
    group: GROUP,
    subject: 'a batch of links',
    section: '4.2',
    needs: ['write'],
    request: mixed,
  });
  return { name: GROUP, title: 'batches of links', checks: [...happy, ...CHECKS] };
}

function check(name: string, title: string, on: CheckBasis, run: (service: Service) => Promise<Observation>): Check {
  return { id: `${GROUP}.${name}`, title, ...on, needs: WRITES, run };
}

/** One batch with known credentials and an unknown one in the middle; all checks of a run share it. */
async function mixed(service: Service): Promise<Exchange> {
  return await batch(service, await mixedIds(service), true);
}

async function mixedIds(service: Service): Promise<readonly string[]> {
  const first = await contractId(service);
  const others = pageIn(await service.request('getCredentials'))
    .items.map((item) => String(item['contractId']))
    .filter((id) => id !== first);
  return [first, UNKNOWN.contractId, ...others.slice(0, 2)];
}

async function batch(service: Service, ids: readonly string[], isShared = false): Promise<Exchange> {
  return await service.request('generateVerificationLinksBatch', {
    body: { requests: ids.map((id) => ({ contractId: id })) },
    isShared,
  });
}

function resultsIn(exchange: Exchange): readonly Json[] {
  return objectsIn(exchange, 'results');
}
