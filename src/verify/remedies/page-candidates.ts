/** A candidate for a pact that expects more items than a page has: the request has to ask for a longer page. */

import type { Contract } from '../../contract/contract.js';
import type { CompiledParameter } from '../../contract/parameters.js';
import { matchOperation } from '../../pact/match-request.js';
import type { TextsJson } from '../../pact/pact-json.js';
import type { CompletedRun, Run } from '../run/run.js';
import { withChanged, type Candidate } from './candidate.js';

/** The request with the least page size that has the expected number of items. */
export function pageCandidates({ run, result }: CompletedRun, contract: Contract): Candidate[] {
  const operation = matchOperation(contract, run.interaction.request)?.operation;
  const parameter = operation?.parameters.find(isPageSize);
  const size = String(leastSize(result));
  const given = run.interaction.request.query[parameter?.name ?? '']?.[0];
  if (parameter === undefined || size === '0' || given === size) return [];
  const { name } = parameter;
  return [
    {
      remedy: `it passes with ${name}=${size} in the query: ${given === undefined ? 'without it' : `with ${name}=${given}`}, a page has fewer items than the pact expects`,
      pact: withChanged(run.pact, run.interaction, (json) => ({
        ...json,
        request: { ...json.request, query: queryWith(run, name, size) },
      })),
    },
  ];
}

/** The number of items that the pact expects at least, where the response has fewer; 0 if it has enough. */
export function leastSize({ failures }: CompletedRun['result']): number {
  const sizes = failures.map(({ message }) => Number(/to have minimum size of (\d+)$/.exec(message)?.[1] ?? 0));
  return Math.max(0, ...sizes);
}

/** The size of a page is the parameter of a list that is at least 1. */
function isPageSize({ in: part, type, schema }: CompiledParameter): boolean {
  return part === 'query' && type === 'integer' && schema.minimum === 1;
}

/** The query in the form of the pact's version: text in versions 1 and 2, lists in later ones. */
function queryWith({ pact, interaction }: Run, name: string, value: string): string | TextsJson {
  const query = { ...interaction.request.query, [name]: [value] };
  if (!/^[12]\b/.test(pact.specification)) return query;
  return String(
    new URLSearchParams(
      Object.entries(query).flatMap(([key, texts]) => texts.map((text): [string, string] => [key, text])),
    ),
  );
}
