/** Validates a file against its JSON Schema, and reports every mistake with its position. */

import type { ValidateFunction } from 'ajv';
import { newAjv } from '../schema/schema-compiler.js';
import { unreportedErrors, violationsOf } from '../violation.js';
import { DocumentError, readDocument, type Mistake, type Mistakes, type SourceDocument } from './read-document.js';

/**
 * Compiles a schema for {@link shapeMistakes}. Its validator fills in the schema's defaults.
 * @param others the schemas that this schema refers to
 */
export function compileSchema(schema: object, ...others: object[]): ValidateFunction {
  return newAjv({ useDefaults: true }).addSchema(others).compile(schema);
}

/** Reads a file that the schema accepts. @throws DocumentError with every mistake */
export function readOfShape(file: string, validate: ValidateFunction): SourceDocument {
  const source = readDocument(file);
  const { listed, more } = shapeMistakes(source, validate);
  if (listed.length > 0) throw new DocumentError(file, listed, more);

  return source;
}

/** The mistakes of a file by the schema; empty if the file is valid. */
export function shapeMistakes(source: SourceDocument, validate: ValidateFunction): Mistakes {
  if (validate(source.data)) return { listed: [], more: 0 };

  // Errors of these two keywords only repeat that a branch or a name does not match, which has an error of its own.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
  const listed = violationsOf(errors, 'body').map(({ pointer, expected, value }) =>
    mistakeAt(source, pointer, `expected ${expected}, found ${value ?? 'nothing'}`),
  );

  return { listed, more: unreportedErrors(errors) };
}

/** A mistake at the value that a JSON pointer names. */
export function mistakeAt(source: SourceDocument, pointer: string, message: string): Mistake {
  const place = pointer === '' ? 'the document' : pointer;
  return { ...source.locate(pointer), message: `${place}: ${message}` };
}
