/** The suite against emulators with one defect each: the right check catches it. And against random JSON. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConformanceOptions } from '../../../src/upstream/conformance/options.js';
import { checksWith } from '../../../src/upstream/conformance/report/conformance-report.js';
import type { CheckOutcome } from '../../../src/upstream/report-types.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { startAlteringProxy, type AlteredRequest, type AlteredResponse } from './altering-proxy.js';
import { filledEntries } from '../../filled-entries.js';
import { at } from '../../written-values.js';
import { completeRun } from './sound-run.js';

const DOCUMENT = new URL('defects.yaml', import.meta.url);
const MEMBERS = 'caughtBy as of asking was status headers set add remove change ignore shift ask';

interface Defect {
  /** The check that catches the defect; the run is limited to it. */
  readonly caughtBy: string;
  /** `otherwise` if the defect contradicts a guess. Default: `fail`. */
  readonly as?: CheckOutcome;
  /** Patterns of the path below `/api/v1/`, and of a parameter. Default: any. */
  readonly of?: string;
  readonly asking?: string;
  /** The status before. Default: a success. */
  readonly was?: number;
  readonly status?: number;
  /** By name; null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Values of the body by place, numbers that are added to them, and a place that has none. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: string;
  readonly change?: keyof typeof CHANGES;
  /** A parameter that the service ignores, how far it shifts every page except the first, and another change of a request. */
  readonly ignore?: string;
  readonly shift?: number;
  readonly ask?: keyof typeof ASKED;
}

let emulator: Emulator;
let options: ConformanceOptions;

beforeAll(async () => {
  emulator = await startEmulator();
  options = completeRun(emulator);
}, 30_000);

afterAll(() => emulator.close());

type Json = AlteredResponse['body'];

/* oxlint-disable typescript/restrict-plus-operands, typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- defects reach into bodies of all kinds */
const CHANGES = {
  'no body': (response) => delete response.body,
  'the results in reverse order': ({ body }) => body.results.reverse(),
  'an error beside each result': ({ body }) => body.results.map((item: Json) => (item.error ??= { message: 'No.' })),
  'without the last result': ({ body }) => body.results.pop(),
  'without the last item': ({ body }) => body.items.pop(),
  'without the first credential': ({ body }) => body.credentials.shift(),
  'kycStatus in small letters': ({ body }) =>
    body.items.map((item: Json) => (item.kycStatus = item.kycStatus.toLowerCase())),
  'issuedAt in whole seconds': ({ body }) =>
    body.items.map((item: Json) => (item.issuedAt = item.issuedAt.replace(/\.\d+/, ''))),
  'a total that is less than the items': ({ body }) => (body.pagination.total = body.items.length - 1),
} satisfies Readonly<Record<string, (response: AlteredResponse) => unknown>>;
/* oxlint-enable */

const ASKED = {
  'no match of capital letters': ({ searchParams }) => {
    const text = searchParams.get('q');
    if (text !== text?.toLowerCase()) searchParams.set('q', 'nobody@example.com');
  },
  '20 items without a limit': ({ searchParams }) => {
    if (!searchParams.has('limit')) searchParams.set('limit', '20');
  },
} satisfies Readonly<Record<string, (url: URL) => void>>;

/** Whether a defect concerns a request. */
function concerns({ of = '.*', asking }: Defect, { pathname, search }: URL): boolean {
  const isAsking = asking === undefined || new RegExp(`[?&]${asking}\\b`).test(search);
  return isAsking && new RegExp(`^/(?:api/v1/)?${of}$`).test(pathname);
}

function request(defect: Defect, { url }: AlteredRequest): void {
  if (!concerns(defect, url)) return;

  const { ignore, shift = 0, ask } = defect;
  const offset = Number(url.searchParams.get('offset') ?? 0);
  if (ignore !== undefined) url.searchParams.delete(ignore);
  if (offset > 0) url.searchParams.set('offset', String(offset + shift));
  if (ask !== undefined) ASKED[ask](url);
}

function response(defect: Defect, altered: AlteredResponse, { url }: AlteredRequest): void {
  const { was, status = altered.status, headers = {}, set = {}, add = {}, remove, change } = defect;
  if (!concerns(defect, url) || (was === undefined ? altered.status >= 300 : altered.status !== was)) return;

  altered.status = status;
  for (const [name, value] of Object.entries(headers)) {
    altered.headers.delete(name);
    if (value !== null) altered.headers.set(name, value);
  }
  for (const [place, value] of Object.entries(set)) put(altered.body, place, value);
  for (const [place, more] of Object.entries(add)) put(altered.body, place, Number(at(altered.body, place)) + more);
  if (remove !== undefined) put(altered.body, remove, undefined);
  if (change !== undefined) CHANGES[change](altered);
}

/** Writes a value at a place of a body, if there is something at that place. */
function put(body: unknown, place: string, value: unknown): void {
  const [, within = '', name = ''] = /^(?:(.+)\.)?([^.]+)$/.exec(place)!;
  const owner = at(body, within) as Record<string, unknown> | undefined;
  if (owner !== undefined) owner[name] = value;
}

test.each(filledEntries<Defect>(DOCUMENT, MEMBERS))('%s is caught', async (_, defect) => {
  const { caughtBy, as = 'fail' } = defect;
  await using proxy = await startAlteringProxy(emulator.url, {
    request: (asked) => {
      request(defect, asked);
    },
    response: (altered, asked) => {
      response(defect, altered, asked);
    },
  });
  const report = await runConformance({
    ...options,
    baseUrl: proxy.url,
    tokenUrl: proxy.tokenUrl,
    // Points are those of the responses that other checks have received.
    only: caughtBy.startsWith('points.') ? ['reads', 'points'] : [caughtBy],
  });
  expect(checksWith(report, as).map(({ id }) => id)).toContain(caughtBy);
});

test('with random JSON in place of a member, an item or a body, the run ends with a report', async () => {
  let isTold = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(), { minLength: 4, maxLength: 16 }),
      async (odd, places) => {
        let at = 0;
        const next = (): number => places[at++ % places.length]!;
        await using proxy = await startAlteringProxy(emulator.url, {
          response: (response, { url }) => {
            // The suite uses these two to recognize the service.
            const isEntry = url.pathname === '/oauth/token' || (url.pathname.endsWith('/users') && url.search === '');
            if (!isEntry) response.body = replaced(response.body, next, () => odd[next() % odd.length]);
          },
        });
        const { counts, groups } = await runConformance({ ...options, baseUrl: proxy.url });
        expect(groups.flatMap(({ checks }) => checks)).toHaveLength(
          Object.values(counts).reduce((sum, count) => sum + count),
        );
        isTold += counts.fail;
      },
    ),
    { numRuns: budget({ short: 1, long: 10 }), seed: 7 },
  );
  expect(isTold).toBeGreaterThan(3);
});

/** The value with another one inserted somewhere; sometimes unchanged. */
function replaced(value: unknown, next: () => number, odd: () => unknown): unknown {
  const choice = next() % 4;
  if (choice === 0) return value;
  if (choice === 1 || typeof value !== 'object' || value === null) return odd();
  const names = Object.keys(value);
  if (names.length === 0) return odd();
  const name = names[next() % names.length]!;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...(value as unknown[])] as unknown as Record<string, unknown>)
    : { ...value };
  copy[name] = replaced(copy[name], next, odd);
  return copy;
}
