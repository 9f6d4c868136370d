/** Every point of the contract says what it rests on. */

import { expect, test } from 'vitest';
import { shippedContract } from '../../src/shipped.js';
import { contractNodes, type ContractNode, type Note } from './contract-nodes.js';

const BASES = ['specified', 'public-client', 'recorded', 'inferred', 'chosen'];

const nodes = contractNodes(shippedContract().document);

test.each([
  'operation checkVerificationStatus',
  'rule resolveCredentials',
  'parameter getUsers.search',
  'status createCredentialsRequest 204',
  'header getUsers 401 WWW-Authenticate',
  'header issueToken 200 Pragma',
  'member Pagination.total',
  'member VerificationStatus.credentialData',
  'schema Provider',
  'security bearerToken',
])('the walk through the contract comes by %s', (name) => {
  expect(nodes.map((node) => node.name)).toContain(name);
});

test('every operation, parameter, status, header and member has a note', () => {
  expect(nodes.filter(({ notes }) => notes.length === 0).map(({ name }) => name)).toEqual([]);
});

test('every note has a known basis', () => {
  expect(nodesWithNote(({ basis }) => !BASES.includes(basis))).toEqual([]);
});

test('every note says nothing but its basis, section, words and aspect', () => {
  const known = ['basis', 'section', 'note', 'about'];
  expect(nodesWithNote((note) => Object.keys(note).some((key) => !known.includes(key)))).toEqual([]);
});

test('every note that claims the specification names a section', () => {
  expect(nodesWithNote(({ basis, section }) => basis === 'specified' && section === undefined)).toEqual([]);
});

test('every section is a number of the specification', () => {
  expect(nodesWithNote(({ section }) => section !== undefined && !/^[1-9](\.[1-9])?$/.test(section))).toEqual([]);
});

test('every chosen or inferred point is explained, by itself or by its schema', () => {
  const unexplained = (note: Note, { notesOfSchema }: ContractNode): boolean =>
    ['chosen', 'inferred'].includes(note.basis) && ![note, ...notesOfSchema].some(hasWords);
  expect(nodesWithNote(unexplained)).toEqual([]);
});

function nodesWithNote(condition: (note: Note, node: ContractNode) => boolean): readonly string[] {
  return nodes.filter((node) => node.notes.some((note) => condition(note, node))).map(({ name }) => name);
}

function hasWords({ note }: Note): boolean {
  return note !== undefined && note.trim() !== '';
}
