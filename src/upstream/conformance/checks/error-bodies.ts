/** What checks look at in error responses. */

import { isObject, membersOf } from '../../../common/json.js';
import { holdsIf, type Observation, unseen } from '../check.js';
import { kindOf } from '../describe-value.js';
import { mediaTypeOf, type ServiceExchange } from '../exchange.js';
import type { CheckFunctions } from './functions.js';

export const ERROR_BODIES: CheckFunctions = {
  looks: {
    errorIsJson: (exchange) =>
      ofErrors(exchange, () => {
        const mediaType = mediaTypeOf(exchange);
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
};

function ofErrors(exchange: ServiceExchange, look: (exchange: ServiceExchange) => Observation): Observation {
  return exchange.status < 400 ? unseen(`status ${exchange.status} is no error`) : look(exchange);
}

function namesIn(body: unknown): string {
  if (!isObject(body)) return kindOf(body);
  const names = Object.keys(body).map((name) => kindOf(name, true));
  return `{${names.join(', ')}}`;
}
