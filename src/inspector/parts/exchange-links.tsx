/** Links to exchanges, as evidence. */

import type { JSX } from 'preact';
import { addressOf } from '../state/place.js';

/** As many as the emulator names. */
const MOST_SHOWN = 10;

interface Props {
  readonly ids: readonly number[];
  /** How many there are, if `ids` are the first of them. */
  readonly total?: number;
}

export function ExchangeLinks({ ids, total = ids.length }: Props): JSX.Element {
  return (
    <span class="evidence">
      {ids.slice(0, MOST_SHOWN).map((id) => (
        <a key={id} href={addressOf({ view: 'exchanges', item: String(id), query: {} })}>
          #{id}
        </a>
      ))}
      {total > MOST_SHOWN && <span class="soft">and {total - MOST_SHOWN} more</span>}
    </span>
  );
}
