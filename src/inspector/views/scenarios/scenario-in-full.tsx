/** One scenario: what it does, its parameters as a form, and the header to paste. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Activation, Scenario } from '../../control/types.js';
import { Changes } from '../../parts/buttons.js';
import { Copy } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { Form, Input } from '../../parts/form.js';
import { counted } from '../../parts/format.js';
import { Item } from '../../parts/frames.js';
import { attempt } from '../../state/notice.js';
import { activeScenarios, selectionOf, type ParameterSpec, type TypedValues } from '../../state/scenarios.js';
import { ParameterField } from './parameter-field.js';

interface Props {
  readonly scenario: Scenario;
  /** The activations of this scenario. */
  readonly active: readonly Activation[];
}

export function ScenarioInFull({ scenario, active }: Props): JSX.Element {
  const [values, setValues] = useState<TypedValues>({});
  const [count, setCount] = useState('');
  const selection = selectionOf(scenario, values);
  const header = `Emulator-Scenario: ${selection}`;
  const activate = attempt(async () => {
    const body = { select: selection, ...(count !== '' && { count: Number(count) }) };
    await call('post', '/sandboxes/{id}/scenarios', { body });
    activeScenarios.reload();
  });
  return (
    <Item title={scenario.name}>
      <p>{scenario.summary}</p>
      <Facts
        facts={[
          ['operations', scenario.operations.join(', ')],
          ['basis', scenario.basis],
          ['a correct client', scenario.recoverable ? 'recovers by itself' : 'cannot recover'],
          ['contract', scenario.breaksContract ? 'broken on purpose' : 'kept'],
        ]}
      />
      <Form class="fields" onSubmit={activate}>
        {Object.entries(scenario.parameters as Readonly<Record<string, ParameterSpec>>).map(([name, spec]) => (
          <ParameterField
            key={name}
            name={name}
            spec={spec}
            value={values[name]}
            onInput={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <Input
          label="ends after"
          hint="Number of calls after which it ends."
          type="number"
          min="1"
          placeholder="never"
          value={count}
          onInput={(event) => setCount(event.currentTarget.value)}
        />
        <p class="actions">
          <Changes>
            <button type="submit" class="main">
              Activate for every request
            </button>
          </Changes>
          {active.length > 0 && <span>{counted(active.length, 'activation')} now</span>}
        </p>
      </Form>
      <h3>For one request</h3>
      <pre class="code">{header}</pre>
      <p class="actions">
        <Copy text={header}>Copy header</Copy>
      </p>
    </Item>
  );
}
