/** Responds as if the client had requested another page size. */

import type { PageFault } from '../../scenarios/fault.js';
import { firstItems, itemsOnPage } from '../representations/page.js';
import type { FaultPerformer } from './fault-performer.js';
import { bytesOf, withLimitReached } from './growth-limit.js';

export const performPage: FaultPerformer<PageFault> = ({ limit }, { exchange, decided, responseBytes }, next) => {
  const response = next({ limit });
  const { status, body } = response;
  const asked = Number(exchange.request?.query['limit'] ?? 0);
  if (status >= 400 || limit <= asked || bytesOf(body) <= responseBytes) return response;
  let fitting = itemsOnPage(body);
  let shown = body;
  while (fitting > asked && bytesOf(shown) > responseBytes) {
    fitting = Math.max(asked, Math.floor(Math.min(0.9, responseBytes / bytesOf(shown)) * fitting));
    shown = firstItems(body, fitting);
  }
  return withLimitReached({ ...response, body: shown }, decided.scenario.name, responseBytes);
};
