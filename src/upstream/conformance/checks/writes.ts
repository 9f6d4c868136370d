/** What checks look at in responses to requests that create links and data requests. */

import { isObject, membersOf } from '../../../common/json.js';
import { holdsIf, holdsUnless } from '../check.js';
import { type Json, NothingToCheckError, objectIn, objectsIn, successOf, textIn } from '../exchange.js';
import type { ServiceExchange } from '../exchange.js';
import { contractId, mixedBatch, UNKNOWN } from './examples.js';
import { type CheckFunctions, hasStatus } from './functions.js';
import { checkToken } from './requests.js';

export const WRITES: CheckFunctions = {
  looks: {
    hasNoBody: (exchange) => {
      const { text, status } = successOf(exchange);
      return holdsIf(text === '' && status === 204, text === '' ? `status ${status}, not 204` : 'it has a body');
    },
    isOfCredential: async (exchange, _, service) => {
      const { contractId: returned } = objectIn(exchange);
      return holdsIf(returned === (await contractId(service)), 'contractId is different');
    },
    hasOneForEach: async (exchange, _, service) => {
      const [asked, { length }] = [await mixedBatch(service), resultsIn(exchange)];
      return holdsIf(length === asked.length, `${asked.length} requests returned ${length} results`);
    },
    namesContracts: async (exchange, _, service) =>
      holdsIf(
        idsOf(await mixedBatch(service)) === idsOf(resultsIn(exchange)),
        'the contract IDs of the results are not those of the requests',
      ),
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
    linkCanBeChecked: async (exchange, _, service) => {
      const result = resultsIn(exchange).find((one) => isObject(one['result']))?.['result'];
      if (!isObject(result)) throw new NothingToCheckError('no result of the batch has a link');
      return hasStatus(await checkToken(service, textIn(result, 'token')), 200);
    },
    hasResults: (exchange, count: number) => {
      const { length } = resultsIn(exchange);
      return holdsIf(length === count, `${length} results were returned`);
    },
  },
};

function resultsIn(exchange: ServiceExchange): readonly Json[] {
  return objectsIn(exchange, 'results');
}

function idsOf(items: readonly Json[]): string {
  return JSON.stringify(items.map((item) => String(item['contractId'])).sort());
}
