/** Finds scenarios by words that people have for failures: of the catalogue, statuses and their names, synonyms. */

import { STATUS_CODES } from 'node:http';
import type { Scenario } from '../../emulator/scenarios/scenario.js';
import synonyms from './synonyms.json' with { type: 'json' };

/** What people call a fault, by the member of `fault` in a scenario. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(Object.entries(synonyms));

/** The scenarios with every word of the search. Without a search, all scenarios. */
export function findScenarios(catalogue: Iterable<Scenario>, search = ''): Scenario[] {
  const wanted = wordsIn(search);
  return [...catalogue].filter((scenario) => {
    const words = new Set(wordsOf(scenario));
    return wanted.every((word) => words.has(word));
  });
}

/** The words by which a scenario is found. `outage` is a word of those with a status of 500 or above. */
function wordsOf({ name, summary, group, steps }: Scenario): string[] {
  const faults = steps.flatMap(({ fault = {} }) => Object.keys(fault));
  const synonyms = faults.flatMap((fault) => SYNONYMS.get(fault) ?? []);
  const statuses = `${JSON.stringify(steps)} ${summary} ${synonyms.join(' ')}`.match(/\b[45]\d\d\b/g) ?? [];
  const statusNames = statuses.map((status) => STATUS_CODES[status] ?? '');
  const outage = statuses.some((status) => status.startsWith('5')) ? 'outage' : '';

  return wordsIn([name, summary, group, ...synonyms, ...statuses, ...statusNames, outage].join(' '));
}

/** The words of a text in lower case, without a final `s`, so that a plural equals its singular. */
function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/(?<=..)s$/, ''));
}
