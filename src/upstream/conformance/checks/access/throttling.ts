/** Rate limits: what the responses with 429 show. */

import { differs, holdsIf, unseen } from '../../check.js';
import type { CheckFunctions } from '../functions.js';

const UNMET = 'the service has returned no 429 in this run';

export const THROTTLING: CheckFunctions = {
  runs: {
    waitsAreInSeconds: ({ throttled }) => {
      const values = throttled.map(({ headers }) => headers['retry-after']);
      const forms = new Set(
        values.map((value) => (value === undefined ? 'nothing' : /^\d+$/.test(value) ? 'seconds' : 'a date')),
      );
      if (forms.size === 0) return unseen(UNMET);
      return holdsIf([...forms].join() === 'seconds', `Retry-After was ${[...forms].join(', ')}`, ...forms);
    },
    noneIsThrottled: ({ throttled: { length } }) =>
      length === 0 ? unseen(UNMET) : differs(`${length} requests returned 429`, '429'),
  },
};
