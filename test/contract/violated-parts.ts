/** What our validators say of a case of the corpus. */

import type { Contract } from '../../src/contract/contract.js';
import type { Operation } from '../../src/contract/operation.js';
import { parseForm } from '../../src/contract/query-string.js';
import { RequestCheck } from '../../src/contract/request.js';
import { responseViolations } from '../../src/contract/response.js';
import type { Violation } from '../../src/contract/violation.js';
import type { Case, RequestCase } from './read-corpus.js';

/** Every violated part once, in the corpus's words and in order; none where the case keeps to the contract. */
export function violatedParts(contract: Contract, example: Case): readonly string[] {
  const operation = contract.operations.get(example.operation);
  if (operation === undefined) throw new Error(`the contract has no operation ${example.operation}`);
  const violations =
    example.kind === 'request' ? requestViolations(operation, example) : responseViolations(operation, example);
  return [...new Set(violations.map(({ in: part, pointer }) => (pointer === '' ? part : `${part} ${pointer}`)))].sort();
}

function requestViolations(operation: Operation, { path, query, form, body }: RequestCase): readonly Violation[] {
  const value = form === undefined ? body : fieldsOf(form);
  return new RequestCheck(operation, { path, query: parseForm(query), body: value }).violations;
}

/** The corpus gives every field once and never empty: what the emulator makes of others is not the contract's affair. */
function fieldsOf(form: string): Record<string, string> {
  return Object.fromEntries([...parseForm(form)].map(([name, values]): [string, string] => [name, values[0]!]));
}
