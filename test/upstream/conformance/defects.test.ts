/** The suite against emulators with one defect each: the right check catches it. And against random JSON. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConformanceOptions } from '../../../src/upstream/conformance/options.js';
import { checksWith } from '../../../src/upstream/conformance/report/conformance-report.js';
import type { CheckOutcome } from '../../../src/upstream/report-types.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { startAlteringProxy, type Alterations, type AlteredResponse, type AlteredRequest } from './altering-proxy.js';
import { completeRun } from './sound-run.js';

interface Defect extends Alterations {
  readonly name: string;
  /** The check that catches the defect; the run is limited to it. */
  readonly caughtBy: string;
  /** `otherwise` if the defect contradicts a guess. Default: `fail`. */
  readonly as?: CheckOutcome;
}

let emulator: Emulator;
let options: ConformanceOptions;

beforeAll(async () => {
  emulator = await startEmulator();
  options = completeRun(emulator);
}, 30_000);

afterAll(() => emulator.close());

/** Whether the request is for the path, which is relative to `/api/v1`. */
function isFor({ url }: AlteredRequest, path: string | RegExp): boolean {
  const asked = url.pathname.replace('/api/v1', '');
  return typeof path === 'string' ? asked === path : path.test(asked);
}

/** Alters successful responses of the path. */
function responses(
  path: string | RegExp,
  alter: (response: AlteredResponse, request: AlteredRequest) => void,
): Alterations {
  return {
    response: (response, request) => {
      if (isFor(request, path) && response.status < 300) alter(response, request);
    },
  };
}

const USERS = '/institutions/me/users';
const SCORES = '/institutions/me/human-scores';
const CREDENTIALS = '/institutions/me/credentials';
const RESOLVE = '/institutions/me/credentials/resolve';
const LINK = '/verification/generate-link';
const BATCH = '/verification/generate-links-batch';
const CHECK = /^\/verification\/check\//;
const TOKEN = '/oauth/token';

