/** The catalogue of scenarios, and what of it is active. */

import type { JSX } from 'preact';
import type { Activation, Scenario } from '../../control/types.js';
import { useItemKeys } from '../../parts/item-keys.js';
import { Shown } from '../../parts/loaded.js';
import { Search, isSearched } from '../../parts/search.js';
import { addressOf, place } from '../../state/place.js';
import { activeScenarios, catalogue } from '../../state/scenarios.js';
import { ActiveScenarios } from './active-scenarios.js';
import { ScenarioInFull } from './scenario-in-full.js';

export function ScenariosView(): JSX.Element {
  const active = activeScenarios.value.value ?? [];
  const found = (catalogue.value.value ?? []).filter(matches);
  const { item } = place.value;
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

function matches({ name, summary, group, operations }: Scenario): boolean {
  return isSearched(name, summary, group, ...operations);
}

interface GroupsProps {
  readonly scenarios: readonly Scenario[];
  readonly chosen: string;
  readonly active: readonly Activation[];
}

function Groups({ scenarios, chosen, active }: GroupsProps): JSX.Element {
  const groups = [...new Set(scenarios.map(({ group }) => group))].toSorted();
  return (
    <div class="catalogue">
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          <ul>
            {scenarios
              .filter((scenario) => scenario.group === group)
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
