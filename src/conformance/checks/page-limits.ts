/** How large pages are, and what is refused as a page: section 8, and what we guess beside it. */

import type { Check } from '../check.js';
import { found } from '../finding.js';
import { pageIn } from '../read-answer.js';
import { numberOrKind } from '../shown-value.js';
import { answersWith, hasStatus } from './answers-with.js';
import type { PagedList } from './paging-laws.js';

const DEFAULT = 10;
const MAXIMUM = 100;

/** The limits of one list; `parameter` is what its limit is called in the contract. */
export function pageLimits({ operation, title }: PagedList, parameter: 'UsersLimit' | 'Limit'): Check[] {
  const id = (name: string): string => `paging.${operation}.${name}`;
  const refused = (name: string, query: Record<string, string>, point: string, isTentative = false): Check => {
    const words = Object.entries(query)
      .map((field) => field.join('='))
      .join('&');
    return answersWith({
      id: id(name),
      title: `${title}: ${words} is answered with 400`,
      point,
      isTentative,
      operation,
      call: { query },
    });
  };
  return [
    {
      id: id('default-limit'),
      title: `${title}: without limit a page has ${DEFAULT} items at most`,
      point: `${parameter}:default`,
      run: async (service) => {
        const { items, limit, total } = pageIn(await service.ask(operation));
        const isRight = limit === DEFAULT && items.length === Math.min(DEFAULT, total);
        return found(
          isRight,
          `without limit, pagination.limit is ${numberOrKind(limit)}, and of ${total} items ${items.length} came`,
          numberOrKind(limit),
        );
      },
    },
    {
      id: id('largest-limit'),
      title: `${title}: limit=${MAXIMUM} is taken`,
      point: `${parameter}:maximum`,
      isTentative: true,
      run: async (service) => {
        const exchange = await service.ask(operation, { query: { limit: String(MAXIMUM) } });
        if (exchange.status !== 200) return hasStatus(exchange, 200);
        const { items, limit } = pageIn(exchange);
        return found(
          limit === MAXIMUM && items.length <= MAXIMUM,
          `limit=${MAXIMUM} was told as ${numberOrKind(limit)}, with ${items.length} items`,
          numberOrKind(limit),
        );
      },
    },
    refused('too-large', { limit: String(MAXIMUM + 1) }, `${parameter}:refusal`),
    refused('zero-limit', { limit: '0' }, `${parameter}:minimum`),
    refused('no-number', { limit: 'ten' }, `${parameter}:type`),
    refused('negative-offset', { offset: '-1' }, 'Offset:refusal'),
    refused('offset-no-number', { offset: 'ten' }, 'Offset:refusal'),
  ];
}
