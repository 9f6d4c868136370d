/** Checks values by the documents from which the build makes types. */

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

/** How a value differs, as JSON, from a type of `spec/<document>.yaml`; null if it does not. */
export function differencesFrom(document: string, type: string, value: unknown): unknown {
  const schemas = parse(readFileSync(`spec/${document}.yaml`, 'utf8')) as object;
  const ajv = new Ajv2020({ strict: false });
  const validate = ajv.compile({ $ref: `#/components/schemas/${type}`, components: { schemas } });
  validate(JSON.parse(JSON.stringify(value)));
  return validate.errors;
}
