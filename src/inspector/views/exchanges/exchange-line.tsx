/** An exchange in one line. */

import type { JSX } from 'preact';
import type { Outline } from '../../control/types.js';
import { milliseconds, timeOfDay } from '../../parts/format.js';
import { Status } from '../../parts/status.js';
import { addressOf } from '../../state/place.js';

interface Props {
  readonly outline: Outline;
  readonly isChosen: boolean;
}

export function ExchangeLine({ outline, isChosen }: Props): JSX.Element {
  const { id, at, method, path, query, operation, duration, scenarios, diagnostics } = outline;
  const { status, ending } = outline;
  return (
    <a class="line" href={addressOf({ item: String(id) })} aria-current={isChosen ? 'true' : undefined}>
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
        {diagnostics.length > 0 && <span class="chip diagnostic">{diagnostics[0]}</span>}
      </span>
      <span class="duration">{duration === undefined ? '…' : milliseconds(duration)}</span>
    </a>
  );
}
