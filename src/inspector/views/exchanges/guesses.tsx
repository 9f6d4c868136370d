/** The guesses about the service that a response rests on: those that few operations share first. */

import type { JSX } from 'preact';
import type { Exchange } from '../../control/types.js';
import { counted } from '../../parts/format.js';
import { knownFidelity } from '../../state/fidelity.js';
import { addressOf } from '../../state/place.js';

type RestsOn = NonNullable<Exchange['restsOn']>;

export function Guesses({ restsOn }: { readonly restsOn: RestsOn }): JSX.Element | null {
  if (restsOn.length === 0) return null;
  const points = new Map(knownFidelity().value.value?.points.map((point) => [point.id, point]));
  const spread = (id: string): number => points.get(id)?.operations.length ?? 0;
  const most = Math.max(...[...points.keys()].map(spread));
  const list = (guesses: RestsOn): JSX.Element => (
    <ul class="guesses">
      {guesses.map(({ id, basis, subject }) => (
        <li key={id}>
          <span class={`chip ${basis}`}>{basis}</span>{' '}
          <span>
            <a href={addressOf({ view: 'fidelity', item: id })}>{subject}</a>{' '}
            <span class="soft">{points.get(id)?.note}</span>
          </span>
        </li>
      ))}
    </ul>
  );
  const isUniversal = ({ id }: RestsOn[number]): boolean => points.get(id)?.when === undefined && spread(id) >= most;
  const specific = restsOn.filter((guess) => !isUniversal(guess)).toSorted((a, b) => spread(a.id) - spread(b.id));
  const universal = restsOn.filter(isUniversal);
  return (
    <details>
      <summary>Rests on {counted(restsOn.length, 'guess', 'guesses')} about the service</summary>
      {list(specific)}
      {universal.length > 0 && (
        <details>
          <summary>{universal.length} of them are behind every operation</summary>
          {list(universal)}
        </details>
      )}
    </details>
  );
}
