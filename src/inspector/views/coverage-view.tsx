/** What of the contract and of the scenarios this sandbox has met, and what never. */

import type { ComponentChildren } from 'preact';
import { call } from '../control/call.js';
import type { Coverage } from '../control/types.js';
import { counted } from '../../common/reporting/phrases.js';
import { Facts, Page, Table } from '../parts/frames.js';
import { groupsOf } from '../parts/groups.js';
import { Shown, useLoaded } from '../parts/loaded.js';
import { Status } from '../parts/status.js';
import { addressOf } from '../state/route.js';

/** How often the coverage is loaded. */
const EVERY_MILLISECONDS = 5_000;

/** What the exchanges of the sandbox have met of the contract and of the scenarios. */
export function CoverageView() {
  const coverage = useLoaded(
    async (signal) => uncoveredFirst(await call('get', '/sandboxes/{id}/coverage', { signal })),
    [],
    EVERY_MILLISECONDS,
  );
  return (
    <Page title="Coverage" about="What the exchanges in the journal have met, and what they never have.">
      <Shown of={coverage}>
        {(met) => (
          <>
            <Totals coverage={met} />
            <h3>Operations and statuses</h3>
            <Operations coverage={met} />
            <h3>Scenarios</h3>
            <Scenarios coverage={met} />
          </>
        )}
      </Shown>
    </Page>
  );
}

/**
 * The coverage in another order. Operations that were never called come first, and then those with the most statuses
 * that never came. Scenarios that were never met come first.
 */
function uncoveredFirst({ operations, scenarios, ...others }: Coverage): Coverage {
  const wasCalled = ({ count }: Coverage['operations'][number]): number => Number(count > 0);
  const missing = ({ statuses }: Coverage['operations'][number]): number =>
    statuses.filter(({ count }) => count === 0).length;
  return {
    ...others,
    operations: operations.toSorted((a, b) => wasCalled(a) - wasCalled(b) || missing(b) - missing(a)),
    scenarios: scenarios.toSorted((a, b) => a.count - b.count),
  };
}

/** How much was met, in numbers. */
function Totals({ coverage }: { readonly coverage: Coverage }) {
  const { operations, scenarios, exchanges, unknown } = coverage;
  const statuses = operations.flatMap((operation) => operation.statuses.filter(({ documented }) => documented));
  const share = (all: readonly { readonly count: number }[]): string =>
    `${all.filter(({ count }) => count > 0).length} of ${all.length}`;

  return (
    <p class="summary">
      <span>{share(operations)} operations</span>
      <span>{share(statuses)} statuses</span>
      <span>{share(scenarios)} scenarios</span>
      <span>{counted(exchanges, 'exchange')}</span>
      {unknown > 0 && <span>{unknown} for no operation of the contract</span>}
    </p>
  );
}

/** The operations, each with the statuses that were met. */
function Operations({ coverage: { operations } }: { readonly coverage: Coverage }) {
  return (
    <Table label="Operations">
      {operations.map(({ operation, method, path, count, statuses, endings }) => (
        <tr key={operation} class={count === 0 ? 'never' : ''}>
          <th scope="row">
            <a href={addressOf({ view: 'exchanges', query: { operation } })}>{operation}</a>
            <div class="soft mono">{`${method} ${path}`}</div>
          </th>
          <td class="number-cell" data-unit={count === 1 ? 'exchange' : 'exchanges'}>
            {count}
          </td>
          <td>
            {statuses.map(({ status, count: times, documented }) => (
              <Met key={status} count={times} origin={documented ? 'in the contract' : 'not in the contract'}>
                <Status status={status} ending={undefined} />
              </Met>
            ))}
            {endings.map(({ ending, count: times }) => (
              <Met key={ending} count={times} origin="no whole response">
                <Status status={0} ending={ending} />
              </Met>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface MetProps {
  readonly count: number;
  /** Whether the contract has the response. */
  readonly origin: 'in the contract' | 'not in the contract' | 'no whole response';
  readonly children: ComponentChildren;
}

/** How often a response came, which is how often it was met. A response that the contract does not have is marked. */
function Met({ count, origin, children }: MetProps) {
  const kind = origin === 'in the contract' ? '' : 'undocumented';
  return (
    <span class={count === 0 ? 'met none' : `met ${kind}`} title={origin}>
      {children} {count === 0 ? 'never' : `× ${count}`}
    </span>
  );
}

/** The scenarios, and how often each was applied. */
function Scenarios({ coverage: { scenarios } }: { readonly coverage: Coverage }) {
  const links = (members: Coverage['scenarios']) =>
    members.map(({ scenario, count }) => (
      <a
        key={scenario}
        class={count === 0 ? 'met none' : 'met'}
        href={addressOf({ view: 'scenarios', item: scenario })}
      >
        {scenario} {count > 0 && `× ${count}`}
      </a>
    ));
  const groups = groupsOf(scenarios, ({ group }) => group);
  return <Facts class="met-groups" facts={groups.map(([group, members]) => [group, links(members)])} />;
}
