/** Every variant of every point shows in a response. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesAt } from '../../../src/contract/variants/choose-variants.js';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { shippedVariants } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { variedSandbox, type SeenResponse, type VariedSandbox } from './varied-sandbox.js';

const ben = cast('Ben');
const contractId = ben.credentials[0]!.contractId;
const [ravi, sven] = [cast('Ravi'), cast('Sven')];
const TIME = '2026-01-31T09:00:00Z';

type Look = (varied: VariedSandbox) => Promise<unknown>;

/** A response in short: its status and the relevant parts. */
const SIGHTS: Readonly<Record<string, { readonly look: Look; readonly seen: Readonly<Record<string, unknown>> }>> = {
  'check-uses': {
    look: async ({ send, sandbox }) => {
      const path = `verification/check/${sandbox.verificationLink(contractId).token}`;
      return [(await send(path)).status, (await send(path)).status];
    },
    seen: { many: [200, 200], one: [200, 404] },
  },
  'check-access': {
    look: async ({ send, sandbox, token }) => {
      const path = `verification/check/${sandbox.verificationLink(contractId).token}`;
      const tokens = [undefined, token, 'none', ''];
      return await Promise.all(tokens.map(async (sent) => (await send(path, { token: sent })).status));
    },
    seen: { public: [200, 200, 200, 200], checked: [200, 200, 401, 401] },
  },
  'limit-zero': {
    look: async ({ send }) => [
      brief(await send('institutions/me/users?limit=0'), ({ items, pagination, totalCount }) => [
        items,
        (pagination as { limit: number } | undefined)?.limit,
        (totalCount as number) > 0,
      ]),
      await statusOf(send, 'credentials?limit=0'),
      await statusOf(send, 'human-scores?limit=-1'),
    ],
    seen: { refused: [[400, [undefined, undefined, false]], 400, 400], empty: [[200, [[], 0, true]], 200, 400] },
  },
  'offset-beyond-end': {
    look: async ({ send }) => {
      const { json } = await send('institutions/me/users');
      const { totalCount } = json as { totalCount: number };
      const paths = ['users?offset=500', 'human-scores?offset=500', 'credentials?offset=500', 'users?search=nobody'];
      const atEnd = [totalCount - 1, totalCount].map((offset) => `users?offset=${offset}`);
      return await Promise.all([...paths, ...atEnd].map((path) => statusOf(send, path)));
    },
    seen: { empty: [200, 200, 200, 200, 200, 200], '404': [404, 404, 404, 200, 200, 404] },
  },
  'resolve-scope': {
    look: async ({ send }) =>
      await Promise.all(
        ['mia.marlowe@example.com', 'mia@work.example.org'].map(async (q) => {
          const { json } = await send(`institutions/me/credentials/resolve?q=${q}`);
          return (json as { credentials: object[] }).credentials.length;
        }),
      ),
    seen: { party: [2, 2], credential: [2, 1] },
  },
  'proposal-scope': {
    look: async ({ send }) => {
      await send('institutions/me/credentials/request', {
        json: { partyId: ben.partyId, providers: ['REDDIT', 'TWITTER'] },
      });
      const { json } = await send('institutions/me/users?reqStatus=PENDING&search=ben.brook');
      return new Set((json as { items: { proposalId: string }[] }).items.map(({ proposalId }) => proposalId)).size;
    },
    seen: { request: 1, row: 2 },
  },
  'response-charset': {
    look: async ({ send }) => [
      (await send('institutions/me/users')).headers['content-type'],
      (await send('nowhere')).headers['content-type'],
    ],
    seen: {
      sent: ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
      absent: ['application/json', 'application/json'],
    },
  },
  'error-details': {
    look: async ({ send }) => brief(await send('institutions/me/users?limit=many'), (body) => Object.keys(body)),
    seen: { violations: [400, ['error', 'message', 'details']], absent: [400, ['error', 'message']] },
  },
  'token-form': {
    look: async ({ send, sandbox: { clientId, clientSecret } }) => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const { json } = await send('/oauth/token', { form, token: undefined });
      const { access_token: token } = json as { access_token: string };
      return [token.split('.').length, (await send('institutions/me/users', { token })).status];
    },
    seen: { jwt: [3, 200], opaque: [1, 200] },
  },
  'other-media-type': {
    look: async ({ send }) => {
      const sent = { body: '{}', headers: { 'Content-Type': 'text/plain' } };
      return brief(await send('verification/generate-link', sent), ({ error }) => error);
    },
    seen: { '415': [415, 'unsupported_media_type'], '400': [400, 'invalid_request'] },
  },
  'verification-url': {
    look: async ({ send }) => {
      const single = await send('verification/generate-link', { json: { contractId } });
      const batch = await send('verification/generate-links-batch', { json: { requests: [{ contractId }] } });
      const links = [single.json, (batch.json as { results: { result: object }[] }).results[0]!.result];
      return await Promise.all(
        links.map(async (link) => {
          const { headers } = await send(new URL((link as { verificationUrl: string }).verificationUrl).pathname);
          return headers['content-type'];
        }),
      );
    },
    seen: {
      page: ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
      check: ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    },
  },
  'wrong-method': {
    look: async ({ send }) => [
      (await send('institutions/me/users', { method: 'PUT' })).status,
      (await send('institutions/me/credentials/request')).status,
    ],
    seen: { '405': [405, 405], '404': [404, 404] },
  },
  'trailing-slash': {
    look: async ({ send }) => [
      await statusOf(send, 'users/'),
      await statusOf(send, '/users'),
      await statusOf(send, `credentials/${ben.partyId}/?colour=blue`),
    ],
    seen: { refused: [404, 404, 404], tolerated: [200, 200, 200] },
  },
  'path-case': {
    look: async ({ send }) => [
      await statusOf(send, 'Users'),
      await countOf(send, `credentials/${ben.partyId}`),
      await statusOf(send, `human-scores/${ben.partyId.toUpperCase()}`),
    ],
    seen: { significant: [404, 1, 404], ignored: [200, 1, 404] },
  },
  'order-of-checks': {
    look: async ({ send, sandbox }) => {
      const headers = { 'Emulator-Sandbox': sandbox.id };
      const paths = ['nowhere', 'institutions/me/users', 'verification/check/x', '%zz'];
      const stranger = await Promise.all(
        paths.map(async (path) => (await send(path, { method: 'PUT', token: undefined, headers })).status),
      );
      return [...stranger, (await send('nowhere')).status];
    },
    seen: { 'path-first': [404, 405, 405, 400, 404], 'token-first': [401, 401, 405, 401, 404] },
  },
  preflight: {
    look: async ({ send }) => {
      const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' };
      const asked = await send('institutions/me/users', { method: 'OPTIONS', headers });
      const methods = asked.headers['access-control-allow-methods'];
      return [asked.status, methods, (await send('institutions/me/users', { method: 'OPTIONS' })).status];
    },
    seen: { '405': [405, undefined, 405], '204': [204, 'GET, HEAD', 405] },
  },
  'empty-parameter': {
    look: async ({ send }) => [
      await statusOf(send, `credentials/resolve?q=&partyId=${ben.partyId}`),
      await statusOf(send, `credentials?partyIds=${ben.partyId},`),
      await statusOf(send, 'users?limit=&status='),
      await statusOf(send, 'credentials/resolve?q='),
    ],
    seen: { refused: [400, 400, 400, 400], ignored: [200, 200, 200, 400] },
  },
  'users-row': {
    look: async ({ send }) => {
      const pages = ['search=alice', 'search=alice&orderBy=id&orderType=ASC', 'limit=100'].map((query) =>
        send(`institutions/me/users?${query}`),
      );
      const [alice, byId, all] = (await Promise.all(pages)).map(({ json }) =>
        (json as { items: { partyId: string }[] }).items.map(({ partyId }) => partyId),
      );
      return [alice!.length, byId!.length, new Set(all).size === all!.length];
    },
    seen: { request: [6, 6, false], party: [1, 1, true] },
  },
  'absent-members': {
    look: async ({ send }) => {
      const lists = ['users?limit=100', 'credentials?limit=100'].map((path) => send(`institutions/me/${path}`));
      const [users, credentials] = (await Promise.all(lists)).map(({ json }) => (json as { items: object[] }).items);
      const metadata = credentials!.map((item) => (item as { metadata: object }).metadata);
      return [users!.every((item) => 'fullName' in item), metadata.every((item) => 'username' in item)];
    },
    seen: { absent: [false, false], null: [true, true] },
  },
  'unapproved-identity': {
    look: async ({ send }) => {
      const seen = await Promise.all(
        ['reqStatus=PENDING', 'reqStatus=APPROVED', 'search=paula', 'orderBy=fullName&limit=1'].map(async (query) => {
          const { json } = await send(`institutions/me/users?${query}`);
          const { items } = json as { items: { fullName?: string; email?: string }[] };
          return items.some((item) => item.fullName !== undefined || item.email !== undefined);
        }),
      );
      return seen;
    },
    seen: { shown: [true, true, true, true], hidden: [false, true, false, true] },
  },
  'approved-users': {
    look: async ({ send }) => {
      const { json } = await send('institutions/me/human-scores?limit=100');
      const listed = (json as { items: { partyId: string }[] }).items.map(({ partyId }) => partyId);
      return [
        listed.includes(ravi.partyId),
        listed.includes(ben.partyId),
        await statusOf(send, `human-scores/${ravi.partyId}`),
        await statusOf(send, `human-scores/${ben.partyId}`),
      ];
    },
    seen: {
      request: [true, true, 200, 200],
      'kyc-status': [false, true, 404, 200],
      'valid-credential': [false, true, 404, 200],
    },
  },
  'credential-order': {
    look: async ({ send }) => {
      const { partyId, email } = cast('Alice');
      const ofParty = (await send(`institutions/me/credentials/${partyId}`)).json as { issuedAt: string }[];
      const { json } = await send(`institutions/me/credentials/resolve?q=${email}`);
      const { credentials } = json as { credentials: { metadata: { verifiedAt: string } }[] };
      const all = (await send('institutions/me/credentials?limit=100')).json as {
        items: { partyId: string; issuedAt: string }[];
      };
      const inList = all.items.filter((item) => item.partyId === partyId);
      return [ofParty, inList, credentials.map(({ metadata }) => ({ issuedAt: metadata.verifiedAt }))].map((list) => {
        const times = list.map(({ issuedAt }) => issuedAt);
        return times.length > 1 && times.join() === times.toSorted().toReversed().join();
      });
    },
    seen: { 'as-added': [false, false, false], 'newest-first': [true, true, true] },
  },
  'request-visibility': {
    look: async ({ send, sandbox }) => {
      const rows = async (): Promise<number> =>
        ((await send('institutions/me/users?search=ben.brook')).json as { totalCount: number }).totalCount;
      const json = { partyId: ben.partyId, providers: ['REDDIT'] };
      const { status } = await send('institutions/me/credentials/request', { json });
      const before = await rows();
      sandbox.clock.advance('2s');
      return [status, before, await rows()];
    },
    seen: { 'at-once': [204, 2, 2], later: [204, 1, 2] },
  },
  'malformed-item': {
    look: async ({ send }) => {
      const requests = [{ contractId: '' }, { contractId: '\u0000' }, { contractId }];
      return brief(await send('verification/generate-links-batch', { json: { requests } }), ({ results }) =>
        (results as { contractId: string; error?: object }[] | undefined)?.map((item) => [
          item.contractId,
          item.error !== undefined,
        ]),
      );
    },
    seen: {
      fails: [
        200,
        [
          ['', true],
          ['\u0000', true],
          [contractId, false],
        ],
      ],
      '400': [400, undefined],
    },
  },
  'broken-item': {
    look: async ({ send }) => {
      const requests = [5, null, {}, { contractId: 7 }, { contractId }];
      return brief(await send('verification/generate-links-batch', { json: { requests } }), ({ results }) =>
        (results as { contractId: string }[] | undefined)?.map((item) => item.contractId),
      );
    },
    seen: { '400': [400, undefined], fails: [200, [null, null, null, null, contractId]] },
  },
  'check-caching': {
    look: async ({ send, sandbox }) => [
      (await send(`verification/check/${sandbox.verificationLink(contractId).token}`)).headers['cache-control'],
      (await send('institutions/me/users?limit=1')).headers['cache-control'],
    ],
    seen: { absent: [undefined, undefined], 'no-store': ['no-store', undefined] },
  },
  'check-data': {
    look: async ({ send, sandbox }) =>
      Promise.all(
        [ravi, ben].map(async ({ credentials: [credential] }) => {
          const { token } = sandbox.verificationLink(credential!.contractId);
          const { json } = await send(`verification/check/${token}`);
          const { credentialData } = json as { credentialData: object | null };
          return credentialData && Object.keys(credentialData).length;
        }),
      ),
    seen: { shown: [7, 8], anonymous: [1, 1], withheld: [null, null] },
  },
  'unknown-parameter': {
    look: async ({ send }) => (await send('institutions/me/users?colour=blue')).status,
    seen: { ignored: 200, refused: 400 },
  },
  'unknown-member': {
    look: async ({ send }) => (await send('verification/generate-link', { json: { contractId, ttl: 5 } })).status,
    seen: { ignored: 200, refused: 400 },
  },
  'token-expires-in': {
    look: async (varied) => ((await tokenResponse(varied)).json as { expires_in: unknown }).expires_in,
    seen: { number: 3600, string: '3600' },
  },
  'bad-client': {
    look: async (varied) => brief(await tokenResponse(varied, 'wrong'), ({ error }) => error),
    seen: {
      invalid_client: [401, 'invalid_client'],
      unauthorized_client: [401, 'unauthorized_client'],
      'bad-request': [400, 'invalid_client'],
    },
  },
  'retry-after': {
    look: async ({ send }) =>
      (await send('institutions/me/users', { headers: { 'Emulator-Scenario': 'rate-limit-burst;retry-after=60' } }))
        .headers['retry-after'],
    seen: { seconds: '60', date: 'Sat, 31 Jan 2026 09:01:00 GMT', absent: undefined },
  },
  'client-basic': {
    look: async ({ send, sandbox: { clientId, clientSecret } }) =>
      brief(
        await send('/oauth/token', {
          token: undefined,
          form: { grant_type: 'client_credentials' },
          headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
        }),
        ({ error }) => error,
      ),
    seen: { accepted: [200, undefined], refused: [401, 'invalid_client'] },
  },
  'unencoded-basic': {
    look: async ({ send, sandbox: { clientId, clientSecret } }) =>
      await Promise.all(
        [clientSecret, encodeURIComponent(clientSecret)].map(async (secret) =>
          brief(
            await send('/oauth/token', {
              token: undefined,
              form: { grant_type: 'client_credentials' },
              headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
            }),
            ({ error }) => error,
          ),
        ),
      ),
    seen: {
      accepted: [
        [200, undefined],
        [200, undefined],
      ],
      refused: [
        [401, 'invalid_client'],
        [200, undefined],
      ],
    },
  },
  'token-scope': {
    look: async ({ send, sandbox: { clientId, clientSecret } }) =>
      await Promise.all(
        ['read', 'institution', undefined].map(async (scope) => {
          const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
          const sent = { token: undefined, form: { ...form, ...(scope && { scope }) } };
          return brief(await send('/oauth/token', sent), (body) => [
            body['error'] ?? body['scope'],
            typeof body['access_token'] === 'string' ? claimsOf(body['access_token']).scope : undefined,
          ]);
        }),
      ),
    seen: {
      requested: [
        [200, ['read', 'read']],
        [200, ['institution', 'institution']],
        [200, ['institution', 'institution']],
      ],
      fixed: [
        [200, ['institution', 'institution']],
        [200, ['institution', 'institution']],
        [200, ['institution', 'institution']],
      ],
      absent: [
        [200, [undefined, 'read']],
        [200, [undefined, 'institution']],
        [200, [undefined, 'institution']],
      ],
      refused: [
        [400, ['invalid_scope', undefined]],
        [200, ['institution', 'institution']],
        [200, ['institution', 'institution']],
      ],
    },
  },
  'token-type': {
    look: async (varied) => ((await tokenResponse(varied)).json as { token_type: string }).token_type,
    seen: { 'title-case': 'Bearer', 'lower-case': 'bearer' },
  },
  challenge: {
    look: async ({ send, sandbox }) => {
      const sent = { token: undefined, headers: { 'Emulator-Sandbox': sandbox.id } };
      return (await send('institutions/me/users', sent)).headers['www-authenticate'] !== undefined;
    },
    seen: { sent: true, absent: false },
  },
  'error-codes': {
    look: async (varied) => [
      ...brief(await varied.send('verification/generate-link', { json: { contractId: '00' } }), ({ error }) => error),
      ...brief(await tokenResponse(varied, 'wrong'), ({ error }) => error),
    ],
    seen: {
      'snake-case': [404, 'not_found', 401, 'invalid_client'],
      'upper-case': [404, 'NOT_FOUND', 401, 'invalid_client'],
      reason: [404, 'Not Found', 401, 'invalid_client'],
    },
  },
  'empty-providers': {
    look: async ({ send, sandbox }) => [
      (await send('institutions/me/credentials/request', { json: { partyId: ben.partyId, providers: [] } })).status,
      sandbox.world.events().events.length,
    ],
    seen: { refused: [400, 0], accepted: [204, 0] },
  },
  'repeated-request': {
    look: async ({ send }) => {
      const json = { partyId: ben.partyId, providers: ['REDDIT'] };
      const first = await send('institutions/me/credentials/request', { json });
      return [first.status, (await send('institutions/me/credentials/request', { json })).status];
    },
    seen: { '204': [204, 204], '409': [204, 409] },
  },
  'total-count': {
    look: async ({ send }) => 'totalCount' in ((await send('institutions/me/users?limit=1')).json as object),
    seen: { sent: true, absent: false },
  },
  'undecided-requests': {
    look: async ({ send, sandbox }) => {
      sandbox.clock.advance('P31D');
      const { accessToken: token } = sandbox.accessToken();
      const { json } = await send('institutions/me/users?search=paula.penrose', { token });
      return (json as { items: { reqStatus: string }[] }).items.map(({ reqStatus }) => reqStatus);
    },
    seen: { expire: ['EXPIRED'], never: ['PENDING'] },
  },
  'kyc-approved': {
    look: async ({ send }) => [
      ((await send(`institutions/me/credentials/${ben.partyId}`)).json as { kycStatus: string }[])[0]!.kycStatus,
      ...brief(await send('institutions/me/users?search=ben.brook&kycStatus=SUCCESSFUL'), ({ items }) =>
        (items as { kycStatus: string }[]).map(({ kycStatus }) => kycStatus),
      ),
    ],
    seen: { approved: ['APPROVED', 200, []], successful: ['SUCCESSFUL', 200, ['SUCCESSFUL']] },
  },
  'score-numbers': {
    look: async ({ send }) =>
      brief(await send(`institutions/me/human-scores/${ben.partyId}`), ({ humanScore }) => {
        const { totalScore, breakdown } = humanScore as { totalScore: number; breakdown: Record<string, number> };
        return [totalScore % 1, Object.values(breakdown).reduce((sum, part) => sum + part, 0) - totalScore];
      }),
    seen: { whole: [200, [0, 0]], decimal: [200, [0.5, 0]] },
  },
  'repeated-parameter': {
    look: async ({ send }) =>
      brief(
        await send('institutions/me/users?limit=2&limit=3'),
        ({ items }) => (items as unknown[] | undefined)?.length,
      ),
    seen: { refused: [400, undefined], first: [200, 2], last: [200, 3] },
  },
  'unknown-value': {
    look: async ({ send }) => [
      await statusOf(send, 'users?status=SLEEPY'),
      await statusOf(send, 'users?orderType=down'),
      await statusOf(send, 'users?limit=many'),
    ],
    seen: { refused: [400, 400, 400], ignored: [200, 200, 400] },
  },
  search: {
    look: async ({ send }) =>
      Promise.all(
        ['brook', 'ben', 'ben+brook', 'benbrook'].map(async (search) => {
          const { json } = await send(`institutions/me/users?search=${search}`);
          return (json as { items: { fullName: string }[] }).items.some(({ fullName }) => fullName === 'Ben Brook');
        }),
      ),
    seen: {
      substring: [true, true, true, false],
      prefix: [false, true, true, false],
      whole: [false, false, true, false],
      username: [true, true, true, true],
    },
  },
  'max-limit': {
    look: async ({ send }) => [
      await statusOf(send, 'users?limit=100'),
      await statusOf(send, 'users?limit=50'),
      await statusOf(send, 'credentials?limit=51'),
      await statusOf(send, 'human-scores?limit=21'),
    ],
    seen: { '100': [200, 200, 200, 200], '50': [400, 200, 400, 200], '20': [400, 400, 400, 400] },
  },
  'party-ids': {
    look: async (varied) => {
      const partyIds = await partiesOfTwoPages(varied);
      return await Promise.all(
        ['', '&limit=4', '&offset=15'].map(async (paging) =>
          brief(await varied.send(`institutions/me/human-scores?partyIds=${partyIds.join()}${paging}`), (body) => [
            (body['items'] as unknown[]).length,
            body['pagination'],
          ]),
        ),
      );
    },
    seen: {
      whole: [
        [200, [20, { offset: 0, limit: 20, total: 20 }]],
        [200, [4, { offset: 0, limit: 4, total: 20 }]],
        [200, [5, { offset: 15, limit: 10, total: 20 }]],
      ],
      paged: [
        [200, [10, { offset: 0, limit: 10, total: 20 }]],
        [200, [4, { offset: 0, limit: 4, total: 20 }]],
        [200, [5, { offset: 15, limit: 10, total: 20 }]],
      ],
    },
  },
  compression: {
    look: async ({ send }) => {
      const { headers, json } = await send('institutions/me/users?limit=1', {
        headers: { 'Accept-Encoding': 'gzip' },
      });
      return [headers['content-encoding'], headers['vary'], (json as { items: unknown[] }).items.length];
    },
    seen: { none: [undefined, undefined, 1], gzip: ['gzip', 'Accept-Encoding', 1] },
  },
  'request-id': {
    look: async ({ send }) => [
      (await send('institutions/me/users?limit=1')).headers['x-request-id'] !== undefined,
      (await send('nowhere', { headers: { 'X-Request-Id': 'mine-7' } })).headers['x-request-id'],
    ],
    seen: { absent: [false, undefined], 'x-request-id': [true, 'mine-7'] },
  },
  cors: {
    look: async ({ send, sandbox }) => {
      const sent = { headers: { Origin: 'https://shop.example', 'Emulator-Sandbox': sandbox.id } };
      const responses = [await send('verification/check/none', sent), await send('institutions/me/users', sent)];
      return responses.map(({ status, headers }) => [status, headers['access-control-allow-origin']]);
    },
    seen: {
      none: [
        [404, undefined],
        [200, undefined],
      ],
      check: [
        [404, '*'],
        [200, undefined],
      ],
    },
  },
  'over-limit': {
    look: async ({ send }) =>
      brief(
        await send('institutions/me/credentials?limit=1000'),
        ({ pagination }) => (pagination as { limit: number } | undefined)?.limit,
      ),
    seen: { refused: [400, undefined], clamped: [200, 100] },
  },
  'status-case': {
    look: async ({ send }) => {
      const lists = await Promise.all(
        ['reqStatus=PENDING&limit=1', 'reqStatus=pending&limit=1', 'status=inactive&reqStatus=expired&limit=1'].map(
          (query) => send(`institutions/me/users?${query}`),
        ),
      );
      return lists.map(({ status, json }) => [
        status,
        (json as { items?: { reqStatus: string; status: string }[] }).items?.map((item) => [
          item.reqStatus,
          item.status,
        ]),
      ]);
    },
    seen: {
      upper: [
        [200, [['PENDING', 'ACTIVE']]],
        [400, undefined],
        [400, undefined],
      ],
      lower: [
        [400, undefined],
        [200, [['pending', 'active']]],
        [200, [['expired', 'inactive']]],
      ],
    },
  },
  timestamps: {
    look: async ({ send, sandbox }) => {
      const credentials = (await send(`institutions/me/credentials/${ben.partyId}`)).json as {
        issuedAt: unknown;
        metadata: { verifiedAt: unknown };
      }[];
      const score = (await send(`institutions/me/human-scores/${ben.partyId}`)).json as {
        humanScore: { details: { socialMetrics: { accountCreatedAt: unknown }[] } };
      };
      const check = (await send(`verification/check/${sandbox.verificationLink(contractId).token}`)).json as {
        issuedAt: unknown;
      };
      return [
        credentials[0]!.issuedAt,
        credentials[0]!.metadata.verifiedAt,
        score.humanScore.details.socialMetrics[0]!.accountCreatedAt,
        check.issuedAt,
      ];
    },
    seen: {
      milliseconds: issuedAndCreated('2026-01-26T09:00:00.000Z', '2025-07-30T09:00:00.000Z'),
      seconds: issuedAndCreated('2026-01-26T09:00:00Z', '2025-07-30T09:00:00Z'),
      offset: issuedAndCreated('2026-01-26T09:00:00.000+00:00', '2025-07-30T09:00:00.000+00:00'),
      epoch: issuedAndCreated(Date.parse('2026-01-26T09:00:00Z'), Date.parse('2025-07-30T09:00:00Z')),
    },
  },
  'invalid-body': {
    look: async ({ send }) => [
      (await send('verification/generate-link', { json: { contractId: '' } })).status,
      (await send('verification/generate-link', { body: '{' })).status,
      (await send('institutions/me/credentials/resolve?q=a&partyId=b')).status,
    ],
    seen: { '400': [400, 400, 400], '422': [422, 400, 400] },
  },
  'error-body': {
    look: async ({ send, sandbox }) => {
      const { status, headers, text } = await send('verification/check/nothing', {
        headers: { 'Emulator-Sandbox': sandbox.id },
      });
      return [status, headers['content-type']?.split(';')[0], text];
    },
    seen: {
      'error-message': [
        404,
        'application/json',
        '{"error":"not_found","message":"Verification token not found or expired."}',
      ],
      problem: [
        404,
        'application/problem+json',
        '{"type":"about:blank","title":"Not Found","status":404,"detail":"Verification token not found or expired."}',
      ],
      'status-code': [
        404,
        'application/json',
        '{"statusCode":404,"message":"Verification token not found or expired."}',
      ],
      text: [404, 'text/plain', 'Verification token not found or expired.'],
      empty: [404, undefined, ''],
    },
  },
  unauthenticated: {
    look: async ({ send, sandbox }) => [
      (await send('institutions/me/users', { headers: { 'Emulator-Scenario': 'token-expired' } })).status,
      (await send('institutions/me/users', { token: undefined, headers: { 'Emulator-Sandbox': sandbox.id } })).status,
      (
        await send('verification/generate-link', {
          token: undefined,
          json: {},
          headers: { 'Emulator-Sandbox': sandbox.id },
        })
      ).status,
    ],
    seen: { '401': [401, 401, 401], '403': [403, 403, 403] },
  },
  'unknown-party-score': {
    look: async ({ send }) =>
      brief(await send('institutions/me/human-scores/nobody'), ({ partyId, humanScore }) => [
        partyId,
        (humanScore as { totalScore: number } | undefined)?.totalScore,
      ]),
    seen: { '404': [404, [undefined, undefined]], zero: [200, ['nobody', 0]], '403': [403, [undefined, undefined]] },
  },
  'no-match': {
    look: async ({ send }) => [
      await statusOf(send, 'credentials/resolve?q=nobody'),
      await statusOf(send, 'credentials/resolve?partyId=nobody'),
      await statusOf(send, 'credentials/resolve?q=benbrook'),
    ],
    seen: { empty: [200, 200, 200], '404': [404, 404, 200] },
  },
  'unknown-party-request': {
    look: async ({ send, sandbox }) => [
      (await send('institutions/me/credentials/request', { json: { partyId: 'nobody', providers: ['GITHUB'] } }))
        .status,
      sandbox.world.events().events.length,
    ],
    seen: { '404': [404, 0], '204': [204, 0], '400': [400, 0] },
  },
  'unknown-party-credentials': {
    look: async ({ send }) => [
      await statusOf(send, 'credentials/nobody'),
      await statusOf(send, `credentials/${ben.partyId}`),
    ],
    seen: { empty: [200, 200], '404': [404, 200] },
  },
  'unknown-contract': {
    look: async ({ send }) => [
      (await send('verification/generate-link', { json: { contractId: '00' } })).status,
      (await send('verification/generate-links-batch', { json: { requests: [{ contractId: '00' }] } })).text,
    ],
    seen: Object.fromEntries(
      [404, 403, 400].map((status) => [
        String(status),
        [status, '{"results":[{"contractId":"00","error":{"message":"Credential not found."}}]}'],
      ]),
    ),
  },
  'link-status': {
    look: async ({ send }) => (await send('verification/generate-link', { json: { contractId } })).status,
    seen: { '200': 200, '201': 201 },
  },
  'empty-batch': {
    look: async ({ send }) => (await send('verification/generate-links-batch', { json: { requests: [] } })).status,
    seen: { empty: 200, refused: 400 },
  },
  'duplicate-in-batch': {
    look: async ({ send }) =>
      brief(
        await send('verification/generate-links-batch', {
          json: { requests: [{ contractId }, { contractId: '00' }, { contractId }] },
        }),
        ({ results }) => (results as unknown[] | undefined)?.length,
      ),
    seen: { each: [200, 3], refused: [400, undefined], once: [200, 2] },
  },
  'dead-credentials-listed': {
    look: async ({ send }) => [
      await countOf(send, `credentials/${sven.partyId}`),
      await countOf(send, `credentials?partyIds=${ravi.partyId},${sven.partyId}`),
    ],
    seen: { current: [1, 2], valid: [1, 1], 'not-revoked': [1, 1], all: [3, 4] },
  },
  'dead-credentials-resolved': {
    look: async ({ send }) => [
      await countOf(send, `credentials/resolve?q=${sven.email}`),
      await countOf(send, `credentials/resolve?partyId=${ravi.partyId}`),
    ],
    seen: { current: [1, 1], valid: [1, 0], 'not-revoked': [1, 0], all: [3, 1] },
  },
  'score-of-dead-credentials': {
    look: async ({ send }) =>
      brief(
        await send(`institutions/me/human-scores/${ravi.partyId}`),
        ({ humanScore }) => (humanScore as { details: { providerCount: number } }).details.providerCount,
      ),
    seen: { ignored: [200, 0], counted: [200, 1] },
  },
  'link-of-dead-credential': {
    look: async ({ send }) => {
      const requests = [ravi, ben].map(({ credentials: [credential] }) => ({ contractId: credential!.contractId }));
      return [
        (await send('verification/generate-link', { json: requests[0] })).status,
        ...brief(await send('verification/generate-links-batch', { json: { requests } }), ({ results }) =>
          (results as { error?: object }[]).map(({ error }) => error !== undefined),
        ),
      ];
    },
    seen: {
      created: [200, 200, [false, false]],
      '404': [404, 200, [true, false]],
      '409': [409, 200, [true, false]],
      '410': [410, 200, [true, false]],
    },
  },
  'data-of-dead-credential': {
    look: async ({ send, sandbox }) =>
      Promise.all(
        [ravi, ben].map(async ({ credentials: [credential] }) => {
          const { token } = sandbox.verificationLink(credential!.contractId);
          const { json } = await send(`verification/check/${token}`);
          const { credentialData } = json as { credentialData: object | null };
          return credentialData && Object.keys(credentialData).length;
        }),
      ),
    seen: { shown: [7, 8], anonymous: [1, 8], withheld: [null, 8] },
  },
  'blocked-party': {
    look: async ({ send, sandbox }) => {
      sandbox.world.changeParty(ben.partyId, { status: 'BLOCKED' });
      const [credential] = (await send(`institutions/me/credentials/${ben.partyId}`)).json as {
        kycStatus: string;
        freshness: string;
      }[];
      const { json: score } = await send(`institutions/me/human-scores/${ben.partyId}`);
      const { json: check } = await send(`verification/check/${sandbox.verificationLink(contractId).token}`);
      return [
        credential!.kycStatus,
        credential!.freshness,
        (check as { status: string }).status,
        (score as { humanScore: { totalScore: number } }).humanScore.totalScore > 0,
      ];
    },
    seen: { revoked: ['BLOCKED', 'REVOKED', 'revoked', false], unaffected: ['BLOCKED', 'FRESH', 'strong', true] },
  },
  'expired-link': {
    look: async ({ send, sandbox }) => [
      ...brief(
        await send(`verification/check/${sandbox.verificationLink(contractId, { lifetime: 0 }).token}`),
        ({ status, contractId: known }) => [status, known],
      ),
      (await send('verification/check/nothing', { headers: { 'Emulator-Sandbox': sandbox.id } })).status,
    ],
    seen: {
      '404': [404, [undefined, undefined], 404],
      '410': [410, [undefined, undefined], 404],
      expired: [200, ['expired', null], 404],
      'not-found': [200, ['not_found', null], 404],
    },
  },
};

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ now: TIME }, { onInternalError: failLoudly });
});
afterAll(() => emulator.close());

