/** Holds documents that come from outside against a JSON Schema. */

import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv2020Class } from 'ajv/dist/2020.js';
import { violationSentence, violationsOf } from '../contract/violation.js';
import { unusable } from './problem.js';

/**
 * Lets a document pass that is what the schema describes.
 * @throws Problem 422 with every violation
 */
export type SchemaCheck = (document: unknown, title: string) => void;

/** A check that compiles its schema when it is first used; `schema` reads it. */
export function schemaCheck(schema: () => object): SchemaCheck {
  let validate: ReturnType<Ajv2020Class['compile']> | undefined;
  return (document, title) => {
    validate ??= compile(schema());
    if (validate(document)) return;
    const violations = violationsOf(validate.errors ?? [], 'body');
    throw unusable(title, violations.map(violationSentence).join(' '), violations[0]?.pointer ?? '', { violations });
  };
}

/** Loaded here because few emulators import anything. */
function compile(schema: object): ReturnType<Ajv2020Class['compile']> {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Class };
  return new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false }).compile(schema);
}
