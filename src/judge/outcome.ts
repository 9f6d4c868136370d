/** What a client got to see of an exchange. */

import type { JournaledExchange } from '../journal/journaled-exchange.js';
import { answeredAt } from './elapsed.js';

/** Whether the client had a whole answer, and it was good. */
export function succeeded(exchange: JournaledExchange): boolean {
  return isWhole(exchange) && exchange.status >= 200 && exchange.status < 300;
}

/** Whether the client had the answer to its end. */
export function isWhole(exchange: JournaledExchange): boolean {
  return answeredAt(exchange) !== undefined;
}
