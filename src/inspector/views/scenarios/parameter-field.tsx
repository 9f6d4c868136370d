/** The field of a scenario's parameter, made from its type. */

import type { JSX, TargetedInputEvent } from 'preact';
import { typedDefault, type ParameterSpec } from '../../state/scenarios.js';

interface Props {
  readonly name: string;
  readonly spec: ParameterSpec;
  /** As typed; undefined for the default. */
  readonly value: string | undefined;
  readonly onInput: (value: string) => void;
}

export function ParameterField({ name, spec, value, onInput }: Props): JSX.Element {
  return (
    <label>
      <span>{name}</span>
      <Field name={name} spec={spec} value={value} onInput={onInput} />
      <small>{spec.description}</small>
    </label>
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

function Field({ spec, value, onInput }: Props): JSX.Element {
  const { type, choices, minimum, maximum } = spec;
  const shown = value ?? typedDefault(spec);
  const take = (event: TargetedInputEvent<HTMLInputElement | HTMLSelectElement>): void =>
    onInput(event.currentTarget.value);
  if (type === 'boolean') return <Choice shown={shown} choices={['true', 'false']} onInput={take} />;
  if (choices !== undefined) return <Choice shown={shown} choices={choices} onInput={take} />;
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

interface ChoiceProps {
  readonly shown: string;
  readonly choices: readonly string[];
  readonly onInput: (event: TargetedInputEvent<HTMLSelectElement>) => void;
}

function Choice({ shown, choices, onInput }: ChoiceProps): JSX.Element {
  return (
    <select value={shown} onInput={onInput}>
      {shown === '' && <option value="">none</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
