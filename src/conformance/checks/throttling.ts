/** Rate limits: never provoked, only observed if a response is 429. */

import { type CheckGroup, holdsIf, unseen } from '../check.js';

const UNMET = 'the service has returned no 429 in this run';

/** The group; it sends nothing. */
export const THROTTLING: CheckGroup = {
  name: 'throttling',
  title: 'rate limits',
  checks: [
    {
      id: 'throttling.retry-after',
      title: 'a 429 has Retry-After in seconds',
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
      title: 'the rate of this run is below the limit',
      point: 'RateLimited:when',
      run: ({ throttled }) =>
        Promise.resolve(
          throttled.length === 0 ? unseen(UNMET) : holdsIf(false, `${throttled.length} requests returned 429`, `429`),
        ),
    },
  ],
};
