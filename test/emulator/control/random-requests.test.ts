/** Random requests to the control plane get documented responses, and the service keeps working. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startEmulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
            readonly requestBody?: {
              readonly content: Readonly<
                Record<
                  string,
                  {
                    readonly example?: unknown;
                    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
                  }
                >
              >;
            };
          }
        >
      >
    >
  >;
}

const BEN = cast('Ben');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const { paths } = parse(readFileSync(new URL('../../../spec/control.yaml', import.meta.url), 'utf8')) as Document;

/** Every operation with its example bodies, without streams, which do not end. */
const OPERATIONS = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item && !isStream(item[method]!)).map((method) => {
    const media = Object.values(item[method]!.requestBody?.content ?? {});
    return {
      path,
      method,
      bodies: media.flatMap(({ example, examples = {} }) =>
        example === undefined ? Object.values(examples).map(({ value }) => value) : [example],
      ),
    };
  }),
);

function isStream({ responses }: Document['paths'][string][string]): boolean {
  return responses['200']?.content?.['text/event-stream'] !== undefined;
}

const ODD_VALUE = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    -1,
    1e308,
    null,
    [],
    {},
    '2026-13-45',
    '9999-12-31',
    'P',
    'P900000D',
    '9999999999d',
    '0.5ms',
    'x;y=z',
    true,
  ),
);

/** A value with one part replaced; `pick` selects the part. */
function spoilt(value: unknown, odd: unknown, pick: number): unknown {
  if (typeof value !== 'object' || value === null) return odd;
  const names = Object.keys(value);
  if (names.length === 0) return { added: odd };
  const name = names[pick % names.length]!;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[name] = pick % 3 === 0 ? spoilt(copy[name], odd, pick >> 2) : odd;
  return copy;
}

function targetOf(path: string, odd: unknown, pick: number): string {
  const target = path
    .replace('{id}', 'default')
    .replace('{partyId}', pick % 2 === 0 ? 'nobody' : BEN.partyId)
    .replace('{contractId}', pick % 3 === 0 ? 'none' : BEN.credentials[0]!.contractId)
    .replace('{activation}', '1')
    .replace('{exchange}', String(pick % 5));
  const query = [
    `limit=${encodeURIComponent(JSON.stringify(odd))}`,
    `search=${encodeURIComponent(JSON.stringify(odd))}`,
    'status=abc',
    'since=x',
    'from=2',
  ];
  return pick % 4 === 0 ? `${target}?${query[pick % 5]!}` : target;
}

const REQUESTS = budget({ short: 120, long: 3_000 });

test(`${REQUESTS} random requests never cause a 500, and the service still works`, { timeout: 120_000 }, async () => {
  const failures: Error[] = [];
  await using emulator = await startEmulator({ population: 20 }, { onInternalError: (error) => failures.push(error) });
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OPERATIONS),
      ODD_VALUE,
      fc.nat(1_000_000),
      async ({ path, method, bodies: shown }, odd, pick) => {
        const bodies = path.endsWith('/state') && shown.length > 0 ? [emulator.defaultSandbox.state()] : shown;
        const body = bodies.length === 0 ? undefined : JSON.stringify(spoilt(bodies[pick % bodies.length], odd, pick));
        const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
        const response = await fetch(`${emulator.url}/_emulator${targetOf(path, odd, pick)}`, {
          method: method.toUpperCase(),
          headers,
          ...(body !== undefined && { body }),
        });
        await response.arrayBuffer();
        expect(response.status, failures.at(-1)?.stack).toBeLessThan(500);
        if (++sent % 25 === 0) await expectService(emulator.defaultSandbox);
      },
    ),
    { numRuns: REQUESTS, seed: 20_261_121, endOnFailure: true },
  );
  expect(failures).toEqual([]);
});

/** Lists can be read in any state of the world; active scenarios are removed first. */
async function expectService(sandbox: Awaited<ReturnType<typeof startEmulator>>['defaultSandbox']): Promise<void> {
  sandbox.scenarios.stopAll();
  const headers = { Authorization: `Bearer ${await tokenOf(sandbox)}` };
  for (const path of ['users', 'credentials', 'human-scores', `credentials/${BEN.partyId}`]) {
    const response = await fetch(`${sandbox.apiUrl}/institutions/me/${path}`, { headers });
    expect([path, response.status, await response.text()]).toEqual([path, 200, expect.any(String)]);
  }
}
