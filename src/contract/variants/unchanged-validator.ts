/** Most of a contract is the same in a variant: what has been compiled for the one serves the other. */

import type { ValidateFunction } from 'ajv';
import type { Contract } from '../contract.js';
import { referenceChain, type OpenApiDocument } from '../document.js';

/**
 * The validator that the base has of a schema of the varied document; undefined where that has changed, or refers to what
 * has. A merge patch shares what it does not change, so what is the same is the same object.
 */
export function unchangedValidator(
  { document: base, validators }: Pick<Contract, 'document' | 'validators'>,
  varied: OpenApiDocument,
  schema: object,
): ValidateFunction | undefined {
  const validate = validators.get(schema);
  return validate !== undefined && refersToTheSame(schema, { base, varied, seen: new Set() }) ? validate : undefined;
}

interface Documents {
  readonly base: OpenApiDocument;
  readonly varied: OpenApiDocument;
  readonly seen: Set<object>;
}

function refersToTheSame(part: unknown, documents: Documents): boolean {
  const { base, varied, seen } = documents;
  if (typeof part !== 'object' || part === null || seen.has(part)) return true;
  seen.add(part);
  const [chain, other] = [referenceChain(base, part), referenceChain(varied, part)];
  if (chain.some((target, at) => target !== other[at])) return false;
  return [...chain.slice(1), ...(Object.values(part) as unknown[])].every((inner) => refersToTheSame(inner, documents));
}
