/** A compiler that puts its work off: of a contract that is made for a few requests, most schemas are never needed. */

import { lazyValidator } from '../lazy-validator.js';
import { once } from '../once.js';
import type { SchemaCompiler } from '../schema-compiler.js';

/** Makes validators that are compiled with their first value; `make` makes the compiler, with the first of all. */
export function lazyCompiler(make: () => SchemaCompiler): SchemaCompiler {
  const compiler = once(make);
  return (schema) => lazyValidator(() => compiler()(schema));
}
