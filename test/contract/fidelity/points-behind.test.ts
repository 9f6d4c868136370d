/** The points that a response rests on. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ExchangeFacts } from '../../../src/contract/fidelity/exchange-facts.js';
import { pointsBehind } from '../../../src/contract/fidelity/points-behind.js';
import { OPERATION_IDS } from '../../../src/contract/operation.js';
import { shippedContract } from '../../../src/start/shipped.js';

const EMPTY_PAGE = { items: [], pagination: { offset: 0, limit: 10, total: 0 } };

interface Sketch {
  readonly operationId?: string;
  readonly query?: ExchangeFacts['request']['query'];
  readonly sent?: unknown;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The IDs of the points behind a response; by default an empty page of getUsers. */
function behind({
  operationId = 'getUsers',
  query = '',
  sent,
  requestHeaders = {},
  status = 200,
  headers = {},
  body = EMPTY_PAGE,
}: Sketch): string[] {
  return pointsBehind(shippedContract(), {
    operationId,
    request: { query, headers: requestHeaders, body: sent },
    response: { status, headers, body },
  }).map(({ id }) => id);
}

/** A response, and the points behind it: some, those that are not among them, or all. */
interface Written extends Sketch {
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  readonly exactly?: readonly string[];
}

const MEMBERS = ['operationId', 'query', 'sent', 'requestHeaders', 'status', 'headers', 'body'];

const written = parse(readFileSync(new URL('points-behind.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly Written[]>
>;

for (const [title, responses] of Object.entries(written))
  test(title, () => {
    for (const { has = [], lacks = [], exactly = has, ...sketch } of responses) {
      expect(Object.keys(sketch).filter((member) => !MEMBERS.includes(member))).toEqual([]);
      const ids = behind(sketch);
      expect(ids).toEqual(exactly === has ? expect.arrayContaining([...has]) : exactly);
      expect(ids.filter((id) => lacks.includes(id))).toEqual([]);
      expect([...has, ...lacks, ...exactly]).not.toEqual([]);
    }
  });

test('a very deeply nested body has points', () => {
  const nested = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown;
  const sent = { requests: [{ contractId: '00a', nested }, { contractId: '00a', nested }, nested] };
  expect(
    behind({ operationId: 'generateVerificationLinksBatch', sent, body: { results: [nested], nested } }),
  ).toContain('generateVerificationLinksBatch:repeated-contract');
  expect(behind({ operationId: 'generateVerificationLinksBatch', sent: nested, status: 400, body: nested })).toContain(
    'InvalidRequest',
  );
});

test('a list of any length has points', () => {
  const providers = Array.from({ length: 200_000 }, () => '');
  expect(
    behind({ operationId: 'createCredentialsRequest', sent: { providers }, status: 400, body: providers }),
  ).toContain('CredentialsRequest.providers:refusal');
  expect(
    behind({ operationId: 'createCredentialsRequest', sent: { providers }, status: 204, body: undefined }),
  ).toContain('createCredentialsRequest:effect');
});

test('any exchange has points', () => {
  const values = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const operations = fc.constantFrom(...OPERATION_IDS, 'getNothing');
  fc.assert(
    fc.property(
      operations,
      fc.string(),
      fc.integer({ min: 100, max: 599 }),
      values,
      values,
      (operationId, query, status, sent, body) => {
        expect(new Set(behind({ operationId, query, status, sent, body })).size).toBe(
          behind({ operationId, query, status, sent, body }).length,
        );
      },
    ),
    { numRuns: 200, seed: 20_261_123 },
  );
});
