/** Compiles the schemas of the contract with ajv: JSON Schema 2020-12, every violation of a message told. */

import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv2020Class } from 'ajv/dist/2020.js';
import type { Options, ValidateFunction } from 'ajv';
import type { fullFormats } from 'ajv-formats/dist/formats.js';
import type { OpenApiDocument } from './document.js';
import { contractFormats } from './formats.js';

/** Makes the validator of a schema whose references point into the document. */
export type SchemaCompiler = (schema: object) => ValidateFunction;

/** References inside the document's schemas are resolved by ajv, which knows the document under this name. */
const DOCUMENT = 'contract';

/** ajv, set up for the document. Loaded here because a built package brings its validators along and needs no ajv. */
export function ajvFor(document: OpenApiDocument, options: Options = {}): Ajv2020Class {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Class };
  const formats = require('ajv-formats/dist/formats.js') as { readonly fullFormats: typeof fullFormats };
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strictRequired: false,
    validateSchema: false,
    formats: contractFormats(formats.fullFormats),
    ...options,
  });
  ajv.addVocabulary(['x-fidelity', 'x-expected', 'components']);
  ajv.addSchema({ $id: DOCUMENT, components: document.components });
  return ajv;
}

/** A compiler for the document's schemas; equal schemas share one validator. */
export function schemaCompiler(document: OpenApiDocument): SchemaCompiler {
  const ajv = ajvFor(document);
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(withAbsoluteReferences(schema) as object);
    compiled.set(key, validate);
    return validate;
  };
}

/** The schema with `#/...` references made to point into the document from anywhere. */
export function withAbsoluteReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withAbsoluteReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === '$ref' ? `${DOCUMENT}${String(value)}` : withAbsoluteReferences(value),
    ]),
  );
}