const cases = shippedVariants().flatMap((point) => namesAt(point).map((name) => ({ point: point.point, name })));

test('there are at least twelve points, and each of their variants is tested', () => {
  expect(shippedVariants().length).toBeGreaterThanOrEqual(12);
  expect(
    Object.entries(SIGHTS)
      .flatMap(([point, { seen }]) => Object.keys(seen).map((name) => `${point}=${name}`))
      .toSorted(),
  ).toEqual(cases.map(({ point, name }) => `${point}=${name}`).toSorted());
});

test.each(cases)('$point=$name', async ({ point, name }) => {
  const { look, seen } = SIGHTS[point]!;
  expect(await look(variedSandbox(emulator, { variants: { [point]: name }, clientSecret: 'a+b' }))).toEqual(seen[name]);
});

function failLoudly(error: Error): never {
  throw error;
}

/** The times of a credential, and between them the one at which its account was created. */
function issuedAndCreated(issued: unknown, created: unknown): unknown[] {
  return [issued, issued, created, issued];
}

async function statusOf(send: VariedSandbox['send'], path: string): Promise<number> {
  return (await send(`institutions/me/${path}`)).status;
}

/** The number of credentials in a response. */
async function countOf(send: VariedSandbox['send'], path: string): Promise<number> {
  const { json } = await send(`institutions/me/${path}`);
  const { items, credentials = items } = json as Readonly<Record<string, unknown[] | undefined>>;
  return (Array.isArray(json) ? json : credentials!).length;
}

function tokenResponse(
  { send, sandbox: { clientId, clientSecret } }: VariedSandbox,
  secret = clientSecret,
): Promise<SeenResponse> {
  return send('/oauth/token', {
    token: undefined,
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
  });
}

/** The parties of the first twenty scores. */
async function partiesOfTwoPages({ send }: VariedSandbox): Promise<string[]> {
  const { json } = await send('institutions/me/human-scores?limit=20');
  return (json as { items: { partyId: string }[] }).items.map(({ partyId }) => partyId);
}

function claimsOf(token: string): { readonly scope: unknown } {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { scope: unknown };
}

function brief({ status, json }: SeenResponse, part: (body: Readonly<Record<string, unknown>>) => unknown): unknown[] {
  return [status, part((json ?? {}) as Readonly<Record<string, unknown>>)];
}
