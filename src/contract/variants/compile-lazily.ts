/** A compiler that puts its work off: of a contract that is made for a few requests, most schemas are never needed. */

import type { ValidateFunction } from 'ajv';
import { once } from '../once.js';
import type { SchemaCompiler } from '../schema-compiler.js';

/** Makes validators that are compiled with their first value; `make` makes the compiler, with the first of all. */
export function lazyCompiler(make: () => SchemaCompiler): SchemaCompiler {
  const compiler = once(make);
  return (schema) => {
    let compiled: ValidateFunction | undefined;
    const validate = (value: unknown): boolean => {
      compiled ??= compiler()(schema);
      const isValid = compiled(value);
      (validate as ValidateFunction).errors = compiled.errors ?? null;
      return isValid;
    };
    return validate as ValidateFunction;
  };
}
