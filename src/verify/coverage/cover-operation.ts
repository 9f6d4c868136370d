/** Measures which parts of one operation its interactions exercise. */

import { requestBodyOf } from '../../pact/match-request.js';
import { isObject } from '../../common/json.js';
import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import type { Operation } from '../../contract/operation.js';
import { withMembersOfAlternatives } from '../../contract/schema/schema-walk.js';
import type { PactInteraction } from '../../pact/pact-file.js';

export interface OperationCoverage {
  /** ID of the operation. */
  readonly operation: string;
  /** Number of interactions with the operation that passed. */
  readonly interactions: number;
  /** The descriptions of those that failed. */
  readonly failed: readonly string[];
  /** Every status that the contract declares. */
  readonly statuses: readonly NamedCoverage[];
  /** Parameters of path and query, and members of the request body: `query limit`, `body name`. */
  readonly parameters: readonly NamedCoverage[];
  /** Members of the successful response that have no members themselves: `items[].id`. */
  readonly members: readonly NamedCoverage[];
}

export interface NamedCoverage {
  readonly name: string;
  /** Number of interactions that exercise it. */
  readonly interactions: number;
}

/** A part of an operation: its name, and whether an interaction exercises it. */
type Part = readonly [name: string, isExercisedBy: (interaction: PactInteraction) => boolean];

/** Counts, for each part of the operation, the interactions that exercise it. */
export function coverOperation(
  document: OpenApiDocument,
  operation: Operation,
  interactions: readonly PactInteraction[],
  failed: readonly PactInteraction[],
): OperationCoverage {
  const counted = (all: readonly Part[]): NamedCoverage[] =>
    all.map(([name, isExercisedBy]) => ({ name, interactions: interactions.filter(isExercisedBy).length }));
  return {
    operation: operation.id,
    interactions: interactions.length,
    failed: failed.map(({ description }) => description),
    statuses: counted(
      [...operation.responses.keys()].map((status) => [String(status), ({ response }) => response.status === status]),
    ),
    parameters: counted([...urlParameters(operation), ...bodyParameters(document, operation)]),
    members: counted(responseMembers(document, operation)),
  };
}

/** Path parameters are in every request. */
function urlParameters({ parameters }: Operation): Part[] {
  return parameters.map((parameter) => [
    `${parameter.in} ${parameter.name}`,
    ({ request }) => parameter.in === 'path' || Object.hasOwn(request.query, parameter.name),
  ]);
}

function bodyParameters(document: OpenApiDocument, operation: Operation): Part[] {
  if (operation.body === undefined) return [];
  return membersIn(document, operation.body.schema).map((steps) => [
    `body ${nameOf(steps)}`,
    ({ request }) => isIn(requestBodyOf(request, operation), steps),
  ]);
}

function responseMembers(document: OpenApiDocument, operation: Operation): Part[] {
  const [, success] = [...operation.responses].find(([status]) => status < 300) ?? [];
  if (success?.schema === undefined) return [];
  return membersIn(document, success.schema).map((steps) => [
    nameOf(steps),
    ({ response }) => response.status < 300 && isIn(response.body?.content, steps),
  ]);
}

/** The step into all items of a list. Other steps are names of members. */
const ITEMS = '[]';

/** The steps to each member that has no members itself, in the order of the document. */
function membersIn(document: OpenApiDocument, schema: Schema, steps: readonly string[] = []): (readonly string[])[] {
  const { properties, items } = resolved(document, schema);
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, member]) => membersIn(document, member, [...steps, name]));
  const hasObjects = items !== undefined && resolved(document, items).properties !== undefined;
  return hasObjects ? membersIn(document, items, [...steps, ITEMS]) : [steps];
}

/** The schema without references; of a schema that allows null, the other alternative. */
function resolved(document: OpenApiDocument, schema: Schema): SchemaObject {
  const found = resolveReference<SchemaObject>(document, schema);
  const others = (found.oneOf ?? [])
    .map((alternative) => resolveReference<SchemaObject>(document, alternative))
    .filter(({ type }) => type !== 'null');
  return others.length === 1 ? others[0]! : withMembersOfAlternatives(found);
}

function nameOf(steps: readonly string[]): string {
  return steps.join('.').replaceAll('.[]', ITEMS);
}

function isIn(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  if (step === ITEMS) return Array.isArray(value) && value.some((item) => isIn(item, rest));
  return isObject(value) && Object.hasOwn(value, step) && isIn(value[step], rest);
}
