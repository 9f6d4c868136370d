/**
 * Finds blind spots: what a consumer's tests never see, a sentence each. Operations that no pact uses have none,
 * because the consumer does not use them.
 */

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { operationsInSet } from '../../contract/operation-sets.js';
import type { NamedCoverage, OperationCoverage } from './cover-operation.js';

/** An operation that a pact uses. */
interface UsedOperation extends OperationCoverage {
  readonly contract: Operation;
}

/** Returns the sentences, the most important first; the operations that no pact uses, or none that passed, are last. */
export function blindSpots(operations: readonly OperationCoverage[], contract: Contract): string[] {
  const used = [...contract.operations.values()].flatMap((operation): UsedOperation[] => {
    const coverage = operations.find(({ operation: id }) => id === operation.id)!;
    return isUnseen(coverage) ? [] : [{ ...coverage, contract: operation }];
  });
  const failed = operations.filter((operation) => isUnseen(operation) && operation.failed.length > 0);
  const untried = operations.filter((operation) => isUnseen(operation) && operation.failed.length === 0);
  if (used.length + failed.length === 0) return ['No pact uses any operation of the contract.'];
  return [
    ...unseenFailures(used),
    ...unpaged(used),
    ...failed.map(
      ({ operation, failed: names }) =>
        `${operation} is in no interaction that passed; failed: ${listed(names.map((name) => JSON.stringify(name)))}.`,
    ),
    ...sumUp(untried, 'in no pact.'),
  ];
}

/** A client handles most statuses in one place for all operations, so one test of one operation is enough. */
function unseenFailures(used: readonly UsedOperation[]): string[] {
  const bearer = used.filter(({ contract }) => contract.access === 'bearer');
  const secret = used.filter(({ contract }) => contract.access === 'client');
  return [
    ...unseen(bearer, 401, 'No test sees 401 from any operation: an expired token is never handled.'),
    ...unseen(used, 429, 'No test sees 429: it is not known whether the consumer waits before it retries.'),
    ...unseen(used, 500, 'No test sees 500: a failure of the service is never handled.'),
    ...secret.flatMap((operation) =>
      unseen([operation], 401, `No test sees 401 from ${operation.operation}: a wrong client secret is never handled.`),
    ),
    ...sumUp(
      used.filter((operation) => unseen([operation], 404, '').length > 0),
      'never tested with 404: an unknown resource is never handled.',
    ),
    ...unseen(bearer, 403, 'No test sees 403: a caller without permission is never handled.'),
    ...unseen(used, 400, 'No test sees 400: a refused request is never handled.'),
  ];
}

/** The sentence, if operations declare the status, and no test sees it. */
function unseen(operations: readonly UsedOperation[], status: number, sentence: string): string[] {
  const declaring = operations.flatMap(({ statuses }) => statuses.filter(({ name }) => name === String(status)));
  return declaring.length > 0 && declaring.every(isUnseen) ? [sentence] : [];
}

/** Lists of which the consumer reads the first page only. */
function unpaged(used: readonly UsedOperation[]): string[] {
  const lists = operationsInSet(
    'lists',
    used.map(({ contract }) => contract),
  );
  const unpagedLists = used.filter(({ contract, parameters }) => {
    const names = pageParameters(contract).map((name) => `query ${name}`);
    const sent = parameters.filter(({ name }) => names.includes(name));
    return lists.includes(contract.id) && names.length > 0 && sent.every(isUnseen);
  });
  const names = new Set(unpagedLists.flatMap(({ contract }) => pageParameters(contract)));
  return sumUp(unpagedLists, `tested without paging: no test sends ${listed([...names], 'or')}.`);
}

/** The parameters of a list that select a page: the integers in its query. */
function pageParameters({ parameters }: Operation): string[] {
  return parameters.filter(({ in: part, type }) => part === 'query' && type === 'integer').map(({ name }) => name);
}

/** A sentence about all these operations; none if there are no operations. */
function sumUp(operations: readonly OperationCoverage[], predicate: string): string[] {
  const names = operations.map(({ operation }) => operation);
  return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? 'is' : 'are'} ${predicate}`];
}

function isUnseen({ interactions }: Pick<NamedCoverage, 'interactions'>): boolean {
  return interactions === 0;
}

function listed(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)!}`;
}
