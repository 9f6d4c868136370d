/** A validator that comes into being with the first value it is asked about. */

import type { ValidateFunction } from 'ajv';

/** Stands for the validator that `make` makes when it is first needed. */
export function lazyValidator(make: () => ValidateFunction): ValidateFunction {
  let made: ValidateFunction | undefined;
  const validate = (value: unknown): boolean => {
    made ??= make();
    const isValid = made(value);
    (validate as ValidateFunction).errors = made.errors ?? null;
    return isValid;
  };
  return validate as ValidateFunction;
}
