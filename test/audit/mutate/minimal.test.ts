/** What `mutate` says that tests need: without any of it a test fails, and what is outside can go. */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Mutant } from '../../../src/audit/audit-types.js';
import { mutantsOf } from '../../../src/audit/mutate/mutants.js';
import { mutationReport } from '../../../src/audit/mutate/mutation-report.js';
import { searchAll } from '../../../src/audit/mutate/search.js';
import { type AllowedChange, withChanges, withoutMembers } from '../../../src/contract/schema/allowed-changes.js';
import type { Schema } from '../../../src/contract/document.js';
import { jsonOf } from '../../../src/emulator/journal/exchange.js';
import { startEmulator } from '../../../src/index.js';
import { shippedContracts } from '../../../src/start/shipped.js';
import { budget } from '../../budget.js';
import { tokenOf } from '../../institution.js';

const contract = shippedContracts().base;
const { document } = contract;

/** A response of the emulator, and what may change of it. */
interface Recorded {
  readonly body: unknown;
  readonly schema: Schema;
  readonly mutants: readonly Mutant[];
}

let recorded: readonly Recorded[];
beforeAll(async () => {
  await using emulator = await startEmulator();
  const { defaultSandbox: sandbox } = emulator;
  const headers = { Authorization: `Bearer ${await tokenOf(sandbox)}` };
  for (const path of ['users?limit=2', 'human-scores?limit=2', 'credentials/resolve?q=benbrook'])
    await fetch(`${emulator.apiUrl}/institutions/me/${path}`, { headers });
  const exchanges = sandbox.requests();
  recorded = exchanges.flatMap((exchange) => {
    const { response, operation, status } = exchange;
    if (operation === undefined || operation === 'issueToken') return [];
    const schema = contract.operations.get(operation)!.responses.get(status)!.schema!;
    return [{ body: jsonOf(response.body), schema, mutants: mutantsOf([exchange], contract) }];
  });
});

/** Everything at a place of a body, in order; a place that is not there has nothing. */
function valuesAt(body: unknown, place: string): unknown[] {
  const steps = place.split(/\.|(?=\[\])/).filter((step) => step !== '');
  return steps.reduce<unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === '[]') return Array.isArray(value) ? (value as unknown[]) : [];
        const member = (value as Readonly<Record<string, unknown>> | null)?.[step];
        return member === undefined ? [] : [member];
      }),
    [body],
  );
}

/** A client whose tests compare some members, and whose parser demands that others are there. */
interface Client {
  readonly reads: readonly string[];
  readonly demands: readonly string[];
}

function notices({ reads, demands }: Client, usual: unknown, now: unknown): boolean {
  return (
    reads.some((place) => JSON.stringify(valuesAt(now, place)) !== JSON.stringify(valuesAt(usual, place))) ||
    demands.some((place) => valuesAt(now, place).length < valuesAt(usual, place).length)
  );
}

/** Members that have only scalars. */
function scalarPlaces({ mutants, body }: Recorded): string[] {
  const places = [...new Set(mutants.map(({ place }) => place))];
  return places.filter(
    (place) => !place.endsWith(']') && valuesAt(body, place).every((value) => typeof value !== 'object'),
  );
}

async function neededBy(client: Client, { body, schema, mutants }: Recorded): Promise<string[]> {
  const mutated = (tried: readonly Mutant[]): unknown => {
    const missing = tried.filter(({ kind }) => kind === 'missing').map(({ place }) => place);
    const changes = tried.filter((mutant): mutant is Mutant & AllowedChange => mutant.kind !== 'missing');
    return withoutMembers(document, schema, withChanges(document, schema, body, changes), missing);
  };
  const found = await searchAll(mutants, (tried) =>
    Promise.resolve(notices(client, body, mutated(tried)) ? 'test' : 'none'),
  );
  const { operations, together } = mutationReport({ ...found, runs: 0, time: 0, endedEarly: undefined });
  expect(together).toEqual([]);
  return operations.flatMap(({ members }) => members.filter(({ use }) => use !== 'not read').map(({ place }) => place));
}

/** The needed part of a value; undefined if nothing of it is needed. */
function neededPart(value: unknown, needed: readonly string[], place = ''): unknown {
  const isNeeded = needed.some(
    (one) => one === place || [`${place}.`, `${place}[`].some((start) => one.startsWith(start)),
  );
  if (place !== '' && !isNeeded) return undefined;
  if (Array.isArray(value)) return value.map((item: unknown) => neededPart(item, needed, `${place}[]`) ?? {});
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    neededPart(inner, needed, place === '' ? name : `${place}.${name}`),
  ]);
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined));
}

test(
  'what a client reads and demands is needed, and nothing else',
  { timeout: budget({ short: 60_000, long: 600_000 }) },
  async () => {
    const clients = fc.integer({ min: 0, max: recorded.length - 1 }).chain((at) => {
      const places = fc.subarray(scalarPlaces(recorded[at]!), { maxLength: 6 });
      return fc.tuple(fc.constant(recorded[at]!), fc.record({ reads: places, demands: places }));
    });
    await fc.assert(
      fc.asyncProperty(clients, async ([response, client]) => {
        const { body, schema } = response;
        const needed = await neededBy(client, response);
        const minimal = neededPart(body, needed);
        expect(notices(client, body, minimal)).toBe(false);
        const kept = scalarPlaces(response).filter((place) => valuesAt(minimal, place).length > 0);
        expect(kept.toSorted()).toEqual([...new Set([...client.reads, ...client.demands])].toSorted());
        for (const place of kept)
          expect(notices(client, body, withoutMembers(document, schema, minimal, [place])), place).toBe(true);
      }),
      { numRuns: budget({ short: 25, long: 1_000 }) },
    );
  },
);

test('a member that can only be missing counts among those that only have to be there', () => {
  const mutant = { operation: 'resolveCredentials', place: 'credentials', kind: 'missing' } as const;
  const ofMember = { mutants: [{ mutant, notice: 'test' as const }], together: [] };
  const { members } = mutationReport({ ...ofMember, runs: 3, time: 0, endedEarly: undefined });
  expect(members).toEqual({ tried: 0, read: 0, sentOn: 0, demanded: 1 });
});
