/** The field of a scenario's parameter, made from its type. */

import type { JSX, TargetedInputEvent } from 'preact';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/form.js';
import { typedDefault, type ParameterSpec } from '../../state/scenarios.js';

interface Props {
  readonly name: string;
  readonly spec: ParameterSpec;
  /** As typed; undefined for the default. */
  readonly value: string | undefined;
  readonly onInput: (value: string) => void;
}

export function ParameterField(props: Props): JSX.Element {
  return (
    <Field label={props.name} hint={props.spec.description}>
      <Control {...props} />
    </Field>
  );
}

const PLACEHOLDERS: Readonly<Record<ParameterSpec['type'], string>> = {
  integer: 'a number',
  number: 'a number',
  string: 'a text',
  boolean: '',
  duration: 'as in 250ms, 5s, PT2M',
  integers: 'as in 0, 2',
  strings: 'as in a, b',
};

function Control({ spec, value, onInput }: Props): JSX.Element {
  const { type, choices, minimum, maximum } = spec;
  const shown = value ?? typedDefault(spec);
  const take = (event: TargetedInputEvent<HTMLInputElement>): void => onInput(event.currentTarget.value);
  const offered = type === 'boolean' ? ['true', 'false'] : choices;
  if (offered !== undefined) {
    const options = offered.map((choice) => [choice, choice] as const);
    return <Choice value={shown} choices={options} none={shown === '' ? 'none' : undefined} onChoose={onInput} />;
  }
  if (type === 'integer' || type === 'number')
    return (
      <input
        type="number"
        step={type === 'integer' ? 1 : 'any'}
        min={minimum}
        max={maximum}
        value={shown}
        onInput={take}
      />
    );
  return <input type="text" value={shown} placeholder={PLACEHOLDERS[type]} onInput={take} />;
}
