import { type Exchange, jsonOf, membersOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';

const MOST_ITEMS = 100;

export const boundedBatch: Rule = {
  id: 'bounded-batch',
  title: `A client puts at most ${MOST_ITEMS} items into a batch.`,
  basis: 'specification section 8',
  occasion: 'batch of verification links',
  remedy: `Split the items into batches of ${MOST_ITEMS}.`,
  examine: (exchanges) => {
    const batches = exchanges
      .map((exchange) => ({ exchange, items: itemsOf(exchange) }))
      .filter(({ items }) => items !== undefined);
    const tooLarge = batches.filter(({ items }) => items! > MOST_ITEMS);
    return {
      offences: tooLarge.map(({ exchange, items }) => ({
        exchanges: [exchange],
        what: `Sent a batch of ${items!} items.`,
      })),
      good: batches.filter(({ items }) => items! <= MOST_ITEMS).map(({ exchange }) => exchange),
    };
  },
};

/** How many items a batch has; undefined where it is none, or cannot be read. */
function itemsOf({ operation, request }: Exchange): number | undefined {
  if (operation !== 'generateVerificationLinksBatch') return undefined;
  const { requests } = membersOf(jsonOf(request.body));
  return Array.isArray(requests) ? requests.length : undefined;
}
