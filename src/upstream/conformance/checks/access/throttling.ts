/** Rate limits: never provoked, only observed if a response is 429. */

import { differs, holdsIf, type Observation, unseen } from '../../check.js';
import type { Service } from '../../service.js';
import { type CheckRows, type GroupTables, point } from '../table.js';

const UNMET = 'the service has returned no 429 in this run';

const ROWS: CheckRows = {
  'retry-after': point('RetryAfter').run('a 429 has Retry-After in seconds', isInSeconds),
  met: point('RateLimited:when').run('the rate of this run is below the limit', ({ throttled: { length } }) =>
    length === 0 ? unseen(UNMET) : differs(`${length} requests returned 429`, '429'),
  ),
};

/** The group; it sends nothing. */
export const THROTTLING: GroupTables = { name: 'throttling', title: 'rate limits', rows: ROWS };

function isInSeconds({ throttled }: Service): Observation {
  const values = throttled.map(({ headers }) => headers['retry-after']);
  const forms = new Set(
    values.map((value) => (value === undefined ? 'nothing' : /^\d+$/.test(value) ? 'seconds' : 'a date')),
  );
  if (forms.size === 0) return unseen(UNMET);
  return holdsIf([...forms].join() === 'seconds', `Retry-After was ${[...forms].join(', ')}`, ...forms);
}
