/** The contract has everything that the specification states, and claims nothing that it does not state. */

import { expect, test } from 'vitest';
import { shippedContract } from '../../src/start/shipped.js';
import { contractNodes, type ContractNode } from './contract-nodes.js';
import { namesOfNode, readStatements } from './specified-members.js';

const statements = readStatements();
const nodes = contractNodes(shippedContract().document);

test.each(statements.map(({ section, name }) => [section, name] as const))(
  'section %s is kept: the contract has %s',
  (_, name) => {
    const found = nodes.filter((node) => namesOfNode(node.name).includes(name));
    const sections = found.flatMap((node) =>
      node.notes.flatMap(({ section }) => (section !== undefined && sectionsOf(node).has(section) ? [section] : [])),
    );
    expect(sections).not.toEqual([]);
  },
);

test('the contract claims nothing of a section that the section does not state', () => {
  const claims = nodes.flatMap((node) =>
    node.notes.flatMap(({ basis, section = '' }) =>
      basis === 'specified' && !sectionsOf(node).has(section) ? [`${node.name}: ${section}`] : [],
    ),
  );
  expect(claims).toEqual([]);
});

test('no section states the same name twice', () => {
  const lines = statements.map(({ section, name }) => `${section} ${name}`);
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

/** The sections that state a point of the contract. */
function sectionsOf({ name }: ContractNode): ReadonlySet<string> {
  const names = namesOfNode(name);
  return new Set(statements.filter((statement) => names.includes(statement.name)).map(({ section }) => section));
}
