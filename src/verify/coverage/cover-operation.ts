/** Measures which parts of one operation its interactions exercise. */

import { readPactRequest } from '../../pact/match-request.js';
import type { Contract } from '../../contract/contract.js';
import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import type { Operation } from '../../contract/operation.js';
import { requiredMember, withMembersOfAlternatives } from '../../contract/schema/schema-walk.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { onceFor } from '../../common/remembering.js';
import type { NamedCoverage, OperationCoverage } from '../report/verification-report.js';
import { valuesAt, type PathExpression } from '../../pact/path-expression.js';

/** Counts, for each part of the operation, the interactions that passed and exercise it. */
export function coverOperation(
  contract: Contract,
  operation: Operation,
  { passed, failed }: Readonly<Record<'passed' | 'failed', readonly PactInteraction[]>>,
): OperationCoverage {
  const { responses } = operation;
  const counted = (name: string, isExercisedBy: (interaction: PactInteraction) => boolean): NamedCoverage => {
    return { name, interactions: passed.filter(isExercisedBy).length };
  };

  const statuses = [...responses.keys()].map((status) => {
    return counted(String(status), ({ response }) => response.status === status);
  });
  // Every request has the parameters of the path, because they are a part of it.
  const urlParameters = operation.parameters.map(({ in: part, name }) => {
    return counted(`${part} ${name}`, ({ request }) => part === 'path' || Object.hasOwn(request.query, name));
  });
  const bodyOf = onceFor(({ request }: PactInteraction) => readPactRequest(contract, request).body);
  const bodyParts = valueParts(contract.document, operation.body?.schema);
  const bodyMembers = bodyParts.filter(({ kind }) => kind === 'members');
  const bodyParameters = bodyMembers.map(({ name, isIn }) => {
    return counted(`body ${name}`, (interaction) => isIn(bodyOf(interaction)));
  });

  // Each operation has one successful status.
  const [, success] = [...responses].find(([status]) => status < 300) ?? [];
  const successParts = valueParts(contract.document, success?.schema);
  const inSuccess = (wanted: ValuePart['kind']): NamedCoverage[] => {
    const parts = successParts.filter(({ kind }) => kind === wanted);
    return parts.map(({ name, isIn }) => {
      return counted(name, ({ response }) => response.status < 300 && isIn(response.body?.content));
    });
  };

  return {
    operation: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    interactions: passed.length,
    failed: failed.map(({ description }) => description),
    statuses,
    parameters: [...urlParameters, ...bodyParameters],
    members: inSuccess('members'),
    variants: inSuccess('variants'),
  };
}

/** A part of the values of a schema: a member, or a variant such as one value of an enumeration. */
interface ValuePart {
  /** See {@link OperationCoverage}. */
  readonly kind: 'members' | 'variants';
  readonly name: string;
  /** Whether a value has the part. */
  readonly isIn: (value: unknown) => boolean;
}

/**
 * The parts of a schema, in the order of the document. An object has the parts of its members, a list those of its
 * items.
 * @param schema undefined if there is no body
 * @param steps the path from the body to the values of the schema
 */
function valueParts(document: OpenApiDocument, schema?: Schema, steps: PathExpression = []): ValuePart[] {
  if (schema === undefined) return [];

  const target = resolved(document, schema);
  if (target.properties !== undefined) return partsOfObject(document, target, steps);

  const { type, enum: values = [], items } = target;
  const place = nameOf(steps);
  const inItems = valueParts(document, items, [...steps, undefined]);
  if (items !== undefined && resolved(document, items).properties !== undefined) {
    const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
    const empty = variantAt(steps, `${place || 'list'} empty`, (found) => found.some(isEmptyList));
    // Only a list at the top can be empty as the result of the request; lists inside lists are often empty.
    const isAtTop = !steps.includes(undefined) && steps.length < 2;

    return isAtTop ? [empty, ...inItems] : inItems;
  }

  const member: ValuePart = { kind: 'members', name: place, isIn: (value) => valuesAt(value, steps).length > 0 };
  // A list of plain values is one member, whose items add their variants.
  if (type === 'array') return [member, ...inItems.filter(({ kind }) => kind === 'variants')];

  const texts = values.filter((value) => typeof value === 'string');
  return [member, ...texts.map((text) => variantAt(steps, `${place} = ${text}`, (found) => found.includes(text)))];
}

/** The parts of an object: its alternatives, of which each requires a member of its own, and those of its members. */
function partsOfObject(document: OpenApiDocument, target: SchemaObject, steps: PathExpression): ValuePart[] {
  const { properties = {}, oneOf = [] } = target;
  const required = oneOf.flatMap((alternative) => requiredMember(alternative) ?? []);
  const variants = required.map((member) => {
    const name = `${nameOf(steps)} with ${member}`;
    return variantAt(steps, name, (found) => valuesAt(found, [undefined, member]).length > 0);
  });
  const members = Object.entries(properties);

  return [...variants, ...members.flatMap(([name, member]) => valueParts(document, member, [...steps, name]))];
}

/** A variant of the values at a path. @param isAmong whether these values have it */
function variantAt(steps: PathExpression, name: string, isAmong: (found: unknown[]) => boolean): ValuePart {
  return { kind: 'variants', name, isIn: (value) => isAmong(valuesAt(value, steps)) };
}

/** The schema without references. For a schema that allows null, the alternative that is not null. */
function resolved(document: OpenApiDocument, schema: Schema): SchemaObject {
  const target = resolveReference<SchemaObject>(document, schema);
  const alternatives = (target.oneOf ?? []).map((one) => resolveReference<SchemaObject>(document, one));
  const notNull = alternatives.filter(({ type }) => type !== 'null');

  return notNull.length === 1 ? notNull[0]! : withMembersOfAlternatives(target);
}

/** The path as a name: `items[].partyId`. */
function nameOf(steps: PathExpression): string {
  const shown = steps.map((step) => (step === undefined ? '[]' : `.${step}`));
  return shown.join('').replace(/^\./, '');
}
