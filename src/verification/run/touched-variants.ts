/** Finds the variants that could change a response: only in these does an interaction have to run again. */

import type { Contract } from '../../contract/contract.js';
import { mapMembers } from '../../contract/json.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import type { FidelityPoint } from '../../contract/fidelity/point.js';
import { checkRequest } from '../../contract/request.js';
import { effectAt } from '../../contract/variants/effects.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import type { VariantEffect } from '../../contract/variants/variant-effect.js';
import type { VariantPoint } from '../../contract/variants/variant-point.js';
import { requestBodyOf } from '../../pact/form-fields.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactRequest } from '../../pact/pact-file.js';
import { bodyOf, type ObservedResponse } from './run.js';

/** One variant of one point. */
export interface VariantCase {
  readonly point: VariantPoint;
  readonly variant: string;
}

/** The points of the contract that a response to a request rests on. */
export function pointsOf(
  request: PactRequest,
  response: ObservedResponse,
  contract: Contract,
): readonly FidelityPoint[] {
  const match = matchRequest(contract, request);
  return pointsBehind(contract, {
    operationId: match.kind === 'operation' ? match.operation.id : undefined,
    request: {
      query: request.query,
      headers: mapMembers(request.headers, (values) => values.join(', ')),
      body: requestBodyOf(request, match) ?? request.body?.content,
    },
    response: { status: response.status, headers: response.headers, body: bodyOf(response) },
  });
}

export interface TouchContext {
  /** The contract without the variants of the cases. */
  readonly contract: Contract;
  /** They compile the contract of each variant once. */
  readonly contracts: Contracts;
  readonly cases: readonly VariantCase[];
}

/**
 * The cases whose point the exchange touched: the response rests on the point, or is an error whose form the variant
 * changes, or the variant's contract refuses other parts of the request.
 */
export function touchedVariants(
  request: PactRequest,
  response: ObservedResponse,
  { contract, contracts, cases }: TouchContext,
): VariantCase[] {
  const behind = new Set(pointsOf(request, response, contract).map(({ variants }) => variants?.point));
  const refused = refusedParts(request, contract);
  return cases.filter(({ point: { point }, variant }) => {
    const variants = { ...contract.variants, [point]: variant };
    return (
      behind.has(point) ||
      (response.status >= 400 && changesErrors(effectAt(variants, point))) ||
      refusedParts(request, contracts.in({ revision: contract.revision, variants })) !== refused
    );
  });
}

/** Whether the variant changes the form of every error. */
function changesErrors(effect: VariantEffect | undefined): boolean {
  return effect?.renderFailure !== undefined || effect?.errorCode !== undefined;
}

/** What the contract refuses or ignores in the request, as text. */
function refusedParts(request: PactRequest, contract: Contract): string {
  const match = matchRequest(contract, request);
  if (match.kind !== 'operation') return '';
  const { operation, pathParameters } = match;
  const query = new Map(Object.entries(request.query));
  const { violations, unknown } = checkRequest(operation, {
    path: pathParameters,
    query,
    body: requestBodyOf(request, match),
  });
  return JSON.stringify([violations, unknown]);
}
