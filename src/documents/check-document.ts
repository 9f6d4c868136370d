/** Holds a file against its JSON Schema, and tells every mistake with its place. */

import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv2020Class } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { violationsOf } from '../contract/violation.js';
import type { Mistake } from './document-error.js';
import type { SourceDocument } from './read-document.js';

/** Compiles a schema for {@link shapeMistakes}; defaults in it are filled in. */
export function compileSchema(schema: object): ValidateFunction {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Class };
  return new Ajv2020({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strictRequired: false,
    allowUnionTypes: true,
  })
    .addVocabulary(['x-expected'])
    .compile(schema);
}

/** What the schema finds wrong. */
export function shapeMistakes(source: SourceDocument, validate: ValidateFunction): Mistake[] {
  if (validate(source.data)) return [];
  // "if" only tells that its branch does not fit, and the branch has told why.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return violationsOf(errors, 'body').map(({ pointer, expected, value }) =>
    mistakeAt(source, pointer, `expected ${expected}, found ${value ?? 'nothing'}`),
  );
}

/** A mistake at the value that the JSON pointer names. */
export function mistakeAt(source: SourceDocument, pointer: string, message: string): Mistake {
  return { ...source.locate(pointer), message: `${pointer === '' ? 'the document' : pointer}: ${message}` };
}
