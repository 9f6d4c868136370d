/** The sets of operations that files may name instead of operations. */

import { expect, test } from 'vitest';
import { OPERATION_SETS, operationsInSet, type OperationSet } from '../../src/contract/operation-sets.js';
import { shippedContract } from '../../src/start/shipped.js';

const lists = ['getUsers', 'getHumanScores', 'getCredentials'];
const writes = ['createCredentialsRequest', 'generateVerificationLink', 'generateVerificationLinksBatch'];

const inSet = (set: OperationSet): string[] => operationsInSet(set, shippedContract().operations.values());

test('the set "lists" holds the operations with pages', () => {
  expect(inSet('lists').toSorted()).toEqual(lists.toSorted());
});

test('the set "writes" holds the operations that change something', () => {
  expect(inSet('writes').toSorted()).toEqual(writes.toSorted());
});

test('the sets "reads" and "writes" together are the set "api"', () => {
  expect([...inSet('reads'), ...inSet('writes')].toSorted()).toEqual(inSet('api').toSorted());
});

test('the set "api" holds all operations except the token endpoint', () => {
  expect(inSet('all').filter((id) => !inSet('api').includes(id))).toEqual(['issueToken']);
});

test('the set "bearer" holds the operations of the API that are not public', () => {
  expect(inSet('api').filter((id) => !inSet('bearer').includes(id))).toEqual(['checkVerificationStatus']);
});

test('no set is empty', () => {
  for (const set of OPERATION_SETS) expect(inSet(set)).not.toEqual([]);
});
