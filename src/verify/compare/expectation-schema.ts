/**
 * The schema of what a consumer may expect of a response body: any part of the body that the contract describes. So no
 * member is required, and unknown members are not allowed, at any depth.
 */

import type { ValidateFunction } from 'ajv';
import type { Contract } from '../../contract/contract.js';
import { isReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { mapMembers } from '../../common/json.js';
import { once } from '../../contract/schema/lazy.js';
import type { CompiledResponse } from '../../contract/operation.js';
import { schemaCompiler, type SchemaCompiler } from '../../contract/schema/schema-compiler.js';
import { mapSchema, requiredMember } from '../../contract/schema/schema-walk.js';
import { preparedValidators } from '../../contract/documents/prepared.js';
import { shippedContract } from '../../start/shipped.js';

/** Returns the validator of expectations for the body of a response; undefined if the response has no body. */
export type ExpectationValidator = (response: CompiledResponse) => ValidateFunction | undefined;

/**
 * Validators of expectations by the validators of the bodies. A variant shares those of its revision, unless it changes
 * the schema; so what is expected of them is compiled once for all variants.
 */
const byBody = new WeakMap<ValidateFunction, ValidateFunction>();

/**
 * Prepares validators. The build has compiled those of the specification's contract; the validators of another contract
 * are compiled on first use.
 */
export function expectationValidator(contract: Contract): ExpectationValidator {
  const prepared = contract === shippedContract() ? preparedValidators('expectations') : undefined;
  const compiler = once(() => prepared ?? schemaCompiler(expectationDocument(contract.document)));
  return ({ schema, validateBody }) => {
    if (schema === undefined || validateBody === undefined) return undefined;

    const validate = byBody.get(validateBody) ?? compiler()(mapSchema(schema, asExpectation));
    byBody.set(validateBody, validate);

    return validate;
  };
}

/** Compiles every schema that {@link expectationValidator} needs. The build keeps the result. */
export function compileExpectations({ operations }: Contract, compile: SchemaCompiler): void {
  for (const { responses } of operations.values())
    for (const { schema } of responses.values()) if (schema !== undefined) compile(mapSchema(schema, asExpectation));
}

/** The document in which the schemas of expectations resolve their references. */
export function expectationDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components['schemas'] ?? {}) as Readonly<Record<string, Schema>>;
  const expectations = mapMembers(schemas, (schema) => mapSchema(schema, asExpectation));
  return { ...document, components: { ...document.components, schemas: expectations } };
}

/** Turns a schema of the contract into one of expectations: no member is required, and no unknown member is allowed. */
function asExpectation({ required: _, oneOf, ...rest }: SchemaObject): SchemaObject {
  return {
    ...rest,
    ...(rest.properties !== undefined && { additionalProperties: false }),
    ...(oneOf !== undefined && partialAlternative(oneOf)),
  };
}

/** The schema of objects in which none of these members stands beside another. */
function eachAlone(members: readonly string[]): SchemaObject {
  const schemas = members.map((member) => {
    const others = members.filter((other) => other !== member);
    const properties = Object.fromEntries(others.map((other) => [other, false]));
    return [member, { type: 'object', properties }];
  });

  return { dependentSchemas: Object.fromEntries(schemas) };
}

/**
 * Rewrites alternatives (`oneOf`). A part of a value must satisfy them, and an error shall name the wrong member
 * instead of saying only that no alternative matches.
 */
function partialAlternative(oneOf: readonly Schema[]): SchemaObject {
  const members = oneOf.flatMap((schema) => requiredMember(schema) ?? []);
  // Each alternative requires a member of its own, such as `result` or `error`.
  if (members.length === oneOf.length) return eachAlone(members);

  // Null or one other schema: that schema then reports its own errors.
  const [first, ...more] = oneOf.filter((schema) => isReference(schema) || schema.type !== 'null');
  const isNullable = first !== undefined && more.length === 0;

  return isNullable ? { if: { type: 'null' }, then: true, else: first } : { oneOf };
}
