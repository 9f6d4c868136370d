/** Ends an exchange, and reports it to those who follow exchanges. */

import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { Identified } from '../exchange.js';
import type { ServiceContext } from '../service-context.js';

/** @param sent when the last of the response was handed to the socket, a reading of `performance.now()` */
export function end(
  { keeper, onExchange }: ServiceContext,
  { res, received, sandbox }: Identified,
  record: ExchangeRecord,
  sent: number,
): void {
  // The client does not get the response if it is gone, or if a scenario never sends it.
  if (!res.destroyed && record.ending !== 'never') record.duration = sent - received;
  keeper?.recorded(record, sandbox);
  onExchange(record, sandbox);
}
