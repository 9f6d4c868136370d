import { membersOf } from '../../../common/json.js';
import { jsonOf, type Exchange } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';

const MOST_ITEMS = 100;

export const boundedBatch: Rule = {
  id: 'bounded-batch',
  title: `A client sends at most ${MOST_ITEMS} items in a batch.`,
  basis: 'specification section 8',
  occasion: 'batch of verification links',
  remedy: `Split the items into batches of ${MOST_ITEMS}.`,
  examine: (exchanges) => {
    const batches = exchanges.flatMap((exchange) => {
      const items = itemsOf(exchange);
      return items === undefined ? [] : [{ exchange, items }];
    });
    return {
      offences: batches
        .filter(({ items }) => items > MOST_ITEMS)
        .map(({ exchange, items }) => ({ exchanges: [exchange], what: `Sent a batch of ${items} items.` })),
      followed: batches.filter(({ items }) => items <= MOST_ITEMS).map(({ exchange }) => exchange),
    };
  },
};

/** The number of items in a batch; undefined if the request is no batch or its body is unreadable. */
function itemsOf({ operation, request }: Exchange): number | undefined {
  if (operation !== 'generateVerificationLinksBatch') return undefined;
  const { requests } = membersOf(jsonOf(request.body));
  return Array.isArray(requests) ? requests.length : undefined;
}
