/** Waits before the headers, or between headers and body. */

import { fraction, hashText } from '../../domain/time/random.js';
import type { DelayFault } from '../../scenarios/fault.js';
import { AT_ONCE, withDelivery } from '../service-response.js';
import type { FaultedCall, FaultPerformer } from './fault-performer.js';

/** The longest delay, in milliseconds. A log-normal distribution has no upper limit. */
const LONGEST = 10 * 60_000;

/** Delays the response, in addition to the delays of other scenarios. */
export const performDelay: FaultPerformer<'delay'> = (fault, context, next) => {
  const response = next();
  const { beforeHeaders, beforeBody } = response.delivery ?? AT_ONCE;
  const delay = Math.min(LONGEST, delayOf(fault, context));
  if (fault.before === 'headers') return withDelivery(response, { beforeHeaders: beforeHeaders + delay });

  return withDelivery(response, { beforeBody: beforeBody + delay });
};

/** The delay in milliseconds. It is drawn from the sandbox's seed, so that a call waits equally long in each run. */
function delayOf(fault: DelayFault, { exchange, decided }: FaultedCall): number {
  const { fixed, from = 0, to = 0, median, spread = 0 } = fault;
  if (fixed !== undefined) return fixed;

  const key = hashText(decided.activation.key);
  /** A number from 0 to 1, drawn for this call. */
  const draw = (nth: number): number => fraction(exchange.sandbox.seed, key, decided.call, nth);
  // Log-normal: the logarithm of the delay is distributed normally.
  if (median !== undefined) return median * Math.exp(spread * normal(draw(1), draw(2)));

  return from + (to - from) * draw(1);
}

/** A standard normal number from two uniform ones (Box and Muller). */
function normal(one: number, other: number): number {
  return Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other);
}
