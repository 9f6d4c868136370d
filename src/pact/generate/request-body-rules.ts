/** Where the body of a request names an item, any other item would do as well. */

import { isObject } from '../../contract/json.js';
import { rule, type Rule, type Rules } from '../pact-json.js';

const NAMES: ReadonlySet<string> = new Set(['partyId', 'contractId']);

/** The rules for a JSON body; lists of items may have any length but none. */
export function requestBodyRules(body: unknown): Rules {
  const rules: Record<string, Rule> = {};
  collect(body, '$', rules);
  return rules;
}

function collect(value: unknown, path: string, rules: Record<string, Rule>): void {
  if (Array.isArray(value)) {
    if (!value.some(isObject)) return;
    rules[path] = rule({ match: 'type', min: 1 });
    for (const item of value) collect(item, `${path}[*]`, rules);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (NAMES.has(name)) rules[`${path}.${name}`] = rule({ match: 'type' });
      else collect(member, `${path}.${name}`, rules);
    }
  }
}
