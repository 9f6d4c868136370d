/** Faults that ask a client to come back later. */

import type { FaultClass } from './fault-class.js';
import { always, NOT_CARRIED_OUT, OTHER_DATA, RECOVERED_OR_GAVE_UP, REFUSED, RETRY } from './right-reactions.js';

export const THROTTLING: readonly FaultClass[] = [
  {
    id: 'throttled',
    title: '429',
    summary: '429 with Retry-After: 1, once',
    selection: {
      token: 'token-endpoint-throttled;burst=1;retry-after=1',
      others: 'rate-limit-burst;burst=1;retry-after=1',
    },
    ...REFUSED,
    trouble: 'pause',
    wait: 1_000,
    expected: NOT_CARRIED_OUT,
    remedy: 'Wait as long as Retry-After says, then send the request again.',
  },
  {
    id: 'throttled-bare',
    title: '429 bare',
    summary: '429 without Retry-After, twice',
    selection: 'rate-limit-without-retry-after;burst=2',
    ...REFUSED,
    beginsLike: 'throttled',
    wait: 2_000,
    expected: { ...NOT_CARRIED_OUT, link: RECOVERED_OR_GAVE_UP, request: RECOVERED_OR_GAVE_UP },
    remedy: RETRY,
  },
  {
    id: 'throttled-date',
    title: '429 date',
    summary: '429 whose Retry-After is a date, once',
    selection: 'rate-limit-with-date;requests=0;per="2s"',
    ...REFUSED,
    beginsLike: 'throttled',
    trouble: 'pause',
    wait: 2_000,
    expected: NOT_CARRIED_OUT,
    remedy: 'Read Retry-After as a number of seconds or as a date, and wait until then.',
  },
  {
    id: 'throttled-long',
    title: '429 long',
    summary: '429 with Retry-After: 600, once',
    selection: {
      token: 'token-endpoint-throttled;burst=1;retry-after=600',
      others: 'rate-limit-burst;burst=1;retry-after=600',
    },
    ...REFUSED,
    trouble: 'pause',
    beginsLike: 'throttled',
    wait: 0,
    expected: always(OTHER_DATA),
    remedy: 'Report the error if Retry-After is longer than you can wait. Do not come back before.',
  },
  {
    id: 'unavailable',
    title: '503',
    summary: '503 with Retry-After: 1, once',
    selection: {
      token: 'token-endpoint-down;times=1;retry-after=1',
      others: 'service-unavailable;times=1;retry-after=1',
    },
    ...REFUSED,
    trouble: 'pause',
    wait: 1_000,
    expected: { ...NOT_CARRIED_OUT, link: RECOVERED_OR_GAVE_UP, request: RECOVERED_OR_GAVE_UP },
    remedy: RETRY,
  },
];
