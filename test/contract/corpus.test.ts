/** The corpus covers the whole contract. */

import { expect, test } from 'vitest';
import { OPERATION_IDS, type OperationId } from '../../src/contract/operation.js';
import { shippedContract } from '../../src/start/shipped.js';
import { readCorpus, type RequestCase, type ResponseCase } from './read-corpus.js';

const corpus = readCorpus();

test('every case has a unique name', () => {
  const names = corpus.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('the corpus has at least 160 cases', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(160);
});

test.each(OPERATION_IDS)('%s has a request that is accepted', (id) => {
  expect(requestsOf(id).filter(({ expect: verdict }) => verdict === 'valid')).not.toEqual([]);
});

test.each(OPERATION_IDS)('%s has a request that breaks each of its parameters', (id) => {
  const violated = new Set(
    requestsOf(id).flatMap(({ expect: verdict }) => (verdict === 'valid' ? [] : verdict.map(withoutItems))),
  );
  const parameters = shippedContract()
    .operations.get(id)!
    .parameters.map((parameter) => `${parameter.in} /${parameter.name}`);
  expect(parameters.filter((parameter) => !violated.has(parameter))).toEqual([]);
});

test.each(withBody())('%s has a request that breaks its body', (id) => {
  expect(
    requestsOf(id).filter(
      ({ expect: verdict }) => verdict !== 'valid' && verdict.some((part) => part.startsWith('body')),
    ),
  ).not.toEqual([]);
});

test.each(OPERATION_IDS)('%s has a valid response of every status', (id) => {
  const statuses = responsesOf(id).flatMap(({ status, expect: verdict }) => (verdict === 'valid' ? [status] : []));
  expect([...new Set(statuses)].sort()).toEqual([...shippedContract().operations.get(id)!.responses.keys()].sort());
});

test.each(OPERATION_IDS)('%s has a response with a status that is not in the contract', (id) => {
  const documented = shippedContract().operations.get(id)!.responses;
  expect(responsesOf(id).filter(({ status }) => !documented.has(status))).not.toEqual([]);
});

function requestsOf(id: OperationId): readonly RequestCase[] {
  return corpus.filter((example) => example.kind === 'request').filter(({ operation }) => operation === id);
}

function responsesOf(id: OperationId): readonly ResponseCase[] {
  return corpus.filter((example) => example.kind === 'response').filter(({ operation }) => operation === id);
}

function withBody(): readonly OperationId[] {
  return OPERATION_IDS.filter((id) => shippedContract().operations.get(id)!.body !== undefined);
}

/** `query /partyIds/1` concerns the parameter `query /partyIds`. */
function withoutItems(part: string): string {
  return part.split('/').slice(0, 2).join('/');
}