/* oxlint-disable typescript/restrict-plus-operands, typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-assignment -- defects reach into bodies of all kinds */
const DEFECTS: readonly Defect[] = [
  {
    name: 'a wrong status',
    caughtBy: 'reads.getHumanScoreByPartyId',
    ...responses(/^\/institutions\/me\/human-scores\/.+/, (response) => {
      response.status = 500;
    }),
  },
  {
    name: 'another success status',
    caughtBy: 'links.status',
    as: 'otherwise',
    ...responses(LINK, (response) => {
      response.status = 201;
    }),
  },
  {
    name: 'a missing member',
    caughtBy: 'points.Credential.freshness',
    ...responses(CREDENTIALS, ({ body }) => {
      delete body.items[3].freshness;
    }),
  },
  {
    name: 'a number as a text',
    caughtBy: 'reads.getHumanScores',
    ...responses(SCORES, ({ body }) => {
      body.items[0].humanScore.totalScore = '33';
    }),
  },
  {
    name: 'a total that is off by one',
    caughtBy: 'reads.getUsers',
    ...responses(USERS, ({ body }) => {
      body.pagination.total += 1;
      body.totalCount += 1;
    }),
  },
  {
    name: 'a batch that loses its order',
    caughtBy: 'batches.order',
    as: 'otherwise',
    ...responses(BATCH, ({ body }) => {
      body.results.reverse();
    }),
  },
  {
    name: 'an expired link that is accepted',
    caughtBy: 'links.expired',
    response: (response, request) => {
      if (isFor(request, CHECK) && response.status === 404) response.status = 200;
    },
  },
  {
    name: 'an item on two pages',
    caughtBy: 'reads.getCredentials',
    request: ({ url }) => {
      shiftOffset(url, CREDENTIALS, -1);
    },
  },
  {
    name: 'a gap between pages',
    caughtBy: 'reads.getUsers',
    request: ({ url }) => {
      shiftOffset(url, USERS, 1);
    },
  },
  {
    name: 'a wrong media type',
    caughtBy: 'reads.getCredentials',
    ...responses(CREDENTIALS, ({ headers }) => {
      headers.set('content-type', 'text/plain');
    }),
  },
  {
    name: 'an enumeration in small letters',
    caughtBy: 'points.KycStatus:values',
    ...responses(CREDENTIALS, ({ body }) => {
      for (const item of body.items) item.kycStatus = item.kycStatus.toLowerCase();
    }),
  },
  {
    name: 'a state that is not in the contract',
    caughtBy: 'points.RequestStatus:values',
    as: 'otherwise',
    ...responses(USERS, ({ body }) => {
      if (body.items.length > 0) body.items[0].reqStatus = 'WAITING';
    }),
  },
  {
    name: 'an error without a body',
    caughtBy: 'error-bodies.form',
    as: 'otherwise',
    response: (response) => {
      if (response.status === 404) response.body = undefined;
    },
  },
  {
    name: 'a batch result with both result and error',
    caughtBy: 'batches.generateVerificationLinksBatch',
    ...responses(BATCH, ({ body }) => {
      for (const item of body.results) item.error ??= { message: 'No.' };
    }),
  },
  {
    name: 'a batch with one result missing',
    caughtBy: 'batches.generateVerificationLinksBatch',
    ...responses(BATCH, ({ body }) => {
      body.results.pop();
    }),
  },
  {
    name: 'a batch with the result of another credential',
    caughtBy: 'batches.generateVerificationLinksBatch',
    ...responses(BATCH, ({ body }) => {
      body.results[0].contractId = `00${'a'.repeat(136)}`;
    }),
  },
  {
    name: 'a check that shows another credential',
    caughtBy: 'links.checkVerificationStatus',
    ...responses(CHECK, ({ body }) => {
      body.contractId = `00${'a'.repeat(136)}`;
    }),
  },
  {
    name: 'a list of two parties that lacks one',
    caughtBy: 'party-filters.getHumanScores',
    ...responses(SCORES, ({ body }, { url }) => {
      if (url.searchParams.has('partyIds')) body.items.pop();
    }),
  },
  {
    name: 'a total below the number of items',
    caughtBy: 'reads.getCredentials',
    ...responses(CREDENTIALS, ({ body }) => {
      body.pagination.total = body.items.length - 1;
    }),
  },
  {
    name: 'an e-mail that has to be in small letters',
    caughtBy: 'resolution.case',
    request: ({ url }) => {
      const text = url.searchParams.get('q');
      if (text !== text?.toLowerCase()) url.searchParams.set('q', 'nobody@example.com');
    },
  },
  {
    name: 'a score that differs from the list',
    caughtBy: 'scores.list',
    ...responses(/^\/institutions\/me\/human-scores\/.+/, ({ body }) => {
      body.humanScore.totalScore += 1;
    }),
  },
  {
    name: 'a reverse look-up that disagrees',
    caughtBy: 'resolution.agree',
    ...responses(RESOLVE, ({ body }, { url }) => {
      if (url.searchParams.has('partyId')) body.credentials.shift();
    }),
  },
  {
    name: 'a token without expires_in',
    caughtBy: 'token.issueToken',
    ...responses(TOKEN, ({ body }) => {
      delete body.expires_in;
    }),
  },
  {
    name: 'a missing Cache-Control on the token',
    caughtBy: 'token.no-store',
    as: 'otherwise',
    ...responses(TOKEN, ({ headers }) => {
      headers.delete('cache-control');
    }),
  },
  {
    name: '200 instead of 401',
    caughtBy: 'authentication.getUsers',
    response: (response, request) => {
      if (isFor(request, USERS) && response.status === 401) response.status = 200;
    },
  },
  {
    name: '401 instead of 404',
    caughtBy: 'refused-reads.unknown-link',
    response: (response) => {
      if (response.status === 404) response.status = 401;
    },
  },
  {
    name: 'another default limit',
    caughtBy: 'paging.UsersLimit.default',
    request: ({ url }) => {
      if (url.pathname.endsWith(USERS) && !url.searchParams.has('limit')) url.searchParams.set('limit', '20');
    },
  },
  {
    name: 'an ignored limit',
    caughtBy: 'reads.getHumanScores',
    request: ({ url }) => {
      url.searchParams.delete('limit');
    },
  },
  {
    name: 'a link without its token',
    caughtBy: 'links.token',
    as: 'otherwise',
    ...responses(LINK, ({ body }) => {
      body.verificationUrl = 'https://id.example.com/verify';
    }),
  },
  {
    name: 'an ignored filter',
    caughtBy: 'user-queries.reqStatus',
    request: ({ url }) => {
      url.searchParams.delete('reqStatus');
    },
  },
  {
    name: 'ignored partyIds',
    caughtBy: 'party-filters.getCredentials',
    request: ({ url }) => {
      url.searchParams.delete('partyIds');
    },
  },
  {
    name: 'times without milliseconds',
    caughtBy: 'credentials.milliseconds',
    as: 'otherwise',
    ...responses(CREDENTIALS, ({ body }) => {
      for (const item of body.items) item.issuedAt = item.issuedAt.replace(/\.\d+/, '');
    }),
  },
  {
    name: 'an ignored search',
    caughtBy: 'user-queries.search',
    as: 'otherwise',
    request: ({ url }) => {
      url.searchParams.delete('search');
    },
  },
  {
    name: 'a smaller maximum page size',
    caughtBy: 'paging.Limit.largest',
    as: 'otherwise',
    response: (response, { url }) => {
      if (url.searchParams.get('limit') === '100') response.status = 400;
    },
  },
  {
    name: 'a large batch that is accepted',
    caughtBy: 'refused-writes.batch-101',
    response: (response, request) => {
      if (isFor(request, BATCH) && response.status === 400) response.status = 200;
    },
  },
];

/** Shifts every page except the first. */
function shiftOffset(url: URL, path: string, by: number): void {
  const offset = Number(url.searchParams.get('offset') ?? 0);
  if (url.pathname.endsWith(path) && offset > 0) url.searchParams.set('offset', String(offset + by));
}
/* oxlint-enable */

test.each(DEFECTS)('$name is caught by $caughtBy', async ({ caughtBy, as = 'fail', ...alterations }: Defect) => {
  await using proxy = await startAlteringProxy(emulator.url, alterations);
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
