/** The names in the specification, for comparison with those of the contract. */

import { fileURLToPath } from 'node:url';
import { readDocument } from '../../src/contract/documents/read-document.js';

/** One thing that one section states. */
export interface Statement {
  readonly section: string;
  /** As in `ContractNode`; a status may be a class of its own (`status getUsers success`) or any operation's (`status any 429`). */
  readonly name: string;
}

type Lists = Readonly<Record<string, readonly (string | number)[]>>;

interface Section {
  readonly section: string;
  readonly schemas?: readonly string[];
  readonly operations?: readonly string[];
  readonly rules?: readonly string[];
  readonly security?: readonly string[];
  readonly successes?: readonly string[];
  readonly statusesOfAny?: readonly number[];
  readonly members?: Lists;
  readonly parameters?: Lists;
  readonly statuses?: Lists;
}

/** Every statement of specified-members.yaml. */
export function readStatements(): readonly Statement[] {
  const { data } = readDocument(fileURLToPath(new URL('specified-members.yaml', import.meta.url)));
  return (data as readonly Section[]).flatMap((section) =>
    namesOf(section).map((name) => ({ section: section.section, name })),
  );
}

/** The names under which a point of the contract may be stated: its own, and those of its class of statuses. */
export function namesOfNode(name: string): readonly string[] {
  const [, operation = '', status = ''] = /^status (\w+) (\d+)$/.exec(name) ?? [];
  if (operation === '') return [name];
  const classes = status.startsWith('2') ? [`status ${operation} success`] : [];
  return [name, `status any ${status}`, ...classes];
}

function namesOf(section: Section): string[] {
  const { schemas = [], operations = [], rules = [], security = [], successes = [], statusesOfAny = [] } = section;
  return [
    ...schemas.map((name) => `schema ${name}`),
    ...operations.map((id) => `operation ${id}`),
    ...rules.map((id) => `rule ${id}`),
    ...security.map((name) => `security ${name}`),
    ...successes.map((id) => `status ${id} success`),
    ...statusesOfAny.map((status) => `status any ${status}`),
    ...joined('member', '.', section.members),
    ...joined('parameter', '.', section.parameters),
    ...joined('status', ' ', section.statuses),
  ];
}

function joined(kind: string, separator: string, lists: Lists = {}): string[] {
  return Object.entries(lists).flatMap(([owner, names]) => names.map((name) => `${kind} ${owner}${separator}${name}`));
}
