/** Forms, whose submission is an action of the page, and their fields. */

import type { ComponentChildren, JSX } from 'preact';
import { attempt } from '../state/notice.js';

interface FormProps {
  /** The class of its style. */
  readonly class: string;
  /** For screen readers. Default: none. */
  readonly label?: string;
  /** Does what the form is for, or says why it cannot. */
  readonly onSubmit: (form: HTMLFormElement) => unknown;
  /** What its main button says, at the end. Default: the form has a button of its own. */
  readonly submit?: string;
  readonly children: ComponentChildren;
}

export function Form({ class: style, label, onSubmit, submit, children }: FormProps) {
  return (
    <form
      class={style}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget: form } = event;
        attempt(() => onSubmit(form));
      }}
    >
      {children}
      {submit !== undefined && (
        <p class="actions">
          <button type="submit" class="main">
            {submit}
          </button>
        </p>
      )}
    </form>
  );
}

/** What was typed, by the names of the fields; empty ones are left out. */
export function valuesIn(form: HTMLFormElement): Record<string, string> {
  const given = [...new FormData(form)].filter(([, value]) => value !== '');
  return Object.fromEntries(given) as Record<string, string>;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Its control. */
  readonly children: ComponentChildren;
}

export function Field({ label, hint, children }: FieldProps) {
  return (
    <label>
      <span>{label}</span>
      {children}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

type InputProps = Omit<FieldProps, 'children'> & JSX.IntrinsicElements['input'];

/** A field for what is typed. */
export function Input({ label, hint, ...input }: InputProps) {
  return (
    <Field label={label} hint={hint}>
      <input {...input} />
    </Field>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly choices: readonly string[];
  /** The text for the empty value. Default: it cannot be chosen. */
  readonly none: string | undefined;
  /** For screen readers. Default: none, as inside a `label` element. */
  readonly label?: string;
  readonly onChoose: (value: string) => void;
}

/** A choice of one value from a list. */
export function Choice({ value, choices, none, label, onChoose }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
