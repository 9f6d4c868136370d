/** Holds documents that come from outside against a JSON Schema. */

import { violationSentence, violationsOf } from '../contract/violation.js';
import { compileSchema } from '../documents/check-document.js';
import { unusable } from './problem.js';

/**
 * Lets a document pass that is what the schema describes.
 * @throws Problem 422 with every violation
 */
export type SchemaCheck = (document: unknown, title: string) => void;

/** A check that compiles its schema when it is first used; `schema` reads it. */
export function schemaCheck(schema: () => object): SchemaCheck {
  let validate: ReturnType<typeof compileSchema> | undefined;
  return (document, title) => {
    validate ??= compileSchema(schema());
    if (validate(document)) return;
    const violations = violationsOf(validate.errors ?? [], 'body');
    throw unusable(title, violations.map(violationSentence).join(' '), violations[0]?.pointer ?? '', { violations });
  };
}
