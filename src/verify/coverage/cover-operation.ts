/** Measures which parts of one operation its interactions exercise. */

import type { OpenApiDocument } from '../../contract/document.js';
import type { Operation } from '../../contract/operation.js';
import { formFields } from '../../pact/form-fields.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { valueParts, type ValuePart, type ValueParts } from './value-parts.js';

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

/** A part of an operation that an interaction can exercise. */
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
  const counted = (parts: readonly Exercisable[]): NamedCoverage[] =>
    parts.map(({ name, isExercisedBy }) => ({ name, interactions: interactions.filter(isExercisedBy).length }));
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
    parameters: counted([...urlParameters(operation), ...bodyParameters(document, operation)]),
    members: counted(members.map(inResponse)),
    variants: counted(variants.map(inResponse)),
  };
}

/** The parts of the body of the successful response. */
function successParts(document: OpenApiDocument, { responses }: Operation): ValueParts {
  const [, success] = [...responses].find(([status]) => status < 300) ?? [];
  return success?.schema === undefined ? { members: [], variants: [] } : valueParts(document, success.schema);
}

function inResponse({ name, isIn }: ValuePart): Exercisable {
  return { name, isExercisedBy: ({ response }) => response.status < 300 && isIn(response.body?.content) };
}

/** Path parameters are in every request. */
function urlParameters({ parameters }: Operation): Exercisable[] {
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
