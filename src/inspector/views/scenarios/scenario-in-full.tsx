/** One scenario: what it does, its parameters as a form, and the header to paste. */

import type { TargetedInputEvent } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../control/call.js';
import type { Scenario, ScenarioParameter } from '../../control/types.js';
import { Changes, Copy } from '../../parts/buttons.js';
import { Facts, Item } from '../../parts/frames.js';
import { Form, Input, Field, Choice } from '../../parts/form.js';
import { counted } from '../../../common/reporting/phrases.js';
import { activationsOf, activeScenarios, selectionOf, typedDefault, type TypedValues } from '../../state/scenarios.js';

/** What a scenario does, and a form that activates it with the typed parameters. The header below follows the form. */
export function ScenarioInFull({ scenario }: { readonly scenario: Scenario }) {
  const [values, setValues] = useState<TypedValues>({});
  const [count, setCount] = useState('');

  const selection = selectionOf(scenario, values);
  const header = `Emulator-Scenario: ${selection}`;
  const active = activationsOf(scenario.name).length;

  const activate = (): Promise<unknown> => {
    const body = { select: selection, ...(count !== '' && { count: Number(count) }) };
    return activeScenarios.reloadAfter(call('post', '/sandboxes/{id}/scenarios', { body }));
  };

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
        {Object.entries(scenario.parameters).map(([name, spec]) => (
          <Field key={name} label={name} hint={spec.description}>
            <Control spec={spec} value={values[name]} onInput={(value) => setValues({ ...values, [name]: value })} />
          </Field>
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
          {active > 0 && <span>{counted(active, 'activation')} now</span>}
        </p>
      </Form>
      <h3>For one request</h3>
      <pre class="code">{header}</pre>
      <p class="actions">
        <Copy text="Copy header" copied={header} />
      </p>
    </Item>
  );
}

interface ControlProps {
  readonly spec: ScenarioParameter;
  /** As typed; undefined for the default. */
  readonly value: string | undefined;
  readonly onInput: (value: string) => void;
}

const PLACEHOLDERS: Readonly<Partial<Record<ScenarioParameter['type'], string>>> = {
  string: 'a text',
  duration: 'as in 250ms, 5s, PT2M',
  integers: 'as in 0, 2',
  strings: 'as in a, b',
};

/** The control of a parameter, made from its type. */
function Control({ spec, value, onInput }: ControlProps) {
  const { type, choices, minimum, maximum } = spec;
  const shown = value ?? typedDefault(spec);
  const offered = type === 'boolean' ? ['true', 'false'] : choices;
  if (offered !== undefined)
    return <Choice value={shown} choices={offered} none={shown === '' ? 'none' : undefined} onChoose={onInput} />;

  const typed = {
    value: shown,
    onInput: (event: TargetedInputEvent<HTMLInputElement>): void => onInput(event.currentTarget.value),
  };
  const isNumber = type === 'integer' || type === 'number';
  if (!isNumber) return <input type="text" placeholder={PLACEHOLDERS[type]} {...typed} />;

  return <input type="number" step={type === 'integer' ? 1 : 'any'} min={minimum} max={maximum} {...typed} />;
}
