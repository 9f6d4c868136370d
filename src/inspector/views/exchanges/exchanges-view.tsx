/** The exchanges of the sandbox: a live list, and one of them in full. */

import { signal } from '@preact/signals';
import type { Outline } from '../../control/types.js';
import { Action, Copy } from '../../parts/buttons.js';
import { exportLines } from '../../parts/export-lines.js';
import { counted } from '../../../common/reporting/phrases.js';
import { milliseconds, timeOfDay } from '../../parts/format.js';
import { useItemKeys } from '../../parts/item-keys.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { connection, journalCount } from '../../state/connection.js';
import { leftOut, MOST_PER_SECOND, outlines, reloadExchanges } from '../../state/exchanges.js';
import { shownExchanges, shownRows, type Row } from '../../state/exchanges.js';
import { addressOf, go, route } from '../../state/route.js';
import { chosenSandbox } from '../../state/sandbox.js';
import { search } from '../../state/search.js';
import { ChoosingBar } from './comparison.js';
import { ExchangeInFull } from './exchange-in-full.js';
import { Filters } from './filters.js';
import { Status } from '../../parts/status.js';

/** Whether a line of the list needs two rows, because the page is too narrow. */
const narrowPage = matchMedia('(max-width: 1199px)');
const isNarrow = signal(narrowPage.matches);
narrowPage.addEventListener('change', ({ matches }) => (isNarrow.value = matches));

/** The height of a line, in pixels. */
const ROW_HEIGHTS = { narrow: 52, wide: 30 };

/** The list of exchanges, and beside it the chosen one. */
export function ExchangesView() {
  const shown = shownExchanges.value;
  const { item } = route.value;
  const chosen = Number(item);
  // Beside an exchange in full, the list is always narrow.
  const width = isNarrow.value || item !== '' ? 'narrow' : 'wide';
  // Tab reaches one line of the list: the chosen one, or else the first.
  const tabStop = shown.some(({ key }) => key === chosen) ? chosen : shown[0]?.key;
  const keys = shown.map(({ key }) => String(key));
  useItemKeys(keys, 'exchange');

  return (
    <div class="split">
      <section class={`list ${width}`} aria-label="Exchanges">
        <Filters />
        <ChoosingBar />
        <LeftOut />
        {shown.length === 0 && outlines.value.length > 0 && <NothingFound />}
        {shownRows.value.length === 0 && outlines.value.length === 0 ? (
          <FirstSteps />
        ) : (
          <VirtualList
            label="Exchanges, the newest first"
            items={shownRows.value}
            keyOf={({ key }) => key}
            rowHeight={ROW_HEIGHTS[width]}
            selected={shownRows.value.findIndex(({ key }) => key === chosen)}
            row={(row) => <ExchangeLine row={row} isChosen={row.key === chosen} isTabStop={row.key === tabStop} />}
          />
        )}
      </section>
      {item !== '' && (
        <ExchangeInFull key={journalCount.value} id={chosen} outline={outlines.value.find(({ id }) => id === chosen)} />
      )}
    </div>
  );
}

/** What the list says in place of exchanges. */
function NothingFound() {
  const { isOver, error } = search.value;
  const text = isOver ? 'No exchange matches.' : 'Searching …';
  return (
    <div class="empty">
      <p role="status">{error === '' ? text : error}</p>
      <Action text="Clear filters" act={() => go({ query: {} }, { replace: true })} />
    </div>
  );
}

/** What the list does not show, and why. */
function LeftOut() {
  const { isOpen, error } = connection.value;
  if (!isOpen && error !== '') return <p class="bar warning">Not live: {error}</p>;
  if (leftOut.value === 0) return null;

  return (
    <p class="bar">
      {counted(leftOut.value, 'exchange')} left out: more than {MOST_PER_SECOND} came in a second, or the page was too
      slow. <Action text="Load what the journal has" act={reloadExchanges} />
    </p>
  );
}

/** What to do while there are no exchanges. */
function FirstSteps() {
  const { value: sandbox } = chosenSandbox.value;
  const { isOpen, error } = connection.value;
  // The bar above shows the error.
  if (error !== '')
    return (
      <p class="empty">
        <a href={addressOf({ view: 'sandboxes', item: '' })}>All sandboxes</a>
      </p>
    );
  if (sandbox === undefined || !isOpen) return <p class="empty">Connecting …</p>;

  const lines = exportLines(sandbox);

  return (
    <div class="empty">
      <h2>No exchanges yet</h2>
      <p>Point your client at this sandbox. Each call appears here as it is answered, with the reason.</p>
      <pre class="code">{lines}</pre>
      <Copy text="Copy" copied={lines} />
    </div>
  );
}

interface LineProps {
  readonly row: Row;
  readonly isChosen: boolean;
  /** Whether Tab reaches the row; arrows reach the others. */
  readonly isTabStop: boolean;
}

/** An exchange in one line, or the text between two parts of the list. */
function ExchangeLine({ row: { key, outline, text }, isChosen, isTabStop }: LineProps) {
  if (text !== undefined) return <p class="rule">{text}</p>;
  return (
    <a
      class="line"
      href={addressOf({ item: String(key) })}
      aria-current={isChosen ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span class="number">#{key}</span>
      {outline === undefined ? (
        <span class="beyond">Found, but older than the list, or left out.</span>
      ) : (
        <Cells {...outline} />
      )}
    </a>
  );
}

/** What the line of an exchange says beside its number. */
function Cells(outline: Outline) {
  const { at, method, path, query, operation, duration, scenarios, diagnostics, status, ending } = outline;
  const reason = diagnostics[0] ?? outline.ended ?? outline.error;
  return (
    <>
      <span class="time">{timeOfDay(at)}</span>
      <Status status={status} ending={ending} />
      <span class="method">{method}</span>
      <span class="operation">{operation}</span>
      <span class="request">
        <span class="path">{path}</span>
        {query !== '' && <span class="query">?{query}</span>}
      </span>
      <span class="reason">
        {outline.sentByEmulator && <span class="chip">sent from here</span>}
        {scenarios.map(({ scenario }) => (
          <span class="chip scenario" key={scenario}>
            {scenario}
          </span>
        ))}
        {scenarios.length === 0 && reason !== undefined && (
          <span class="chip diagnostic" title={reason}>
            {reason}
          </span>
        )}
      </span>
      <span class="duration">{duration === undefined ? '…' : milliseconds(duration)}</span>
    </>
  );
}
