/**
 * Finds blind spots: cases that a consumer's tests never see, with one sentence for each. An operation that no pact
 * uses has no blind spots, because the consumer does not use it.
 */

import { listed } from '../../common/reporting/phrases.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { operationsInSet } from '../../contract/operation-sets.js';
import type { NamedCoverage, OperationCoverage } from '../report/verification-report.js';

/** An operation that a pact uses. */
interface UsedOperation extends OperationCoverage {
  /** The operation in the contract. */
  readonly declared: Operation;
}

/**
 * The sentences about blind spots, the most important first. Operations without an interaction that passed come last.
 */
export function blindSpots(operations: readonly OperationCoverage[], contract: Contract): string[] {
  const used: UsedOperation[] = [];
  const failed: OperationCoverage[] = [];
  const untried: OperationCoverage[] = [];
  for (const operation of contract.operations.values()) {
    const coverage = operations.find(({ operation: id }) => id === operation.id)!;
    if (!isUnseen(coverage)) used.push({ ...coverage, declared: operation });
    else if (coverage.failed.length > 0) failed.push(coverage);
    else untried.push(coverage);
  }

  if (used.length + failed.length === 0) return ['No pact uses any operation of the contract.'];

  const failedSpots = failed.map((one) => {
    return `${one.operation} is in no interaction that passed; these did not pass: ${quotedNames(one.failed)}.`;
  });

  return [...spotsOf(used), ...failedSpots, ...sentenceAbout(untried, 'in no pact.')];
}

/**
 * The blind spots of the used operations in the order of importance: failures of every operation, failures of one
 * operation, forms of success.
 */
function spotsOf(used: readonly UsedOperation[]): string[] {
  const bearer = used.filter(({ declared }) => declared.access === 'bearer');
  const tokenOperations = used.filter(({ declared }) => declared.access === 'client');
  const withoutFailedItem = used.filter((operation) => lacksForm(operation, '[] with error'));
  const lacks404 = (status: NamedCoverage): boolean => status.name === '404' && isUnseen(status);
  const without404 = used.filter(({ statuses }) => statuses.some(lacks404));
  // Only reading operations are searched. Operations that change something return no list that can be empty, and a
  // consumer sends no empty batch.
  const withoutEmptyList = used.filter((one) => one.method === 'GET' && lacksForm(one, ' empty'));

  return [
    ...ifUnseen(bearer, 401, 'No test sees 401 from any operation: an expired token is never handled.'),
    ...ifUnseen(used, 429, 'No test sees 429: it is not known whether the consumer waits before it retries.'),
    ...ifUnseen(used, 500, 'No test sees 500: a failure of the service is never handled.'),
    ...withoutFailedItem.map(({ operation }) => {
      return `${operation} is never tested with a failed item in a successful response.`;
    }),
    ...tokenOperations.flatMap((one) => {
      return ifUnseen([one], 401, `No test sees 401 from ${one.operation}: a wrong client secret is never handled.`);
    }),
    ...sentenceAbout(without404, 'never tested with 404: an unknown resource is never handled.'),
    ...ifUnseen(bearer, 403, 'No test sees 403: a caller without permission is never handled.'),
    ...ifUnseen(used, 400, 'No test sees 400: a refused request is never handled.'),
    ...unpaged(used),
    ...sentenceAbout(withoutEmptyList, 'never tested with an empty list.'),
  ];
}

/**
 * Whether no test sees a form of the successful response.
 * @param nameEnd end of the form's name: ` empty` of `list empty`
 */
function lacksForm({ variants: forms }: OperationCoverage, nameEnd: string): boolean {
  return forms.some((form) => form.name.endsWith(nameEnd) && isUnseen(form));
}

/** How many names a sentence quotes. */
const MOST_NAMES = 3;

/** The first names in quotation marks, and how many more there are. */
function quotedNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => JSON.stringify(name));
  return listed(names.length > MOST_NAMES ? [...shown, `${names.length - MOST_NAMES} more`] : shown);
}

/**
 * The sentence, if no test sees the status in any of these operations. One test of one operation is enough, because a
 * client handles such a status in one place.
 */
function ifUnseen(operations: readonly UsedOperation[], status: number, sentence: string): string[] {
  const declared = operations.flatMap(({ statuses }) => statuses.filter(({ name }) => name === String(status)));
  return declared.length > 0 && declared.every(isUnseen) ? [sentence] : [];
}

/** One sentence about all these operations. None if there are no operations. */
function sentenceAbout(operations: readonly OperationCoverage[], predicate: string): string[] {
  const names = operations.map(({ operation }) => operation);
  const verb = names.length === 1 ? 'is' : 'are';
  return names.length === 0 ? [] : [`${listed(names)} ${verb} ${predicate}`];
}

/** The sentence about lists of which the consumer reads only the first page. */
function unpaged(used: readonly UsedOperation[]): string[] {
  const operations = used.map(({ declared }) => declared);
  const listIds = operationsInSet('lists', operations);
  const unpagedLists: UsedOperation[] = [];
  const unsent = new Set<string>();
  for (const list of used.filter(({ declared }) => listIds.includes(declared.id))) {
    const names = pageParameters(list.declared);
    const paging = list.parameters.filter(({ name }) => names.some((one) => name === `query ${one}`));
    if (names.length === 0 || !paging.every(isUnseen)) continue;

    unpagedLists.push(list);
    for (const name of names) unsent.add(name);
  }

  return sentenceAbout(unpagedLists, `tested without paging: no test sends ${listed([...unsent], 'or')}.`);
}

/** The parameters of a list that select a page: the integers in its query. */
function pageParameters({ parameters }: Operation): string[] {
  const selecting = parameters.filter(({ in: part, type }) => part === 'query' && type === 'integer');
  return selecting.map(({ name }) => name);
}

/** Whether no test exercises this part. */
function isUnseen({ interactions }: Pick<NamedCoverage, 'interactions'>): boolean {
  return interactions === 0;
}
