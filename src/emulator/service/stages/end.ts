/** Ends an exchange, and reports it to those who follow exchanges. */

import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { Started } from '../exchange.js';
import type { ServiceContext } from '../service-context.js';
import { noteAnswer } from './hold.js';

/** @param sent when the last of the response was handed to the socket, a reading of `performance.now()` */
export function end(context: ServiceContext, exchange: Started, record: ExchangeRecord, sent: number): void {
  const { keeper, onExchange } = context;
  const { res, received, sandbox, held } = exchange;
  // The client does not get the response if it is gone, or if a scenario never sends it.
  if (!res.destroyed && record.ending !== 'never') record.duration = sent - received;
  if (held !== undefined) {
    record.release = held.release;
    record.ending = held.failure ?? record.ending;
  }
  keeper?.recorded(record, sandbox);
  if (record.ending === undefined) noteAnswer(context, exchange);
  onExchange(record, sandbox);
}
