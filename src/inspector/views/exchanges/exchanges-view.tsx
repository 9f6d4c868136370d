/** The exchanges of the sandbox: a live list, and one of them in full. */

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { counted } from '../../parts/format.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { connection, leftOut, outlines, reloadExchanges, shownOutlines } from '../../state/exchanges.js';
import { bindKey } from '../../state/keys.js';
import { addressOf, go, place } from '../../state/place.js';
import { isNarrow } from '../../state/width.js';
import { ExchangeInFull } from './exchange-in-full.js';
import { ExchangeLine } from './exchange-line.js';
import { Filters } from './filters.js';
import { FirstSteps } from './first-steps.js';

export function ExchangesView(): JSX.Element {
  const shown = shownOutlines.value;
  const chosen = Number(place.value.item);
  const at = shown.findIndex(({ id }) => id === chosen);
  useEffect(() => {
    const unbind = [
      bindKey({ key: 'j', text: 'next exchange in the list', act: () => step(1) }),
      bindKey({ key: 'k', text: 'exchange before in the list', act: () => step(-1) }),
      bindKey({ key: 'Escape', text: 'close the exchange', act: () => go({ item: '' }) }),
    ];
    return () => {
      for (const end of unbind) end();
    };
  }, []);
  return (
    <div class={place.value.item === '' ? 'exchanges' : 'exchanges with-item'}>
      <section class="list" aria-label="Exchanges">
        <Filters />
        <LeftOut />
        {outlines.value.length === 0 ? (
          <FirstSteps />
        ) : (
          <VirtualList
            label="Exchanges, the newest first"
            items={shown}
            keyOf={({ id }) => id}
            rowHeight={isNarrow.value ? 52 : 30}
            selected={at}
            row={(outline) => <ExchangeLine outline={outline} isChosen={outline.id === chosen} />}
          />
        )}
      </section>
      {place.value.item !== '' && <ExchangeInFull id={chosen} key={chosen} />}
    </div>
  );
}

/** Goes to the exchange below or above in the list. */
function step(by: 1 | -1): void {
  const shown = shownOutlines.value;
  const at = shown.findIndex(({ id }) => String(id) === place.value.item);
  const next = shown[at === -1 ? 0 : at + by];
  if (next !== undefined) go({ item: String(next.id) }, { replace: place.value.item !== '' });
}

/** What the list does not show, and why. */
function LeftOut(): JSX.Element | null {
  const { isOpen, error } = connection.value;
  if (!isOpen && error !== '') return <p class="bar warning">Not live: {error}</p>;
  const gap = leftOut.value;
  if (gap === undefined) return null;
  return (
    <p class="bar">
      {counted(gap.count, 'exchange')} left out: the list samples when there are more than 200 a second.{' '}
      <button type="button" onClick={reloadExchanges}>
        Load what the journal has
      </button>
    </p>
  );
}

/** The link to an exchange. */
export function exchangeAddress(id: number): string {
  return addressOf({ view: 'exchanges', item: String(id) });
}
