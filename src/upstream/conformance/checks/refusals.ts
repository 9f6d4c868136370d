/** What checks observe of requests that are rejected, or that find nothing, and look at in error responses. */

import { isObject, membersOf } from '../../../common/json.js';
import { holdsIf, holdsUnless, type Observation, unseen } from '../check.js';
import { kindOf } from '../describe-value.js';
import { sentMediaType, objectsIn, type ServiceExchange } from '../exchange.js';
import { requestOperation } from './example-values.js';
import { type CheckFunctions, hasStatus } from './functions.js';
import type { FunctionCall } from './group-file.js';

export const REFUSALS: CheckFunctions = {
  looks: {
    isEmptyList: ({ status, body }) => {
      const isEmpty = Array.isArray(body) && body.length === 0;
      return holdsIf(
        status === 200 && isEmpty,
        `status ${status}${isEmpty ? '' : ' without an empty list'}, not 200 with an empty list`,
        String(status),
        isEmpty ? 'an empty list' : 'no empty list',
      );
    },
    findsNothing: (exchange, wanted: string) => {
      const { length } = objectsIn(exchange, 'credentials');
      return holdsIf(length === 0, `${length} credentials were found for ${wanted}`);
    },
    errorIsJson: (exchange) =>
      ofErrors(exchange, () => {
        const mediaType = sentMediaType(exchange);
        const isRight = mediaType === 'application/json' && exchange.body !== undefined;
        return holdsIf(isRight, 'the body is not JSON', mediaType || 'nothing');
      }),
    errorHasText: (exchange, name: string) =>
      ofErrors(exchange, ({ body }) =>
        holdsIf(typeof membersOf(body)[name] === 'string', `the body has no text "${name}"`, namesIn(body)),
      ),
    codeFits: (exchange, codes: Readonly<Record<number, string>>) =>
      ofErrors(exchange, ({ status, body }) => {
        const [code, expected] = [membersOf(body)['error'], codes[status]];
        if (expected === undefined) return unseen(`no code is known for status ${status}`);
        if (typeof code !== 'string') return unseen('the body has no text "error"');
        const seen = `${status}: ${kindOf(code, true)}`;
        return holdsIf(code === expected, `the code is that of ${seen}, not ${expected}`, seen);
      }),
  },
  runs: {
    allReturn400: async (service, requests: readonly FunctionCall[]) => {
      const all = [];
      for (const request of requests) all.push(hasStatus(await requestOperation(service, request), 400));
      return holdsUnless(
        all.flatMap((one) => ('why' in one ? [one.why] : [])),
        ...all.flatMap((one) => ('seen' in one ? one.seen : [])),
      );
    },
  },
};

function ofErrors(exchange: ServiceExchange, look: (exchange: ServiceExchange) => Observation): Observation {
  return exchange.status < 400 ? unseen(`status ${exchange.status} is no error`) : look(exchange);
}

function namesIn(body: unknown): string {
  if (!isObject(body)) return kindOf(body);
  const names = Object.keys(body).map((name) => kindOf(name, true));
  return `{${names.join(', ')}}`;
}
