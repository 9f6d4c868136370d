import { membersOf } from '../../../common/json.js';
import { jsonOf } from '../../journal/exchange.js';
import { eachAlone } from '../series.js';

/** The limit of the service for a batch, in items. */
const MOST_ITEMS = 100;

/** A client sends at most 100 items in a batch. */
export const boundedBatch = eachAlone(({ operation, request }) => {
  if (operation !== 'generateVerificationLinksBatch') return 'not-applicable';

  const { requests } = membersOf(jsonOf(request.body));
  // The service refuses a body that is not a list, so the rule does not apply.
  if (!Array.isArray(requests)) return 'not-applicable';

  return requests.length <= MOST_ITEMS ? 'followed' : { broken: `Sent a batch of ${requests.length} items.` };
});
