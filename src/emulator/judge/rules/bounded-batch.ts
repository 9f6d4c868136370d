import { membersOf } from '../../../common/json.js';
import { jsonOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { eachAlone } from '../series.js';

const MOST_ITEMS = 100;

export const boundedBatch: Rule = {
  id: 'bounded-batch',
  title: `A client sends at most ${MOST_ITEMS} items in a batch.`,
  basis: 'specification section 8',
  precondition: 'batch of verification links',
  remedy: `Split the items into batches of ${MOST_ITEMS}.`,
  examine: eachAlone(({ operation, request }) => {
    if (operation !== 'generateVerificationLinksBatch') return undefined;
    const { requests } = membersOf(jsonOf(request.body));
    // The service refuses a body that is not a list, so the rule does not apply.
    if (!Array.isArray(requests)) return undefined;
    return requests.length <= MOST_ITEMS || `Sent a batch of ${requests.length} items.`;
  }),
};
