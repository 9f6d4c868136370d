/** An exchange in one line. */

import type { JSX } from 'preact';
import type { Outline } from '../../control/types.js';
import { milliseconds, timeOfDay } from '../../parts/format.js';
import { Status } from '../../parts/status.js';
import type { Row } from '../../state/exchanges.js';
import { addressOf } from '../../state/place.js';

interface Props extends Omit<Row, 'key'> {
  readonly isChosen: boolean;
  /** Whether Tab reaches the row; arrows reach the others. */
  readonly isTabStop: boolean;
}

export function ExchangeLine({ outline, text, isGone, isChosen, isTabStop }: Props): JSX.Element {
  if (outline === undefined) return <p class="rule">{text}</p>;
  if (isGone) return <div class="line gone">{cellsOf(outline, 'gone')}</div>;
  return (
    <a
      class="line"
      href={addressOf({ item: String(outline.id) })}
      aria-current={isChosen ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
    >
      {cellsOf(outline)}
    </a>
  );
}

/** @param note what to say of it first */
function cellsOf(outline: Outline, note?: string): JSX.Element {
  const { at, method, path, query, operation, duration, scenarios, diagnostics } = outline;
  const { status, ending, error } = outline;
  const reason = diagnostics[0] ?? error;
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
        {note !== undefined && <span class="chip">{note}</span>}
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
