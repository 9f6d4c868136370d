/** Reads what the build has prepared under `dist/shipped/`: documents and compiled validators. */

import type { ValidateFunction } from 'ajv';
import type { OpenApiDocument } from '../document.js';
import { lazyValidator } from '../schema/lazy.js';
import type { SchemaCompiler } from '../schema/schema-compiler.js';
import { IS_BUILT, isShipped, shippedJson, shippedModule, shippedPath } from '../../common/shipped-files.js';
import { readDocument } from './read-document.js';

/** Validators that the build has compiled: `<name>.json` and, for each schema, `<name>-validators/<place>.cjs`. */
interface PreparedValidators {
  /** The schemas as JSON text. The place of a schema in the list is the name of its validator. */
  readonly schemas: readonly string[];
}

/** A document, and the validators of its schemas. */
export interface PreparedDocument extends PreparedValidators {
  readonly document: OpenApiDocument;
}

/** The folder of what the build has prepared. */
const PREPARED = 'dist/shipped/';

/** The content of `<name>.json`; undefined without a build. */
export function readPrepared(name: string): unknown {
  const file = `${PREPARED}${name}.json`;
  return IS_BUILT && isShipped(file) ? shippedJson(file) : undefined;
}

/** The content of `spec/<name>.yaml`. The build parses the file, because loading a YAML parser slows commands down. */
export function specDocument(name: string): unknown {
  return readPrepared(name) ?? readDocument(shippedPath(`spec/${name}.yaml`)).data;
}

/** The validators of that name; undefined without a build. */
export function preparedValidators(name: string): SchemaCompiler | undefined {
  const validators = readPrepared(name) as PreparedValidators | undefined;
  return validators && preparedCompiler(name, validators);
}

/** Finds validators that were compiled at build time. Each is read when it is first needed. */
export function preparedCompiler(name: string, { schemas }: PreparedValidators): SchemaCompiler {
  const places = new Map(schemas.map((schema, place) => [schema, place]));
  return (schema) => {
    const place = places.get(JSON.stringify(schema));
    if (place === undefined) throw new Error('the build is stale: it lacks a validator; run "npm run build"');
    return lazyValidator(() => shippedModule(`${PREPARED}${name}-validators/${place}.cjs`) as ValidateFunction);
  };
}
