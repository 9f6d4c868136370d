/** What group files call by name: functions that send a request, look at a response, or do more than that. */

import { isGuess } from '../../../contract/fidelity/point.js';
import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { contractViolations } from '../contract-violations.js';
import type { ServiceExchange } from '../exchange.js';
import { describeExchange, isSuccess, sentMediaType, successOf, UnexpectedResponseError } from '../exchange.js';
import type { Service } from '../service.js';

type Observed = Observation | Promise<Observation>;

/** Looks at a response. The argument is that of the file. */
export type ResponseCheck = (exchange: ServiceExchange, argument: never, service: Service) => Observed;

/** Sends requests, and returns what it observed. The argument is that of the file. */
export type ServiceCheck = (service: Service, argument: never) => Observed;

/** The functions of a file. */
export interface CheckFunctions {
  readonly requests?: Readonly<Record<string, (service: Service) => Promise<ServiceExchange>>>;
  readonly looks?: Readonly<Record<string, ResponseCheck>>;
  readonly runs?: Readonly<Record<string, ServiceCheck>>;
}

/** From this status on, a response shows nothing about the service's rules. */
const SERVER_ERROR = 500;

/** Whether the response has one of the statuses. @throws UnexpectedResponseError after a server error */
export function hasStatus(exchange: ServiceExchange, ...statuses: readonly number[]): Observation {
  if (exchange.status >= SERVER_ERROR) throw new UnexpectedResponseError(describeExchange(exchange));
  return holdsIf(
    statuses.includes(exchange.status),
    `${describeExchange(exchange)}, not ${statuses.join(' or ')}`,
    String(exchange.status),
  );
}

/** What a response to a valid request must be, whatever the operation. */
export const SUCCESS: CheckFunctions = {
  looks: {
    isGiven: (exchange) => holdsIf(isSuccess(exchange), describeExchange(exchange), String(exchange.status)),
    succeedsWith: (exchange, status: number) => hasStatus(successOf(exchange), status),
    isJson: (exchange) => {
      const sent = sentMediaType(successOf(exchange));
      return holdsIf(sent === 'application/json', `Content-Type is ${sent || 'missing'}, not application/json`, sent);
    },
    /** Names what the response violates of what is known of the service, with the point that it concerns. */
    keepsContract: (exchange, _, { contract }) => {
      const all = contractViolations(contract, successOf(exchange));
      const violations = all.filter(({ point }) => point === undefined || !isGuess(point));
      const problems = violations.map(({ description, point }) => description + (point ? ` (${point.id})` : ''));
      return holdsUnless(new Set(problems));
    },
  },
};
