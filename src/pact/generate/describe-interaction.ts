/** Describes an interaction for people: "a request for the users list, 2 of a page, refused with 429". */

import { failedItems } from '../../common/batch-items.js';
import type { OperationId } from '../../contract/operation.js';
import { headerOf } from '../../emulator/journal/exchange.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import { providerStates } from '../states/shipped-states.js';
import { itemsIn } from '../states/unseen-states.js';
import type { CheckedExchange } from './checked-exchange.js';
import { PHRASES } from './phrases.js';

const REQUESTS: Readonly<Partial<Record<OperationId, string>>> = PHRASES.operations;
const PARAMETERS: ReadonlyMap<string, string> = new Map(Object.entries(PHRASES.parameters));

/**
 * Describes an interaction. Other interactions may have an equal description; `pact-from-journal.ts` then adds numbers.
 */
export function describeInteraction(checked: CheckedExchange, states: readonly ProviderStateReference[]): string {
  const { exchange, operation } = checked;
  const authorization = headerOf(exchange.request.headers, 'Authorization');
  const scenarios = checked.scenarios.map(({ scenario }) => scenario);
  const phrases = [
    REQUESTS[operation.id] ?? `a request for ${operation.id}`,
    ...queryPhrases(checked),
    // Only states with a phrase say something about the request: `of an added party`.
    ...states.flatMap(({ name }) => providerStates.find(({ sentences }) => sentences.includes(name))?.phrase ?? []),
    // A client may send its credentials in the form or with HTTP Basic.
    ...(operation.access === 'client' && authorization !== undefined ? ['with HTTP Basic'] : []),
    ...outcomePhrases(checked),
    ...(exchange.status < 400 && scenarios.length > 0 ? [`under ${[...new Set(scenarios)].join(' and ')}`] : []),
  ];

  return [...new Set(phrases)].join(', ');
}

/** A phrase for each query parameter. In an invalid request, the values are what matters. */
function queryPhrases({ query, check, operation }: CheckedExchange): string[] {
  const isValid = check.violations.length === 0;
  return [...query].map(([name, [value = '']]) => {
    if (!isValid) return `${name} ${JSON.stringify(value)}`;
    if (operation.parameters.every((parameter) => parameter.name !== name)) return `with an unknown ${name}`;
    if (name === 'limit') return `${value} of a page`;
    if (name === 'offset') return `from item ${value} on`;

    return PARAMETERS.get(name) ?? `by ${name}`;
  });
}

/** The outcome of the request, if it is not the usual success. */
function outcomePhrases({ exchange: { status }, operation, responseBody }: CheckedExchange): string[] {
  if (status >= 500) return [`failed with ${status}`];
  if (status === 404) return ['not found'];
  if (status >= 400) return [`refused with ${status}`];

  // The contract has been checked: successful bodies have these members.
  if (operation.id === 'checkVerificationStatus') {
    const { status: reported, isActive } = responseBody as { status: string; isActive: boolean };
    return isActive ? [] : [reported];
  }
  if (operation.id === 'generateVerificationLinksBatch') {
    const { results } = responseBody as { results: readonly object[] };
    if (results.length === 0) return ['of none'];

    const failed = failedItems(responseBody).length;
    if (failed === 0) return [];

    return [failed === results.length ? 'all of which fail' : 'some of which fail'];
  }

  return itemsIn(responseBody)?.length === 0 ? ['none there'] : [];
}
