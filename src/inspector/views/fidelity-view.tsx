/**
 * What the contract rests on, point by point, and the exchanges whose responses rest on each guess. A point is one
 * statement of the contract; its basis says how it is known.
 */

import { useEffect, useRef } from 'preact/hooks';
import { call, type Answer } from '../control/call.js';
import type { FidelityPoint } from '../control/types.js';
import { Action } from '../parts/buttons.js';
import { ExchangeLinks } from '../parts/evidence.js';
import { Page } from '../parts/frames.js';
import { Shown, useLoaded } from '../parts/loaded.js';
import { isSearched } from '../parts/search.js';
import { knownFidelity } from '../state/sandbox.js';
import { go, route } from '../state/route.js';

/** How many points are shown: a page with all of them is slow to lay out. */
const MOST_SHOWN = 200;

/** The page. */
export function FidelityView() {
  return (
    <Page
      title="Fidelity"
      about="What is known of the service, and what the emulator only guesses."
      search="Search points"
    >
      <Shown of={knownFidelity()}>{(fidelity) => <Points {...fidelity} />}</Shown>
    </Page>
  );
}

/** The points that the address selects by basis and search, with the exchanges of the sandbox that rest on each. */
function Points({ counts, points }: Answer<'/fidelity', 'get'>) {
  const seen = useLoaded((signal) => call('get', '/sandboxes/{id}/fidelity', { signal }));
  const guesses = seen.value.value?.guesses ?? [];

  const { query } = route.value;
  const { basis = '' } = query;
  const ofBasis = points.filter((point) => basis === '' || point.basis === basis);
  const found = ofBasis.filter(({ id, subject, note = '' }) => isSearched(id, subject, note));
  // The basis that is chosen already is taken back.
  const choose = (name: string): void => go({ item: '', query: { ...query, basis: basis === name ? '' : name } });

  return (
    <>
      <p class="actions">
        {Object.entries(counts as Readonly<Record<string, number>>).map(([name, count]) => (
          <Action key={name} text={`${name} ${count}`} aria-pressed={basis === name} act={() => choose(name)} />
        ))}
      </p>
      <ul class="points">
        {shownOf(found).map((point) => (
          <Point key={point.id} point={point} seen={guesses.find(({ id }) => id === point.id)} />
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p class="soft">{found.length - MOST_SHOWN} more: search for them, or choose one basis.</p>
      )}
    </>
  );
}

/** The first points. The point that the address names comes before all others. */
function shownOf(found: readonly FidelityPoint[]): readonly FidelityPoint[] {
  const { item } = route.value;
  const named = found.filter(({ id }) => id === item);
  return [...named, ...found.filter(({ id }) => id !== item).slice(0, MOST_SHOWN)];
}

interface PointProps {
  readonly point: FidelityPoint;
  /** The exchanges that rest on it. */
  readonly seen: { readonly exchanges: readonly number[]; readonly count: number } | undefined;
}

/** A point. If the address names it, the page scrolls to it. */
function Point({ point, seen }: PointProps) {
  const { id, basis, subject, note, section, variants } = point;
  const element = useRef<HTMLLIElement>(null);
  const isNamed = route.value.item === id;
  useEffect(() => {
    if (isNamed) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isNamed]);

  return (
    <li ref={element} aria-current={isNamed ? 'true' : undefined}>
      <p>
        <span class={`chip ${basis}`}>{basis}</span> <strong>{subject}</strong>{' '}
        {section !== undefined && <span class="soft">section {section}</span>}
      </p>
      {note !== undefined && <p>{note}</p>}
      {variants?.others !== undefined && (
        <p>
          Variants:{' '}
          {Object.entries(variants.others).map(([name, text]) => (
            <span key={name} class="anywhere">
              <code>{`${variants.point}=${name}`}</code> {text}{' '}
            </span>
          ))}
        </p>
      )}
      {seen !== undefined && (
        <p>
          Seen in <ExchangeLinks ids={seen.exchanges} total={seen.count} />
        </p>
      )}
      <p class="soft mono">{id}</p>
    </li>
  );
}
