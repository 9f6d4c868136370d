/** What the interactions with one operation exercise of it. */

import type { OpenApiDocument } from '../../contract/document.js';
import type { Operation } from '../../contract/operation.js';
import { formFields } from '../../pact/form-fields.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { valueParts, type ValuePart, type ValueParts } from './value-parts.js';

export interface OperationCoverage {
  readonly operation: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly interactions: number;
  /** All that the contract declares. */
  readonly statuses: readonly NamedCoverage[];
  /** Of path, query and body: `query limit`, `body requests[].contractId`. */
  readonly parameters: readonly NamedCoverage[];
  /** Members of the successful answer that have no members themselves: `items[].partyId`. */
  readonly members: readonly NamedCoverage[];
  /** In what forms the successful answer comes: `items[].freshness = REVOKED`, `results[] with error`, `items empty`. */
  readonly variants: readonly NamedCoverage[];
}

export interface NamedCoverage {
  readonly name: string;
  /** How many interactions exercise it. */
  readonly interactions: number;
}

/** Something that an interaction can exercise. */
interface Exercisable {
  readonly name: string;
  readonly isExercisedBy: (interaction: PactInteraction) => boolean;
}

/** Counts, for each part of the operation, the interactions that exercise it. */
export function coverOperation(
  document: OpenApiDocument,
  operation: Operation,
  interactions: readonly PactInteraction[],
): OperationCoverage {
  const { members, variants } = successParts(document, operation);
  const counted = (things: readonly Exercisable[]): NamedCoverage[] =>
    things.map(({ name, isExercisedBy }) => ({ name, interactions: interactions.filter(isExercisedBy).length }));
  return {
    operation: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    interactions: interactions.length,
    statuses: counted(
      [...operation.responses.keys()].map((status) => ({
        name: String(status),
        isExercisedBy: ({ response }) => response.status === status,
      })),
    ),
    parameters: counted([...addressParameters(operation), ...bodyParameters(document, operation)]),
    members: counted(members.map(inAnswer)),
    variants: counted(variants.map(inAnswer)),
  };
}

/** The parts of the successful answer's body. */
function successParts(document: OpenApiDocument, { responses }: Operation): ValueParts {
  const [, success] = [...responses].find(([status]) => status < 300) ?? [];
  return success?.schema === undefined ? { members: [], variants: [] } : valueParts(document, success.schema);
}

function inAnswer({ name, isIn }: ValuePart): Exercisable {
  return { name, isExercisedBy: ({ response }) => response.status < 300 && isIn(response.body?.content) };
}

/** Every request for a path has its parameters. */
function addressParameters({ parameters }: Operation): Exercisable[] {
  return parameters.map((parameter) => ({
    name: `${parameter.in} ${parameter.name}`,
    isExercisedBy: ({ request }) => parameter.in === 'path' || Object.hasOwn(request.query, parameter.name),
  }));
}

function bodyParameters(document: OpenApiDocument, { body }: Operation): Exercisable[] {
  if (body === undefined) return [];
  return valueParts(document, body.schema).members.map(({ name, isIn }) => ({
    name: `body ${name}`,
    isExercisedBy: ({ request }) =>
      isIn(body.mediaType === 'application/json' ? request.body?.content : formFields(request.body?.content)),
  }));
}
