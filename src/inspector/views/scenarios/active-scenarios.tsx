/** The active scenarios, how often each was matched and has fired, and switches. */

import type { JSX } from 'preact';
import type { Activation } from '../../control/types.js';
import { Action, Changes } from '../../parts/buttons.js';
import { counted, dayAndTime } from '../../parts/format.js';
import { Shown } from '../../parts/loaded.js';
import { addressOf } from '../../state/place.js';
import { activeScenarios, stopScenario } from '../../state/scenarios.js';

export function ActiveScenarios(): JSX.Element {
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
      <a href={addressOf({ item: scenario })}>{scenario}</a>
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
