/** Every place of the contract and every limit of its values has a note with its basis. */

import { expect, test } from 'vitest';
import { REFUSAL, coversKeyword } from '../../../src/contract/fidelity/keywords.js';
import { BASES, type FidelityNote } from '../../../src/contract/fidelity/point.js';
import { parsePointer } from '../../../src/common/json.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { contractNodes, notesOf, type ContractNode } from '../contract-nodes.js';

const { document, fidelity } = shippedContract();
const nodes = contractNodes(document);

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
])('the walk through the contract visits %s', (name) => {
  expect(nodes.map((node) => node.name)).toContain(name);
});

test('every operation, rule, parameter, status, header and member has its own note', () => {
  expect(
    nodes
      .filter(
        ({ name, notes }) => !name.startsWith('schema ') && !name.startsWith('rule ') && !notes.some(isAboutTheWhole),
      )
      .map(({ name }) => name),
  ).toEqual([]);
  expect(nodes.filter(({ notes }) => notes.length === 0).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['parameter getUsers.limit', ['minimum 1', 'maximum 100', 'default 10']],
  ['parameter getUsers.orderBy', ['enum', 'default']],
  ['member BatchGenerateVerificationLinkRequest.requests', ['maxItems 100']],
  ['schema PartyId', ['pattern', 'minLength 1']],
  ['schema Timestamp', ['format', 'pattern']],
  ['member TokenResponse.token_type', ['const']],
])('the walk through the contract sees the limits of %s', (name, limits) => {
  expect(nodes.find((node) => node.name === name)?.limits.toSorted()).toEqual(limits.toSorted());
});

// The note of a header also covers its schema.
test('every default, enumeration, bound, pattern and format has a note about it', () => {
  // A note of the document covers all plain values.
  expect(notesOf(document).map(({ about }) => about)).toContain('plain-values');
  const isPlain = (limit: string): boolean => ['minLength 1', 'minimum 0', 'minimum 1'].includes(limit);
  const withoutBasis = ({ notes, notesAround, limits }: ContractNode): readonly string[] =>
    limits.filter((limit) => !isPlain(limit) && ![...notes, ...notesAround].some((note) => isBasisOf(note, limit)));
  expect(nodes.flatMap((node) => withoutBasis(node).map((limit) => `${node.name}: ${limit}`))).toEqual([]);
});

test('every limit of a request has its own note', () => {
  const isSent = ({ name }: ContractNode): boolean =>
    name.startsWith('parameter ') || /^schema (PartyId|ContractId)$/.test(name) || /^member \w+Request\./.test(name);
  const withoutBasis = ({ notes, limits }: ContractNode): readonly string[] =>
    limits.filter((limit) => !notes.some((note) => isBasisOf(note, limit)));
  expect(nodes.filter(isSent).flatMap((node) => withoutBasis(node).map((limit) => `${node.name}: ${limit}`))).toEqual(
    [],
  );
});

test('every place with a note is a point, with every operation that reaches it', () => {
  const { points } = fidelity();
  expect(nodes.flatMap(({ notes }) => notes.filter((note) => !points.some((point) => isOf(point, note))))).toEqual([]);
  expect(points.filter(({ operations }) => operations.length === 0)).toEqual([]);
  expect(points.find(({ id }) => id === 'Freshness:thresholds')?.operations).toEqual([
    'getCredentials',
    'getCredentialByPartyId',
  ]);
});

test('every point has an ID that can be typed, and a pointer to its place', () => {
  for (const { id, where, about, basis } of fidelity().points) {
    expect(id).toMatch(/^[A-Za-z]\w*(?:\.[\w-]+|\[\])*(?::[a-z]+(?:-[a-z]+)*)?$/);
    const place = parsePointer(where).reduce<unknown>(
      (value, name) => (value as Record<string, unknown>)[name],
      document,
    );
    expect(notesOf(place as object)).toContainEqual(
      expect.objectContaining({ basis, ...(about !== undefined && { about }) }),
    );
  }
});

test('every note has a known basis', () => {
  expect(nodesWithNote(({ basis }) => !BASES.includes(basis))).toEqual([]);
});

test('a note has only basis, section, note, about, when and variants', () => {
  const known = ['basis', 'section', 'note', 'about', 'when', 'variants'];
  expect(nodesWithNote((note) => Object.keys(note).some((key) => !known.includes(key)))).toEqual([]);
});

test('every condition of a note can be decided from an exchange', () => {
  const known = ['status', 'answer', 'request', 'requestHeader', 'value'];
  expect(fidelity().points.filter(({ when = {} }) => Object.keys(when).some((key) => !known.includes(key)))).toEqual(
    [],
  );
});

test('every note that claims the specification names a section', () => {
  expect(nodesWithNote(({ basis, section }) => basis === 'specified' && section === undefined)).toEqual([]);
});

test('every section is a number of the specification', () => {
  expect(nodesWithNote(({ section }) => section !== undefined && !/^[1-9](\.[1-9])?$/.test(section))).toEqual([]);
});

test('every chosen or inferred point is explained', () => {
  expect(
    fidelity()
      .points.filter(({ basis, note = '' }) => ['chosen', 'inferred'].includes(basis) && note.trim() === '')
      .map(({ id }) => id),
  ).toEqual([]);
});

function isAboutTheWhole({ about }: FidelityNote): boolean {
  return about === undefined;
}

/** A note about refused values is no basis of a default or an enumeration. */
function isBasisOf({ about }: FidelityNote, limit: string): boolean {
  const [keyword = ''] = limit.split(' ');
  return about === REFUSAL ? !['default', 'enum', 'const'].includes(keyword) : coversKeyword(about, keyword);
}

function isOf(point: FidelityNote, { basis, about, note, section }: FidelityNote): boolean {
  return point.basis === basis && point.about === about && point.note === note && point.section === section;
}

function nodesWithNote(condition: (note: FidelityNote) => boolean): readonly string[] {
  return nodes.filter((node) => node.notes.some(condition)).map(({ name }) => name);
}
