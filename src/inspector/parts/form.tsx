/** Forms and their fields. The page itself does what a form is for: nothing is sent by the browser. */

import type { ComponentChildren, JSX, TargetedSubmitEvent } from 'preact';
import { attempt } from '../state/notice.js';

interface FormProps extends Omit<JSX.IntrinsicElements['form'], 'onSubmit'> {
  /** Does what the form is for. The page shows the message of an error. */
  readonly onSubmit: (form: HTMLFormElement) => unknown;
  /** What the main button at the end says. Default: the children have the button. */
  readonly submit?: string;
}

/** A form whose sending is an action of the page. */
export function Form({ onSubmit, submit, children, ...attributes }: FormProps) {
  const act = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { currentTarget: form } = event;
    attempt(() => onSubmit(form));
  };
  return (
    <form onSubmit={act} {...attributes}>
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
  const filledIn = [...new FormData(form)].filter(([, value]) => value !== '');
  return Object.fromEntries(filledIn) as Record<string, string>;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The control of the field. */
  readonly children: ComponentChildren;
}

/** A field with its label, and with a hint below. */
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

interface ChoiceProps extends Omit<JSX.IntrinsicElements['select'], 'label' | 'role'> {
  readonly choices: readonly string[];
  /** The text for the empty value. Default: the empty value cannot be chosen. */
  readonly none?: string | undefined;
  /** For screen readers. Default: none, as inside a `label` element. */
  readonly label?: string;
  /** Called with each choice. Default: the choice is read when its form is submitted. */
  readonly onChoose?: (value: string) => void;
}

/** A choice of one value from a list. */
export function Choice({ choices, none, label, onChoose, ...attributes }: ChoiceProps) {
  return (
    <select aria-label={label} onChange={(event) => onChoose?.(event.currentTarget.value)} {...attributes}>
      {none !== undefined && <option value="">{none}</option>}
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
