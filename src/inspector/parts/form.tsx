/** Forms, whose submission is an action of the page, and their fields. */

import type { ComponentChildren, JSX } from 'preact';

interface FormProps {
  /** The class of its style. */
  readonly class: string;
  /** For screen readers. Default: none. */
  readonly label?: string;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly children: ComponentChildren;
}

export function Form({ class: style, label, onSubmit, children }: FormProps): JSX.Element {
  return (
    <form
      class={style}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      {children}
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

export function Field({ label, hint, children }: FieldProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      {children}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
