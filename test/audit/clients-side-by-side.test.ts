/** How many access tokens of a test belong to a client of their own, so that each client may have requested one. */

import { expect, test } from 'vitest';
import { clientsSideBySide } from '../../src/audit/baseline.js';
import type { Exchange } from '../../src/emulator/journal/exchange.js';

/** Exchanges as `login T1 on 1` or `call T1 on 1`: an access token, and a connection. */
function exchangesFrom(...lines: readonly string[]): Exchange[] {
  return lines.map((line, at) => {
    const [what, id, , connection] = line.split(' ');
    const token = what === 'login' ? { issuedToken: { id } } : { accessToken: { id } };
    return { id: at + 1, ...token, connection: { id: Number(connection), request: 1 } } as unknown as Exchange;
  });
}

test('tokens that are used again after each other belong to two clients', () => {
  const both = ['login A on 1', 'login B on 2', 'call A on 3', 'call B on 4', 'call A on 5', 'call B on 6'];
  expect(clientsSideBySide(exchangesFrom(...both))).toBe(2);
});

test('tokens that are used again over connections of their own belong to two clients', () => {
  const processes = ['A on 1', 'B on 2'].flatMap((own) => [`login ${own}`, `call ${own}`, `call ${own}`]);
  expect(clientsSideBySide(exchangesFrom(...processes))).toBe(2);
});

test.each([
  ['over one connection', 1, 1],
  ['over a connection for each request', 1, 4],
])('tokens that are used one after the other %s may be those of one client', (_, first, second) => {
  const isKept = first === second;
  const at = (connection: number, more: number): number => (isKept ? connection : connection + more);
  const lines = [['A', first] as const, ['B', second] as const].flatMap(([token, connection]) => [
    `login ${token} on ${connection}`,
    `call ${token} on ${at(connection, 1)}`,
    `call ${token} on ${at(connection, 2)}`,
  ]);
  expect(clientsSideBySide(exchangesFrom(...lines))).toBe(0);
});

test('a token that is used once shows no client of its own', () => {
  expect(clientsSideBySide(exchangesFrom('login A on 1', 'call A on 1', 'login B on 2', 'call B on 2'))).toBe(0);
});
