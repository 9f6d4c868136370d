/** The files that come with the package. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The absolute path of a file or folder of the package, such as `spec/openapi.yaml`. */
export function shippedPath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The names of the JSON Schemas of the package. */
export type ShippedSchema =
  | 'bundle'
  | 'conformance'
  | 'evidence'
  | 'fixture'
  | 'pact'
  | 'provider-states'
  | 'scenario'
  | 'state'
  | 'state-aliases';

/** A JSON Schema of the package: `spec/<name>.schema.json`. */
export function shippedSchema(name: ShippedSchema): object {
  return JSON.parse(readFileSync(shippedPath(`spec/${name}.schema.json`), 'utf8')) as object;
}
