import { expect, test } from 'vitest';
import { compareTests } from '../../../src/audit/check/compare-tests.js';

const one = (name: string, asked: Readonly<Record<string, number>>) => ({ name, duration: 5, asked });
const USERS = { 'getUsers /users': 1, 'items of users': 40 };

test.each([
  ['the same tests', [one('reads', USERS)], 'fixed'],
  [
    'more tests, requests and items',
    [one('reads', { ...USERS, 'items of users': 41, more: 1 }), one('new', {})],
    'fixed',
  ],
  ['a renamed test', [one('reads all', USERS)], 'fixed'],
  ['requests of which no test is known any more', [one('reads', {}), one('', USERS)], 'fixed'],
  ['requests that came near the end of a test', [one('reads', {}), one('next', USERS)], 'fixed'],
  ['no such test', [], 'tests changed'],
  ['another test that asks for less', [one('reads all', { 'getUsers /users': 1 })], 'tests changed'],
  ['fewer items', [one('reads', { ...USERS, 'items of users': 20 })], 'less is done'],
  ['no such request', [one('reads', { 'items of users': 40 })], 'less is done'],
])('%s without a fault: %s', (_, now, verdict) => {
  const { evidence } = compareTests([one('reads', USERS)], now);
  expect(evidence.map((each) => each.verdict)).toEqual([verdict]);
});

test('a command without known tests has to ask for as much', () => {
  const verdicts = (asked: Readonly<Record<string, number>>): string[] =>
    compareTests([one('', USERS)], [one('', asked)]).evidence.map((each) => each.verdict);
  expect(verdicts(USERS)).toEqual(['fixed']);
  expect(verdicts({ 'getUsers /users': 1 })).toEqual(['less is done']);
});
