/** Values that are created when they are first needed, because most runs need few of them. */

import type { ValidateFunction } from 'ajv';

/** Returns a function that calls `make` once, and returns that value on every call. */
export function once<Value>(make: () => Value): () => Value {
  // An object around the value tells a value that is undefined from none.
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A validator that calls `make` for the real one when the first value is validated. */
export function lazyValidator(make: () => ValidateFunction): ValidateFunction {
  const made = once(make);
  const validate = (value: unknown): boolean => {
    const validator = made();
    const isValid = validator(value);
    (validate as ValidateFunction).errors = validator.errors ?? null;

    return isValid;
  };

  return validate as ValidateFunction;
}
