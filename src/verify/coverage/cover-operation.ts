/** Measures which parts of one operation its interactions exercise. */

import { requestBodyOf } from '../../pact/match-request.js';
import type { OpenApiDocument } from '../../contract/document.js';
import type { Operation } from '../../contract/operation.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { valueParts, type ValuePart } from './value-parts.js';

export interface OperationCoverage {
  /** ID of the operation. */
  readonly operation: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  /** Number of interactions with the operation. */
  readonly interactions: number;
  /** Every status that the contract declares. */
  readonly statuses: readonly NamedCoverage[];
  /** Parameters of path and query, and members of the request body: `query limit`, `body name`. */
  readonly parameters: readonly NamedCoverage[];
  /** Members of the successful response that have no members themselves: `items[].id`. */
  readonly members: readonly NamedCoverage[];
  /**
   * Forms of the successful response: values of enumerations, alternatives and empty lists (`items[].status = open`,
   * `items empty`).
   */
  readonly variants: readonly NamedCoverage[];
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
): OperationCoverage {
  const [, success] = [...operation.responses].find(([status]) => status < 300) ?? [];
  const { members = [], variants = [] } = success?.schema ? valueParts(document, success.schema) : {};
  const counted = (parts: readonly Part[]): NamedCoverage[] =>
    parts.map(([name, isExercisedBy]) => ({ name, interactions: interactions.filter(isExercisedBy).length }));
  return {
    operation: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    interactions: interactions.length,
    statuses: counted(
      [...operation.responses.keys()].map((status) => [String(status), ({ response }) => response.status === status]),
    ),
    parameters: counted([...urlParameters(operation), ...bodyParameters(document, operation)]),
    members: counted(members.map(inResponse)),
    variants: counted(variants.map(inResponse)),
  };
}

function inResponse({ name, isIn }: ValuePart): Part {
  return [name, ({ response }) => response.status < 300 && isIn(response.body?.content)];
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
  const { members } = valueParts(document, operation.body.schema);
  return members.map(({ name, isIn }) => [`body ${name}`, ({ request }) => isIn(requestBodyOf(request, operation))]);
}
