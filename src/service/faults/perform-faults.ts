/** Performs what scenarios decide: one fault, one file, found by its kind. */

import type { Fault } from '../../scenarios/fault.js';
import type { DecidedFault } from '../../scenarios/decide-faults.js';
import type { ServiceResponse } from '../service-response.js';
import { performAlter } from './alter.js';
import { performAnswer } from './answer.js';
import { performBatchItems } from './batch-items.js';
import { performBody } from './body.js';
import { performConnection } from './connection.js';
import { performDelay } from './delay.js';
import { performDrip } from './drip.js';
import type { FaultContext, FaultPerformer } from './fault-performer.js';
import { performLifetime } from './lifetime.js';
import { performMerge } from './merge.js';
import { performPage } from './page.js';
import { performThrottle } from './throttle.js';
import { performToken } from './token.js';
import { performWorld } from './world.js';
import { ServiceFailure } from '../service-failure.js';

const PERFORMERS: { readonly [Kind in Fault['kind']]: FaultPerformer<Extract<Fault, { kind: Kind }>> } = {
  answer: performAnswer,
  token: performToken,
  lifetime: performLifetime,
  throttle: performThrottle,
  'batch-items': performBatchItems,
  delay: performDelay,
  drip: performDrip,
  connection: performConnection,
  body: performBody,
  alter: performAlter,
  merge: performMerge,
  page: performPage,
  world: performWorld,
};

/**
 * Runs the operation inside the faults, the first of them outermost. Failures inside a fault become answers, so that
 * a delay delays them too and a cut cuts them.
 * @throws whatever is no failure of the service
 */
export function performFaults(
  faults: readonly DecidedFault[],
  context: Omit<FaultContext, 'decided'>,
  operation: () => ServiceResponse,
): ServiceResponse {
  const [first, ...others] = faults;
  if (first === undefined) return operation();
  const perform = PERFORMERS[first.fault.kind] as FaultPerformer<Fault>;
  return perform(first.fault, { ...context, decided: first }, () => {
    try {
      return performFaults(others, context, operation);
    } catch (error) {
      if (error instanceof ServiceFailure) return context.word(error);
      throw error;
    }
  });
}
