import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service } from '../shared/service.js';
import { report, Session, trusted } from './report.js';

const session = new Session(service);

test('reports on the parties in the given order', async () => {
  const lines = await report(session, ['alicearcher', 'benbrook']);
  assert.equal(lines.length, 2);
  assert.match(lines[0], /^alicearcher: \d+, \S/);
  assert.match(lines[1], /^benbrook: \d+, \S/);
});

test('reports an unknown name as unknown', async () => {
  assert.deepEqual(await report(session, ['nobody-at-all']), ['nobody-at-all: unknown']);
});

test('counts the parties with a high score', async () => {
  assert.ok((await trusted(session, 80)) >= 1);
});
