/** What a client got to see of an exchange. */

import type { Exchange } from '../journal/exchange.js';
import { answeredAt } from './elapsed.js';

/** Whether the client had a whole answer, and it was good. */
export function succeeded(exchange: Exchange): boolean {
  return isWhole(exchange) && exchange.status >= 200 && exchange.status < 300;
}

/** Whether the client had the answer to its end. */
export function isWhole(exchange: Exchange): boolean {
  return answeredAt(exchange) !== undefined;
}
