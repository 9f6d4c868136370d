/** A choice of one value from a list. */

import type { JSX } from 'preact';

interface Props {
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  /** The text for the empty value. Default: it cannot be chosen. */
  readonly none: string | undefined;
  /** For screen readers. Default: none, as inside a `label` element. */
  readonly label?: string;
  readonly onChoose: (value: string) => void;
}

export function Choice({ value, choices, none, label, onChoose }: Props): JSX.Element {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  );
}
