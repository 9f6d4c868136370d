/** Compiles the contract's schemas with ajv (JSON Schema 2020-12) to validators that report all violations. */

import { createRequire } from 'node:module';
import type { Format, Options, ValidateFunction } from 'ajv';
import type { Ajv2020 as Ajv2020Class } from 'ajv/dist/2020.js';
import type { fullFormats } from 'ajv-formats/dist/formats.js';
import { isObject, mapMembers, withSortedMembers } from '../../common/json.js';
import type { OpenApiDocument } from '../document.js';

/** Makes the validator of a schema, whose references point into the contract's document. */
export type SchemaCompiler = (schema: object) => ValidateFunction;

/** A document, and what compiles the schemas in it. */
export interface PartCompiler {
  readonly document: OpenApiDocument;
  readonly compile: SchemaCompiler;
}

/** The name under which ajv knows the document, so that it can resolve references into it. */
const DOCUMENT = 'contract';

/** ajv, set up for our schemas. It is loaded only here: a built package has compiled validators, and needs no ajv. */
export function newAjv(options: Options): Ajv2020Class {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Class };
  return new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strictRequired: false,
    // The schemas are our own, so they are not validated: compiling the schema of schemas takes ten times as long.
    validateSchema: false,
    ...options,
    code: { process: withLinearErrors, ...options.code },
  }).addVocabulary(['x-fidelity', 'x-expected', 'x-error-code', 'components']);
}

/** ajv, set up for the document. */
export function ajvFor(document: OpenApiDocument, options: Options = {}): Ajv2020Class {
  const formats = createRequire(import.meta.url)('ajv-formats/dist/formats.js') as { fullFormats: typeof fullFormats };
  const ajv = newAjv({ formats: contractFormats(formats.fullFormats), ...options });
  return ajv
    .removeKeyword('uniqueItems')
    .addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', errors: false, validate: areUnique })
    .addSchema({ $id: DOCUMENT, components: document.components });
}

/**
 * Whether all items are different, in linear time. ajv's own keyword compares each item with all others, and fails with
 * a TypeError if items have a member `toString`.
 */
function areUnique(uniqueItems: boolean, items: readonly unknown[]): boolean {
  if (!uniqueItems) return true;

  const texts = items.map((item) => JSON.stringify(withSortedMembers(item)));
  return new Set(texts).size === items.length;
}

/**
 * The code of a validator that collects errors in linear time. ajv copies all errors so far whenever a value breaks a
 * schema that is referenced, so that a list with 150,000 wrong items takes more than a minute.
 */
export function withLinearErrors(code: string): string {
  // Matches `vErrors.concat(validate5.errors)`.
  const concatenation = /\bvErrors\.concat\((\w+)\.errors\)/g;
  return code.replace(concatenation, '($1.errors.forEach((error) => vErrors.push(error)), vErrors)');
}

/** A compiler for the document's schemas. Equal schemas share one validator. */
export function schemaCompiler(document: OpenApiDocument): SchemaCompiler {
  // Variants that are combined leave keywords behind that do not fit the type, and ajv would print a warning for each.
  const ajv = ajvFor(document, { logger: false });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(withAbsoluteReferences(schema) as object);
    compiled.set(key, validate);

    return validate;
  };
}

/** The schema with absolute references, which point into the document from anywhere. */
export function withAbsoluteReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withAbsoluteReferences);
  // The references of a schema with a name of its own point into that schema.
  if (!isObject(schema) || '$id' in schema) return schema;

  const absolute = mapMembers(schema, withAbsoluteReferences);

  return '$ref' in schema ? { ...absolute, $ref: `${DOCUMENT}${String(schema['$ref'])}` } : absolute;
}

/** A time in UTC, on any day but 29 February. */
const COMMON_TIME =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/**
 * An HTTP URL whose path has no percent-encoding (RFC 3986 section 3.3). The pattern allows all characters of a path on
 * purpose: V8 then looks each one up in a table. With letters, digits, `/`, `.` and `-` alone, V8 compares characters,
 * which takes four times as long.
 */
const COMMON_URL = /^https?:\/\/[\w.-]+(?::\d+)?\/[\w\-.~!$&'()*+,;=:@/]*$/;

/**
 * The formats that validators check: those of ajv-formats, with fast paths for `date-time` and `uri`. The validators of
 * ajv-formats parse each time and try each kind of URI. A list of a hundred items has hundreds of such values, and one
 * pattern recognizes nearly all of them.
 */
export function contractFormats(full: Readonly<Record<string, Format>>): Record<string, Format> {
  const { validate } = full['date-time'] as { readonly validate: (text: string) => boolean };
  const isUri = full['uri'] as (text: string) => boolean;
  return {
    ...full,
    'date-time': { type: 'string', validate: (text: string) => COMMON_TIME.test(text) || validate(text) },
    uri: (text: string) => COMMON_URL.test(text) || isUri(text),
  };
}
