/**
 * What a consumer may ask of an answer: any part of what the contract describes, and nothing else. So no member is
 * required, and none that the contract does not know is allowed, at any depth.
 */

import type { ValidateFunction } from 'ajv';
import type { Contract } from '../../contract/contract.js';
import { isReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { mapMembers } from '../../contract/json.js';
import type { CompiledResponse } from '../../contract/operation.js';
import { schemaCompiler } from '../../contract/schema-compiler.js';
import { mapSchema, requiredMember } from '../../contract/schema-walk.js';

/** Makes the check of what is asked of an answer's body; undefined where the answer has none. */
export type ExpectationValidator = (response: CompiledResponse) => ValidateFunction | undefined;

/** Prepares the checks; each is compiled when it is first needed. */
export function expectationValidator({ document }: Pick<Contract, 'document'>): ExpectationValidator {
  const compile = schemaCompiler(askedDocument(document));
  return ({ schema }) => schema && compile(mapSchema(schema, asked));
}

function askedDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components['schemas'] ?? {}) as Readonly<Record<string, Schema>>;
  return {
    ...document,
    components: { ...document.components, schemas: mapMembers(schemas, (schema) => mapSchema(schema, asked)) },
  };
}

function asked({ required: _, oneOf, ...rest }: SchemaObject): SchemaObject {
  return {
    ...rest,
    ...(rest.properties !== undefined && { additionalProperties: false }),
    ...(oneOf !== undefined && askedAlternative(oneOf)),
  };
}

/**
 * Alternatives in a form that is true of a part of a value as well, and whose violations name the member that is wrong,
 * not only that none of the alternatives fits.
 */
function askedAlternative(oneOf: readonly Schema[]): SchemaObject {
  const members = oneOf.flatMap((schema) => requiredMember(schema) ?? []);
  if (members.length === oneOf.length) {
    const forbidden = (member: string): object =>
      Object.fromEntries(members.filter((other) => other !== member).map((other) => [other, false]));
    return {
      dependentSchemas: Object.fromEntries(
        members.map((member) => [member, { type: 'object', properties: forbidden(member) }]),
      ),
    };
  }
  const [other, ...more] = oneOf.filter((schema) => isReference(schema) || schema.type !== 'null');
  return other !== undefined && more.length === 0 ? { if: { type: 'null' }, then: true, else: other } : { oneOf };
}
