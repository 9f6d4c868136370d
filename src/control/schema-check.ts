/** Holds documents that come from outside against a JSON Schema. */

import type { ValidateFunction } from 'ajv';
import { violationSentence, violationsOf } from '../contract/violation.js';
import { unusable } from './problem.js';

/**
 * Lets a document pass that is what the schema describes.
 * @throws Problem 422 with every violation
 */
export type SchemaCheck = (document: unknown, title: string) => void;

/** A check by the schema's validator, which is asked for when it is first needed. */
export function schemaCheck(validator: () => ValidateFunction): SchemaCheck {
  return (document, title) => {
    const validate = validator();
    if (validate(document)) return;
    const violations = violationsOf(validate.errors ?? [], 'body');
    throw unusable(title, violations.map(violationSentence).join(' '), violations[0]?.pointer ?? '', { violations });
  };
}
