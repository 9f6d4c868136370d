/** The catalogue of scenarios, and what of it is active. */

import type { JSX } from 'preact';
import type { Activation, Scenario } from '../../control/types.js';
import { useItemKeys } from '../../parts/item-keys.js';
import { Shown } from '../../parts/loaded.js';
import { Search, isSearched } from '../../parts/search.js';
import { addressOf, route } from '../../state/route.js';
import { activeScenarios, catalogue, stopScenario, titleOf } from '../../state/scenarios.js';
import { ScenarioInFull } from './scenario-in-full.js';
import { Action, Changes } from '../../parts/buttons.js';
import { NEEDED_SCENARIOS } from '../../../common/reporting/needed-scenarios.js';
import { counted } from '../../../common/reporting/phrases.js';
import { dayAndTime } from '../../parts/format.js';

export function ScenariosView(): JSX.Element {
  const active = activeScenarios.value.value ?? [];
  const found = (catalogue.value.value ?? []).filter(({ name, summary, group, operations }) =>
    isSearched(name, summary, group, ...operations),
  );
  const { item } = route.value;
  const chosen = catalogue.value.value?.find(({ name }) => name === item);
  useItemKeys(
    found.map(({ name }) => name),
    'scenario',
  );
  return (
    <div class={chosen === undefined ? 'split' : 'split with-item'}>
      <section class="list" aria-label="Scenarios">
        <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
          <Search label="Search scenarios" />
          <span class="count" role="status">
            {found.length}
          </span>
        </form>
        <ActiveScenarios />
        <Shown of={catalogue}>{() => <Groups scenarios={found} chosen={item} active={active} />}</Shown>
      </section>
      {chosen !== undefined && (
        <ScenarioInFull
          key={chosen.name}
          scenario={chosen}
          active={active.filter(({ scenario }) => scenario === chosen.name)}
        />
      )}
    </div>
  );
}

interface GroupsProps {
  readonly scenarios: readonly Scenario[];
  readonly chosen: string;
  readonly active: readonly Activation[];
}

/** The heading over the scenarios that come first. */
const NEEDED = 'Every team';

function groupOf({ name, group }: Scenario): string {
  return NEEDED_SCENARIOS.includes(name) ? NEEDED : group;
}

function Groups({ scenarios, chosen, active }: GroupsProps): JSX.Element {
  const groups = [...new Set(scenarios.map(groupOf))].toSorted();
  return (
    <div class="catalogue">
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul>
            {scenarios
              .filter((scenario) => groupOf(scenario) === group)
              .map(({ name, summary }) => (
                <li key={name}>
                  <a class="entry" href={addressOf({ item: name })} aria-current={name === chosen ? 'true' : undefined}>
                    <span class="name">
                      {name}
                      {active.some(({ scenario }) => scenario === name) && <span class="chip scenario">active</span>}
                    </span>
                    <span class="soft">{summary}</span>
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {scenarios.length === 0 && <p class="empty">No scenario matches.</p>}
    </div>
  );
}

/** The active scenarios, how often each was matched and has fired, and switches. */
function ActiveScenarios(): JSX.Element {
  return (
    <Shown of={activeScenarios}>
      {(activations) =>
        activations.length === 0 ? (
          <p class="bar quiet">No scenario is active in this sandbox.</p>
        ) : (
          <section class="bar" aria-label="Active scenarios">
            <ul>
              {activations.map((activation) => (
                <Active key={activation.id} activation={activation} />
              ))}
            </ul>
            <Changes>{activations.length > 1 && <Action act={() => stopScenario()}>Stop all</Action>}</Changes>
          </section>
        )
      }
    </Shown>
  );
}

function Active({ activation }: { readonly activation: Activation }): JSX.Element {
  const { id, scenario, calls, fired, count, until } = activation;
  return (
    <li class="active">
      <a href={addressOf({ item: scenario })}>{titleOf(activation)}</a>
      <span>
        {counted(calls, 'call')}, fired on {fired} of them
        {count !== undefined && `, ends after ${count}`}
        {until !== undefined && `, ends ${dayAndTime(until)}`}
      </span>
      <Changes>
        <Action aria-label={`Stop ${scenario}`} act={() => stopScenario(id)}>
          Stop
        </Action>
      </Changes>
    </li>
  );
}
