/** Limits on how often one may ask: never provoked, and observed where they are met. */

import { type CheckGroup, holdsIf, unseen } from '../check.js';

const UNMET = 'the service has answered no request of this run with 429';

/** The group; it sends nothing. */
export const THROTTLING: CheckGroup = {
  name: 'throttling',
  title: 'limits on how often',
  checks: [
    {
      id: 'throttling.retry-after',
      title: 'a 429 says in Retry-After how many seconds to wait',
      point: 'RetryAfter',
      run: ({ throttled }) => {
        const values = throttled.map(({ headers }) => headers['retry-after']);
        const forms = [
          ...new Set(
            values.map((value) => (value === undefined ? 'nothing' : /^\d+$/.test(value) ? 'seconds' : 'a date')),
          ),
        ];
        return Promise.resolve(
          forms.length === 0
            ? unseen(UNMET)
            : holdsIf(
                forms.every((form) => form === 'seconds'),
                `Retry-After was ${forms.join(', ')}`,
                ...forms,
              ),
        );
      },
    },
    {
      id: 'throttling.met',
      title: 'the rate of this run is under the limit',
      point: 'RateLimited:when',
      run: ({ throttled }) =>
        Promise.resolve(
          throttled.length === 0
            ? unseen(UNMET)
            : holdsIf(false, `${throttled.length} requests were answered with 429`, `429`),
        ),
    },
  ],
};
