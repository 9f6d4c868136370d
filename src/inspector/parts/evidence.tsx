/** Exchanges as evidence: links to them, and bars on one axis of time. */

import { loadExchange } from '../control/call.js';
import { headerOf } from '../control/message.js';
import type { Exchange } from '../control/types.js';
import { addressOf } from '../state/route.js';
import { milliseconds } from './format.js';
import { useLoaded } from './loaded.js';
import { Status } from './status.js';

/** How many bars are drawn: more do not make a proof clearer. */
const MOST_BARS = 6;
/** The width of the thinnest bar, in percent. */
const THINNEST = 0.7;
/** How many links are shown: as many exchanges as the emulator names. */
const MOST_LINKS = 10;

/** Exchanges on one axis of time: when each came, and how long it took. A single exchange needs no axis. */
export function Timeline({ ids }: { readonly ids: readonly number[] }) {
  const shown = ids.slice(0, MOST_BARS);
  const loaded = useLoaded((signal) => Promise.all(shown.map((id) => loadExchange(id, signal))), [shown.join()]);
  const exchanges = loaded.value.value?.toSorted((a, b) => a.received - b.received);
  if (exchanges === undefined || exchanges.length < 2) return null;

  const start = exchanges[0]!.received;
  const end = Math.max(...exchanges.map(endOf));
  // Exchanges that all came at once have a span of 0, by which nothing can be divided.
  const percent = (time: number): number => (100 * time) / Math.max(end - start, 1);

  return (
    <ol class="timeline" aria-label="When they came">
      {exchanges.map(({ id, operation, status, received, duration = 0, response }, index) => {
        const previous = exchanges[index - 1];
        const wait = headerOf(response, 'retry-after');
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
              {previous !== undefined && `, ${milliseconds(received - endOf(previous))} later`}
              {wait !== undefined && `, Retry-After: ${wait}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const endOf = ({ received, duration = 0 }: Exchange): number => received + duration;

interface LinksProps {
  readonly ids: readonly number[];
  /** How many exchanges there are. Default: as many as `ids`. */
  readonly total?: number;
}

/** Links to exchanges. */
export function ExchangeLinks({ ids, total = ids.length }: LinksProps) {
  return (
    <span class="evidence">
      {ids.slice(0, MOST_LINKS).map((id) => (
        <a key={id} href={addressOf({ view: 'exchanges', item: String(id), query: {} })}>
          #{id}
        </a>
      ))}
      {total > MOST_LINKS && <span class="soft">and {total - MOST_LINKS} more</span>}
    </span>
  );
}
