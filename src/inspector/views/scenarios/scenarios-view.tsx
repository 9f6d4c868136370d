/** The catalogue of scenarios, and those that are active. */

import type { Activation, Scenario } from '../../control/types.js';
import { useItemKeys } from '../../parts/item-keys.js';
import { Shown } from '../../parts/loaded.js';
import { Search, isSearched } from '../../parts/search.js';
import { addressOf, route } from '../../state/route.js';
import { activationsOf, activeScenarios, catalogue, stopScenario, titleOf } from '../../state/scenarios.js';
import { ScenarioInFull } from './scenario-in-full.js';
import { Action } from '../../parts/buttons.js';
import { NEEDED_SCENARIOS } from '../../../common/reporting/needed-scenarios.js';
import { counted } from '../../../common/reporting/phrases.js';
import { dayAndTime } from '../../parts/format.js';
import { Entry } from '../../parts/frames.js';
import { groupsOf } from '../../parts/groups.js';

/** The scenarios that can be activated, those that are active, and one in full. */
export function ScenariosView() {
  const all = catalogue.value.value ?? [];
  const found = all.filter(({ name, summary, group, operations }) => isSearched(name, summary, group, ...operations));
  const chosen = all.find(({ name }) => name === route.value.item);
  const names = found.map(({ name }) => name);
  useItemKeys(names, 'scenario');

  return (
    <div class="split">
      <section class="list" aria-label="Scenarios">
        <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
          <Search label="Search scenarios" />
          <span class="count" role="status">
            {found.length}
          </span>
        </form>
        <ActiveScenarios />
        <Shown of={catalogue}>{() => <Groups scenarios={found} />}</Shown>
      </section>
      {chosen !== undefined && <ScenarioInFull key={chosen.name} scenario={chosen} />}
    </div>
  );
}

/** The group under which a scenario is listed. "Every team" comes first, because the others are in lower case. */
function groupOf({ name, group }: Scenario): string {
  return NEEDED_SCENARIOS.includes(name) ? 'Every team' : group;
}

/** The scenarios under the headings of their groups. */
function Groups({ scenarios }: { readonly scenarios: readonly Scenario[] }) {
  return (
    <div class="catalogue">
      {groupsOf(scenarios, groupOf).map(([group, members]) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul>
            {members.map(({ name, summary }) => (
              <Entry key={name} item={name} about={summary}>
                {name}
                {activationsOf(name).length > 0 && <span class="chip scenario">active</span>}
              </Entry>
            ))}
          </ul>
        </section>
      ))}
      {scenarios.length === 0 && <p class="empty">No scenario matches.</p>}
    </div>
  );
}

/** The active scenarios, how often each was matched and has fired, and switches. */
function ActiveScenarios() {
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
            {activations.length > 1 && <Action changes text="Stop all" act={() => stopScenario()} />}
          </section>
        )
      }
    </Shown>
  );
}

/** An active scenario, with a button that stops it. */
function Active({ activation }: { readonly activation: Activation }) {
  const { id, scenario, calls, fired, count, until } = activation;
  return (
    <li class="active">
      <a href={addressOf({ item: scenario })}>{titleOf(activation)}</a>
      <span>
        {counted(calls, 'call')}, fired on {fired} of them
        {count !== undefined && `, ends after ${count}`}
        {until !== undefined && `, ends ${dayAndTime(until)}`}
      </span>
      <Action changes text="Stop" about={scenario} act={() => stopScenario(id)} />
    </li>
  );
}
