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

/** A part of an operation, such as a status or a parameter: its name, and whether an interaction exercises it. */
type Part = readonly [name: string, isExercisedBy: (interaction: PactInteraction) => boolean];

/** Counts, for each part of the operation, the interactions that passed and exercise it. */
export function coverOperation(
  contract: Contract,
  operation: Operation,
  { passed, failed }: Readonly<Record<'passed' | 'failed', readonly PactInteraction[]>>,
): OperationCoverage {
  const { document } = contract;
  // Each operation has one successful status.
  const [, success] = [...operation.responses].find(([status]) => status < 300) ?? [];
  const valuesOfSuccess = success?.schema === undefined ? [] : valueParts(document, success.schema);
  const inResponse = (kind: ValuePart['kind']): Part[] => {
    const parts = valuesOfSuccess.filter((part) => part.kind === kind);
    return parts.map(({ name, isIn }) => [
      name,
      ({ response }) => response.status < 300 && isIn(response.body?.content),
    ]);
  };

  const statuses = [...operation.responses.keys()].map((status): Part => {
    return [String(status), ({ response }) => response.status === status];
  });
  const counted = (parts: readonly Part[]): NamedCoverage[] =>
    parts.map(([name, isExercisedBy]) => ({ name, interactions: passed.filter(isExercisedBy).length }));

  return {
    operation: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    interactions: passed.length,
    failed: failed.map(({ description }) => description),
    statuses: counted(statuses),
    parameters: counted([...urlParameters(operation), ...bodyParameters(contract, operation)]),
    members: counted(inResponse('members')),
    variants: counted(inResponse('variants')),
  };
}

/** The parameters of path and query. Every request has the parameters of the path, because they are a part of it. */
function urlParameters({ parameters }: Operation): Part[] {
  return parameters.map((parameter) => [
    `${parameter.in} ${parameter.name}`,
    ({ request }) => parameter.in === 'path' || Object.hasOwn(request.query, parameter.name),
  ]);
}

/** The members of the request body as parts of the operation. */
function bodyParameters(contract: Contract, { body }: Operation): Part[] {
  if (body === undefined) return [];

  const bodyOf = onceFor(({ request }: PactInteraction) => readPactRequest(contract, request).body);
  const members = valueParts(contract.document, body.schema).filter(({ kind }) => kind === 'members');

  return members.map(({ name, isIn }) => [`body ${name}`, (interaction) => isIn(bodyOf(interaction))]);
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
 * @param steps the path from the body to the values of the schema
 */
function valueParts(document: OpenApiDocument, schema: Schema, steps: PathExpression = []): ValuePart[] {
  const { type, enum: values = [], properties, items, oneOf = [] } = resolved(document, schema);
  const place = nameOf(steps);
  const variant = (name: string, isAmong: (found: unknown[]) => boolean): ValuePart => ({
    kind: 'variants',
    name,
    isIn: (value) => isAmong(valuesAt(value, steps)),
  });

  if (properties !== undefined) {
    const required = oneOf.flatMap((alternative) => requiredMember(alternative) ?? []);
    const alternatives = required.map((member) =>
      variant(`${place} with ${member}`, (found) => valuesAt(found, [undefined, member]).length > 0),
    );
    const inMembers = Object.entries(properties).flatMap(([name, member]) =>
      valueParts(document, member, [...steps, name]),
    );

    return [...alternatives, ...inMembers];
  }

  const inItems = items === undefined ? [] : valueParts(document, items, [...steps, undefined]);
  if (items !== undefined && resolved(document, items).properties !== undefined) {
    // Only a list at the top can be empty as the result of the request; lists inside lists are often empty.
    const isAtTop = !steps.includes(undefined) && steps.length < 2;
    const empty = variant(`${place || 'list'} empty`, (found) =>
      found.some((list) => Array.isArray(list) && list.length === 0),
    );

    return isAtTop ? [empty, ...inItems] : inItems;
  }

  const itself: ValuePart = { kind: 'members', name: place, isIn: (value) => valuesAt(value, steps).length > 0 };
  // A list of plain values is one member, whose items add their variants.
  if (type === 'array') return [itself, ...inItems.filter(({ kind }) => kind === 'variants')];

  const texts = values.filter((value) => typeof value === 'string');

  return [itself, ...texts.map((value) => variant(`${place} = ${value}`, (found) => found.includes(value)))];
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
