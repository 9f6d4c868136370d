/** Two exchanges, compared: the one that is shown in full, and another that the address names. */

import { computed } from '@preact/signals';
import type { Exchange } from '../../control/types.js';
import { Action } from '../../parts/buttons.js';
import { ExchangeLinks } from '../../parts/evidence.js';
import { Table } from '../../parts/frames.js';
import { go, route } from '../../state/route.js';
import { differencesOf } from './differences.js';

/** How many differences are shown: more do not make clearer what differs. */
const MOST_SHOWN = 50;
/** The characters of a value that are shown. The messages below have all. */
const LONGEST_VALUE = 200;

/** The number of the exchange to compare with; 0 for none. */
export const comparedId = computed(() => Number(route.value.query['with'] ?? 0));

/** Goes to the list, in which the exchange to compare with is chosen next. */
export function chooseOther({ id }: Exchange): void {
  go({ item: '', query: { ...route.value.query, with: String(id) } });
}

/** Says above the list that a click chooses the exchange to compare with. */
export function ChoosingBar() {
  if (comparedId.value === 0) return null;

  const stop = (): void => go({ query: { ...route.value.query, with: '' } }, { replace: true });
  return (
    <p class="bar" role="status">
      Choose an exchange to compare it with <ExchangeLinks ids={[comparedId.value]} />{' '}
      <Action text="Stop comparing" act={stop} />
    </p>
  );
}

/** The differences between two exchanges. */
export function Comparison({ exchange, other }: Record<'exchange' | 'other', Exchange>) {
  const differences = differencesOf(other, exchange);
  return (
    <section class="differences">
      <h3>What differs</h3>
      {differences.length === 0 && <p>Nothing but times, tokens and numbers.</p>}
      <Table label="What differs" heads={['what', `#${other.id}`, `#${exchange.id}`]}>
        {differences.slice(0, MOST_SHOWN).map(({ what, values }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            {values.map((value, index) => (
              <td key={index} data-of={`#${index === 0 ? other.id : exchange.id}`}>
                {value?.slice(0, LONGEST_VALUE) ?? <span class="soft">absent</span>}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {differences.length > MOST_SHOWN && <p class="soft">and {differences.length - MOST_SHOWN} more</p>}
    </section>
  );
}
