/** Checks of the answer to a request that is as it should be: status, media type, headers and body. */

import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import type { Check, Need } from '../check.js';
import { departuresOf, firmDepartures } from '../departures.js';
import { describeExchange, isSuccess, mediaTypeOf, type Exchange } from '../exchange.js';
import { found, foundNothingWrong } from '../finding.js';
import { successOf } from '../read-answer.js';
import type { Service } from '../service.js';
import { successStatus } from '../success-status.js';
import { hasStatus } from './answers-with.js';

export interface HappyCase {
  readonly operation: OperationId;
  /** Beginning of the checks' IDs. */
  readonly group: string;
  /** What has been asked for: `the users list`. */
  readonly subject: string;
  readonly section: string;
  readonly needs?: readonly Need[];
  readonly ask: (service: Service) => Promise<Exchange>;
}

/** The checks of one operation. */
export function happyAnswers(contract: Contract, happy: HappyCase): Check[] {
  const { operation, group, subject, section, needs = [], ask } = happy;
  const { status, guess } = successStatus(contract, operation);
  const id = (name: string): string => `${group}.${operation}.${name}`;
  const check = (name: string, title: string, run: Check['run']): Check => ({
    id: id(name),
    title: `${subject} ${title}`,
    section,
    needs,
    run,
  });
  const checks = [
    check('success', 'is given', async (service) => {
      const exchange = await ask(service);
      return found(isSuccess(exchange), describeExchange(exchange), String(exchange.status));
    }),
    check('body', 'keeps to all of the contract that is known', async (service) => {
      const exchange = successOf(await ask(service));
      return foundNothingWrong([
        ...new Set(
          firmDepartures(departuresOf(service.contract, exchange)).map(({ what, point }) =>
            point === undefined ? what : `${what} (${point.id})`,
          ),
        ),
      ]);
    }),
  ];
  if (status !== 204)
    checks.push(
      check('media-type', 'comes as JSON', async (service) => {
        const sent = mediaTypeOf(successOf(await ask(service)));
        return found(sent === 'application/json', `Content-Type is ${sent || 'missing'}, not application/json`, sent);
      }),
    );
  if (guess !== undefined)
    checks.push({
      id: id('status'),
      title: `${subject} comes with status ${status}`,
      point: guess.id,
      needs,
      run: async (service) => hasStatus(successOf(await ask(service)), status),
    });
  return checks;
}
