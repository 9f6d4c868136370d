/** Exchanges as bars on one axis of time: what came when, and how long it took. */

import type { JSX } from 'preact';
import { call } from '../control/call.js';
import { addressOf } from '../state/place.js';
import { milliseconds } from './format.js';
import { useLoaded } from './loaded.js';
import { Status } from './status.js';

/** More do not make a proof clearer. */
const MOST_SHOWN = 6;
/** A bar is at least so many percent wide. */
const THINNEST = 0.7;

export function Timeline({ ids }: { readonly ids: readonly number[] }): JSX.Element | null {
  const shown = ids.slice(0, MOST_SHOWN);
  const loaded = useLoaded(
    (signal) =>
      Promise.all(
        shown.map((exchange) => call('get', '/sandboxes/{id}/journal/{exchange}', { path: { exchange }, signal })),
      ),
    [shown.join()],
  );
  const exchanges = loaded.value.value?.toSorted((a, b) => a.received - b.received);
  if (exchanges === undefined || exchanges.length < 2) return null;
  const start = exchanges[0]!.received;
  const end = Math.max(...exchanges.map(({ received, duration = 0 }) => received + duration));
  const percent = (time: number): number => (100 * time) / Math.max(end - start, 1);
  return (
    <ol class="timeline" aria-label="When they came">
      {exchanges.map(({ id, operation, status, received, duration = 0, response }, at) => {
        const before = exchanges[at - 1];
        const wait = response.headers.find(([name = '']) => name.toLowerCase() === 'retry-after')?.[1];
        return (
          <li key={id}>
            <a href={addressOf({ view: 'exchanges', item: String(id), query: {} })}>#{id}</a>
            <Status status={status} ending={response.ending} />
            <span class="lane">
              <span
                class="span-of-time"
                style={{
                  marginLeft: `${Math.min(percent(received - start), 100 - THINNEST)}%`,
                  width: `${Math.max(percent(duration), THINNEST)}%`,
                }}
              />
            </span>
            <span class="soft">
              {operation ?? 'no operation'}
              {before !== undefined && `, ${milliseconds(received - before.received - (before.duration ?? 0))} later`}
              {wait !== undefined && `, Retry-After: ${wait}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
