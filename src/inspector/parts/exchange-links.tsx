/** Links to exchanges, as evidence. */

import type { JSX } from 'preact';
import { addressOf } from '../state/place.js';

const MOST_SHOWN = 12;

export function ExchangeLinks({ ids }: { readonly ids: readonly number[] }): JSX.Element {
  return (
    <span class="evidence">
      {ids.slice(0, MOST_SHOWN).map((id) => (
        <a key={id} href={addressOf({ view: 'exchanges', item: String(id), query: {} })}>
          #{id}
        </a>
      ))}
      {ids.length > MOST_SHOWN && <span class="soft">and {ids.length - MOST_SHOWN} more</span>}
    </span>
  );
}
