/** Every variant of every point shows in a response. */

import { expect, test } from 'vitest';
import { namesAt } from '../../../src/contract/variants/choose-variants.js';
import { startEmulator } from '../../../src/index.js';
import { shippedVariants } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { variedSandbox, type SeenResponse, type Sent, type VariedSandbox } from './varied-sandbox.js';
import { untilEnd } from '../../until-end.js';

const ben = cast('Ben');
const contractId = ben.credentials[0]!.contractId;
const [ravi, sven] = [cast('Ravi'), cast('Sven')];
const TIME = '2026-01-31T09:00:00Z';
const REDDIT = { json: { partyId: ben.partyId, providers: ['REDDIT'] } };
const LINK = 'verification/generate-link';
const BATCH = 'verification/generate-links-batch';
const REQUEST = 'credentials/request';
const ORIGIN = { Origin: 'https://shop.example' };

/** A sandbox in a variant. Paths of an institution are without `institutions/me/`. */
class Varied {
  readonly sandbox: VariedSandbox['sandbox'];
  readonly token: string;
  /** Names the sandbox for a request without a token. */
  readonly named: Sent;
  readonly #send: VariedSandbox['send'];

  constructor({ sandbox, token, send }: VariedSandbox) {
    this.sandbox = sandbox;
    this.token = token;
    this.named = { token: undefined, headers: { 'Emulator-Sandbox': sandbox.id } };
    this.#send = send;
  }

  ask(path: string, sent?: Sent): Promise<SeenResponse> {
    return this.#send(
      /^(?:[/%]|institutions|verification|nowhere)/.test(path) ? path : `institutions/me/${path}`,
      sent,
    );
  }

  async status(path: string, sent?: Sent): Promise<number> {
    return (await this.ask(path, sent)).status;
  }

  async header(name: string, path: string, sent?: Sent): Promise<string | undefined> {
    return (await this.ask(path, sent)).headers[name];
  }

  /** What a response has at a place. */
  async value(path: string, place: string, sent?: Sent): Promise<unknown> {
    return at((await this.ask(path, sent)).json, place);
  }

  /** The status of a response, and what it has at a place. */
  async brief(path: string, place: string, sent?: Sent): Promise<unknown[]> {
    const { status, json } = await this.ask(path, sent);
    return [status, at(json, place)];
  }

  /** The values at a place of a response that has a list there. */
  async list(path: string, place: string, sent?: Sent): Promise<readonly unknown[]> {
    return ((await this.value(path, place, sent)) ?? []) as unknown[];
  }

  tokenForm(more: Readonly<Record<string, string>> = {}): Sent {
    const { clientId, clientSecret } = this.sandbox;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...more };
    return { token: undefined, form };
  }

  tokenBasic(secret: string): Sent {
    return {
      token: undefined,
      form: { grant_type: 'client_credentials' },
      headers: { Authorization: `Basic ${Buffer.from(`${this.sandbox.clientId}:${secret}`).toString('base64')}` },
    };
  }

  checkOf(id: string, options?: { readonly lifetime: number }): string {
    return `verification/check/${this.sandbox.verificationLink(id, options).token}`;
  }
}

type Look = (varied: Varied) => Promise<unknown>;

/** Looks at the statuses of requests that read, one after the other. */
function statuses(...paths: readonly (string | readonly [path: string, sent: Sent])[]): Look {
  return async (varied) => {
    const seen = [];
    for (const asked of paths)
      seen.push(await (typeof asked === 'string' ? varied.status(asked) : varied.status(...asked)));
    return seen;
  };
}

/** Looks at how many credentials responses have. */
function counts(...paths: readonly string[]): Look {
  return (varied) =>
    Promise.all(
      paths.map(async (path) => {
        const { json } = await varied.ask(path);
        const { items, credentials = items } = json as Readonly<Record<string, unknown[] | undefined>>;
        return (Array.isArray(json) ? json : credentials!).length;
      }),
    );
}

/** Looks at one header of responses. */
function headers(name: string, ...paths: readonly string[]): Look {
  return (varied) => Promise.all(paths.map((path) => varied.header(name, path)));
}

/** Looks at how many members the data of Ravi's and Ben's credentials have in a check. */
const dataOfChecks: Look = (varied) =>
  Promise.all(
    [ravi, ben].map(async ({ credentials: [credential] }) => {
      const data = (await varied.value(varied.checkOf(credential!.contractId), 'credentialData')) as object | null;
      return data && Object.keys(data).length;
    }),
  );

/** A response in short: its status and the relevant parts. */
const SIGHTS: Readonly<Record<string, { readonly look: Look; readonly seen: Readonly<Record<string, unknown>> }>> = {
  'check-uses': {
    look: (varied) => statuses(...twice(varied.checkOf(contractId)))(varied),
    seen: { many: [200, 200], one: [200, 404] },
  },
  'check-access': {
    look: (varied) => {
      const path = varied.checkOf(contractId);
      return Promise.all([undefined, varied.token, 'none', ''].map((token) => varied.status(path, { token })));
    },
    seen: { public: [200, 200, 200, 200], checked: [200, 200, 401, 401] },
  },
  'limit-zero': {
    look: async (varied) => [
      ...(await varied.brief('users?limit=0', 'items')),
      await varied.value('users?limit=0', 'pagination.limit'),
      await varied.status('credentials?limit=0'),
      await varied.status('human-scores?limit=-1'),
    ],
    seen: { refused: [400, undefined, undefined, 400, 400], empty: [200, [], 0, 200, 400] },
  },
  'offset-beyond-end': {
    look: async (varied) => {
      const total = (await varied.value('users', 'totalCount')) as number;
      const lists = ['users?offset=500', 'human-scores?offset=500', 'credentials?offset=500', 'users?search=nobody'];
      return await statuses(...lists, `users?offset=${total - 1}`, `users?offset=${total}`)(varied);
    },
    seen: { empty: [200, 200, 200, 200, 200, 200], '404': [404, 404, 404, 200, 200, 404] },
  },
  'resolve-scope': {
    look: counts('credentials/resolve?q=mia.marlowe@example.com', 'credentials/resolve?q=mia@work.example.org'),
    seen: { party: [2, 2], credential: [2, 1] },
  },
  'proposal-scope': {
    look: async (varied) => {
      await varied.ask(REQUEST, { json: { partyId: ben.partyId, providers: ['REDDIT', 'TWITTER'] } });
      return new Set(await varied.list('users?reqStatus=PENDING&search=ben.brook', 'items.*.proposalId')).size;
    },
    seen: { request: 1, row: 2 },
  },
  'response-charset': {
    look: headers('content-type', 'users', 'nowhere'),
    seen: {
      sent: ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
      absent: ['application/json', 'application/json'],
    },
  },
  'error-details': {
    look: async (varied) => Object.keys((await varied.ask('users?limit=many')).json as object),
    seen: { violations: ['error', 'message', 'details'], absent: ['error', 'message'] },
  },
  'token-form': {
    look: async (varied) => {
      const token = (await varied.value('/oauth/token', 'access_token', varied.tokenForm())) as string;
      return [token.split('.').length, await varied.status('users', { token })];
    },
    seen: { jwt: [3, 200], opaque: [1, 200] },
  },
  'other-media-type': {
    look: (varied) => varied.brief(LINK, 'error', { body: '{}', headers: { 'Content-Type': 'text/plain' } }),
    seen: { '415': [415, 'unsupported_media_type'], '400': [400, 'invalid_request'] },
  },
  'verification-url': {
    look: async (varied) => {
      const single = await varied.value(LINK, 'verificationUrl', { json: { contractId } });
      const batch = { json: { requests: [{ contractId }] } };
      const urls = [single, await varied.value(BATCH, 'results.0.result.verificationUrl', batch)];
      return await headers('content-type', ...urls.map((url) => new URL(url as string).pathname))(varied);
    },
    seen: {
      page: ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
      check: ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    },
  },
  'wrong-method': {
    look: statuses(['users', { method: 'PUT' }], REQUEST),
    seen: { '405': [405, 405], '404': [404, 404] },
  },
  'trailing-slash': {
    look: statuses('users/', 'institutions/me//users', `credentials/${ben.partyId}/?colour=blue`),
    seen: { refused: [404, 404, 404], tolerated: [200, 200, 200] },
  },
  'path-case': {
    look: statuses('Users', `credentials/${ben.partyId}`, `human-scores/${ben.partyId.toUpperCase()}`),
    seen: { significant: [404, 200, 404], ignored: [200, 200, 404] },
  },
  'order-of-checks': {
    look: async (varied) => {
      const sent = { ...varied.named, method: 'PUT' };
      const stranger = ['nowhere', 'users', 'verification/check/x', '%zz'].map((path) => [path, sent] as const);
      return await statuses(...stranger, 'nowhere')(varied);
    },
    seen: { 'path-first': [404, 405, 405, 400, 404], 'token-first': [401, 401, 405, 401, 404] },
  },
  preflight: {
    look: async (varied) => {
      const sent = { method: 'OPTIONS', headers: { ...ORIGIN, 'Access-Control-Request-Method': 'GET' } };
      const asked = await varied.ask('users', sent);
      const methods = asked.headers['access-control-allow-methods'];
      return [asked.status, methods, await varied.status('users', { method: 'OPTIONS' })];
    },
    seen: { '405': [405, undefined, 405], '204': [204, 'GET, HEAD', 405] },
  },
  'empty-parameter': {
    look: statuses(
      `credentials/resolve?q=&partyId=${ben.partyId}`,
      `credentials?partyIds=${ben.partyId},`,
      'users?limit=&status=',
      'credentials/resolve?q=',
    ),
    seen: { refused: [400, 400, 400, 400], ignored: [200, 200, 200, 400] },
  },
  'users-row': {
    look: async (varied) => {
      const [alice, byId, all] = await Promise.all(
        ['search=alice', 'search=alice&orderBy=id&orderType=ASC', 'limit=100'].map((query) =>
          varied.list(`users?${query}`, 'items.*.partyId'),
        ),
      );
      return [alice!.length, byId!.length, new Set(all).size === all!.length];
    },
    seen: { request: [6, 6, false], party: [1, 1, true] },
  },
  'absent-members': {
    look: async (varied) => {
      const users = (await varied.list('users?limit=100', 'items')) as object[];
      const metadata = (await varied.list('credentials?limit=100', 'items.*.metadata')) as object[];
      return [users.every((item) => 'fullName' in item), metadata.every((item) => 'username' in item)];
    },
    seen: { absent: [false, false], null: [true, true] },
  },
  'unapproved-identity': {
    look: (varied) =>
      Promise.all(
        ['reqStatus=PENDING', 'reqStatus=APPROVED', 'search=paula', 'orderBy=fullName&limit=1'].map(async (query) => {
          const items = (await varied.list(`users?${query}`, 'items')) as { fullName?: string; email?: string }[];
          return items.some((item) => item.fullName !== undefined || item.email !== undefined);
        }),
      ),
    seen: { shown: [true, true, true, true], hidden: [false, true, false, true] },
  },
  'approved-users': {
    look: async (varied) => {
      const listed = await varied.list('human-scores?limit=100', 'items.*.partyId');
      const both = [ravi.partyId, ben.partyId];
      const single = await Promise.all(both.map((partyId) => varied.status(`human-scores/${partyId}`)));
      return [...both.map((partyId) => listed.includes(partyId)), ...single];
    },
    seen: {
      request: [true, true, 200, 200],
      'kyc-status': [false, true, 404, 200],
      'valid-credential': [false, true, 404, 200],
    },
  },
  'credential-order': {
    look: async (varied) => {
      const { partyId, email } = cast('Alice');
      const lists = await Promise.all([
        varied.list(`credentials/${partyId}`, '*.issuedAt'),
        varied.list(`credentials?partyIds=${partyId}`, 'items.*.issuedAt'),
        varied.list(`credentials/resolve?q=${email}`, 'credentials.*.metadata.verifiedAt'),
      ]);
      return lists.map((times) => times.length > 1 && times.join() === times.toSorted().toReversed().join());
    },
    seen: { 'as-added': [false, false, false], 'newest-first': [true, true, true] },
  },
  'request-visibility': {
    look: async (varied) => {
      const rows = () => varied.value('users?search=ben.brook', 'totalCount');
      const seen = [await varied.status(REQUEST, REDDIT), await rows()];
      varied.sandbox.clock.advance('2s');
      return [...seen, await rows()];
    },
    seen: { 'at-once': [204, 2, 2], later: [204, 1, 2] },
  },
  'malformed-item': {
    look: async (varied) => {
      const requests = [{ contractId: '' }, { contractId: '\u0000' }, { contractId }];
      const { status, json } = await varied.ask(BATCH, { json: { requests } });
      const failed = (at(json, 'results') as object[] | undefined)?.filter((item) => 'error' in item);
      return [status, at(json, 'results.length'), failed && at(failed, '*.contractId')];
    },
    seen: { fails: [200, 3, ['', '\u0000']], '400': [400, undefined, undefined] },
  },
  'broken-item': {
    look: (varied) => {
      const requests = [5, null, {}, { contractId: 7 }, { contractId }];
      return varied.brief(BATCH, 'results.*.contractId', { json: { requests } });
    },
    seen: { '400': [400, undefined], fails: [200, [null, null, null, null, contractId]] },
  },
  'check-caching': {
    look: (varied) => headers('cache-control', varied.checkOf(contractId), 'users?limit=1')(varied),
    seen: { absent: [undefined, undefined], 'no-store': ['no-store', undefined] },
  },
  'check-data': {
    look: dataOfChecks,
    seen: { shown: [7, 8], anonymous: [1, 1], withheld: [null, null] },
  },
  'unknown-parameter': {
    look: (varied) => varied.status('users?colour=blue'),
    seen: { ignored: 200, refused: 400 },
  },
  'unknown-member': {
    look: (varied) => varied.status(LINK, { json: { contractId, ttl: 5 } }),
    seen: { ignored: 200, refused: 400 },
  },
  'token-expires-in': {
    look: (varied) => varied.value('/oauth/token', 'expires_in', varied.tokenForm()),
    seen: { number: 3600, string: '3600' },
  },
  'bad-client': {
    look: (varied) => varied.brief('/oauth/token', 'error', varied.tokenForm({ client_secret: 'wrong' })),
    seen: {
      invalid_client: [401, 'invalid_client'],
      unauthorized_client: [401, 'unauthorized_client'],
      'bad-request': [400, 'invalid_client'],
    },
  },
  'retry-after': {
    look: (varied) =>
      varied.header('retry-after', 'users', { headers: { 'Emulator-Scenario': 'rate-limit-burst;retry-after=60' } }),
    seen: { seconds: '60', date: 'Sat, 31 Jan 2026 09:01:00 GMT', absent: undefined },
  },
  'client-basic': {
    look: (varied) => varied.brief('/oauth/token', 'error', varied.tokenBasic(varied.sandbox.clientSecret)),
    seen: { accepted: [200, undefined], refused: [401, 'invalid_client'] },
  },
  'unencoded-basic': {
    look: (varied) => {
      const { clientSecret } = varied.sandbox;
      const secrets = [clientSecret, encodeURIComponent(clientSecret)];
      return Promise.all(secrets.map((secret) => varied.brief('/oauth/token', 'error', varied.tokenBasic(secret))));
    },
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
    look: (varied) =>
      Promise.all(
        [{ scope: 'read' }, { scope: 'institution' }, {}].map(async (more) => {
          const { status, json } = await varied.ask('/oauth/token', varied.tokenForm(more));
          const { error, scope, access_token: token } = json as Readonly<Record<string, string | undefined>>;
          return [status, [error ?? scope, token && claimsOf(token).scope]];
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
    look: (varied) => varied.value('/oauth/token', 'token_type', varied.tokenForm()),
    seen: { 'title-case': 'Bearer', 'lower-case': 'bearer' },
  },
  challenge: {
    look: async (varied) => (await varied.header('www-authenticate', 'users', varied.named)) !== undefined,
    seen: { sent: true, absent: false },
  },
  'error-codes': {
    look: async (varied) => [
      ...(await varied.brief(LINK, 'error', { json: { contractId: '00' } })),
      ...(await varied.brief('/oauth/token', 'error', varied.tokenForm({ client_secret: 'wrong' }))),
    ],
    seen: {
      'snake-case': [404, 'not_found', 401, 'invalid_client'],
      'upper-case': [404, 'NOT_FOUND', 401, 'invalid_client'],
      reason: [404, 'Not Found', 401, 'invalid_client'],
    },
  },
  'empty-providers': {
    look: (varied) => withEvents(varied, { partyId: ben.partyId, providers: [] }),
    seen: { refused: [400, 0], accepted: [204, 0] },
  },
  'repeated-request': {
    look: statuses(...twice([REQUEST, REDDIT] as const)),
    seen: { '204': [204, 204], '409': [204, 409] },
  },
  'total-count': {
    look: async (varied) => 'totalCount' in ((await varied.ask('users?limit=1')).json as object),
    seen: { sent: true, absent: false },
  },
  'undecided-requests': {
    look: (varied) => {
      varied.sandbox.clock.advance('P31D');
      const { accessToken: token } = varied.sandbox.accessToken();
      return varied.value('users?search=paula.penrose', 'items.*.reqStatus', { token });
    },
    seen: { expire: ['EXPIRED'], never: ['PENDING'] },
  },
  'kyc-approved': {
    look: async (varied) => [
      await varied.value(`credentials/${ben.partyId}`, '0.kycStatus'),
      ...(await varied.brief('users?search=ben.brook&kycStatus=SUCCESSFUL', 'items.*.kycStatus')),
    ],
    seen: { approved: ['APPROVED', 200, []], successful: ['SUCCESSFUL', 200, ['SUCCESSFUL']] },
  },
  'score-numbers': {
    look: async (varied) => {
      const score = await varied.value(`human-scores/${ben.partyId}`, 'humanScore');
      const { totalScore, breakdown } = score as { totalScore: number; breakdown: Record<string, number> };
      return [totalScore % 1, Object.values(breakdown).reduce((sum, part) => sum + part, 0) - totalScore];
    },
    seen: { whole: [0, 0], decimal: [0.5, 0] },
  },
  'repeated-parameter': {
    look: (varied) => varied.brief('users?limit=2&limit=3', 'items.length'),
    seen: { refused: [400, undefined], first: [200, 2], last: [200, 3] },
  },
  'unknown-value': {
    look: statuses('users?status=SLEEPY', 'users?orderType=down', 'users?limit=many'),
    seen: { refused: [400, 400, 400], ignored: [200, 200, 400] },
  },
  search: {
    look: (varied) =>
      Promise.all(
        ['brook', 'ben', 'ben+brook', 'benbrook'].map(async (search) =>
          (await varied.list(`users?search=${search}`, 'items.*.fullName')).includes('Ben Brook'),
        ),
      ),
    seen: {
      substring: [true, true, true, false],
      prefix: [false, true, true, false],
      whole: [false, false, true, false],
      username: [true, true, true, true],
    },
  },
  'max-limit': {
    look: statuses('users?limit=100', 'users?limit=50', 'credentials?limit=51', 'human-scores?limit=21'),
    seen: { '100': [200, 200, 200, 200], '50': [400, 200, 400, 200], '20': [400, 400, 400, 400] },
  },
  'party-ids': {
    look: async (varied) => {
      const partyIds = await varied.list('human-scores?limit=20', 'items.*.partyId');
      return await Promise.all(
        ['', '&limit=4', '&offset=15'].map(async (paging) => {
          const { json } = await varied.ask(`human-scores?partyIds=${partyIds.join()}${paging}`);
          return [
            at(json, 'items.length'),
            ...['offset', 'limit', 'total'].map((name) => at(json, `pagination.${name}`)),
          ];
        }),
      );
    },
    seen: {
      whole: [
        [20, 0, 20, 20],
        [4, 0, 4, 20],
        [5, 15, 10, 20],
      ],
      paged: [
        [10, 0, 10, 20],
        [4, 0, 4, 20],
        [5, 15, 10, 20],
      ],
    },
  },
  compression: {
    look: async (varied) => {
      const { headers: got, json } = await varied.ask('users?limit=1', { headers: { 'Accept-Encoding': 'gzip' } });
      return [got['content-encoding'], got['vary'], at(json, 'items.length')];
    },
    seen: { none: [undefined, undefined, 1], gzip: ['gzip', 'Accept-Encoding', 1] },
  },
  'request-id': {
    look: async (varied) => [
      (await varied.header('x-request-id', 'users?limit=1')) !== undefined,
      await varied.header('x-request-id', 'nowhere', { headers: { 'X-Request-Id': 'mine-7' } }),
    ],
    seen: { absent: [false, undefined], 'x-request-id': [true, 'mine-7'] },
  },
  cors: {
    look: (varied) => {
      const sent = { headers: { ...ORIGIN, 'Emulator-Sandbox': varied.sandbox.id } };
      return Promise.all(
        ['verification/check/none', 'users'].map((path) => varied.header('access-control-allow-origin', path, sent)),
      );
    },
    seen: { none: [undefined, undefined], check: ['*', undefined] },
  },
  'over-limit': {
    look: (varied) => varied.brief('credentials?limit=1000', 'pagination.limit'),
    seen: { refused: [400, undefined], clamped: [200, 100] },
  },
  'status-case': {
    look: (varied) =>
      Promise.all(
        ['reqStatus=PENDING&limit=1', 'reqStatus=pending&limit=1', 'status=inactive&reqStatus=expired&limit=1'].map(
          async (query) => {
            const { status, json } = await varied.ask(`users?${query}`);
            return [status, at(json, 'items.0.reqStatus'), at(json, 'items.0.status')];
          },
        ),
      ),
    seen: {
      upper: [
        [200, 'PENDING', 'ACTIVE'],
        [400, undefined, undefined],
        [400, undefined, undefined],
      ],
      lower: [
        [400, undefined, undefined],
        [200, 'pending', 'active'],
        [200, 'expired', 'inactive'],
      ],
    },
  },
  timestamps: {
    look: async (varied) => [
      await varied.value(`credentials/${ben.partyId}`, '0.issuedAt'),
      await varied.value(`credentials/${ben.partyId}`, '0.metadata.verifiedAt'),
      await varied.value(`human-scores/${ben.partyId}`, 'humanScore.details.socialMetrics.0.accountCreatedAt'),
      await varied.value(varied.checkOf(contractId), 'issuedAt'),
    ],
    seen: {
      milliseconds: issuedAndCreated('2026-01-26T09:00:00.000Z', '2025-07-30T09:00:00.000Z'),
      seconds: issuedAndCreated('2026-01-26T09:00:00Z', '2025-07-30T09:00:00Z'),
      offset: issuedAndCreated('2026-01-26T09:00:00.000+00:00', '2025-07-30T09:00:00.000+00:00'),
      epoch: issuedAndCreated(Date.parse('2026-01-26T09:00:00Z'), Date.parse('2025-07-30T09:00:00Z')),
    },
  },
  'invalid-body': {
    look: statuses([LINK, { json: { contractId: '' } }], [LINK, { body: '{' }], 'credentials/resolve?q=a&partyId=b'),
    seen: { '400': [400, 400, 400], '422': [422, 400, 400] },
  },
  'error-body': {
    look: async (varied) => {
      const sent = { headers: { 'Emulator-Sandbox': varied.sandbox.id } };
      const { status, headers: got, text } = await varied.ask('verification/check/nothing', sent);
      return [status, got['content-type']?.split(';')[0], text];
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
    look: (varied) =>
      statuses(
        ['users', { headers: { 'Emulator-Scenario': 'token-expired' } }],
        ['users', varied.named],
        [LINK, { ...varied.named, json: {} }],
      )(varied),
    seen: { '401': [401, 401, 401], '403': [403, 403, 403] },
  },
  'unknown-party-score': {
    look: async (varied) => {
      const { status, json } = await varied.ask('human-scores/nobody');
      return [status, at(json, 'partyId'), at(json, 'humanScore.totalScore')];
    },
    seen: { '404': [404, undefined, undefined], zero: [200, 'nobody', 0], '403': [403, undefined, undefined] },
  },
  'no-match': {
    look: statuses(
      'credentials/resolve?q=nobody',
      'credentials/resolve?partyId=nobody',
      'credentials/resolve?q=benbrook',
    ),
    seen: { empty: [200, 200, 200], '404': [404, 404, 200] },
  },
  'unknown-party-request': {
    look: (varied) => withEvents(varied, { partyId: 'nobody', providers: ['GITHUB'] }),
    seen: { '404': [404, 0], '204': [204, 0], '400': [400, 0] },
  },
  'unknown-party-credentials': {
    look: statuses('credentials/nobody', `credentials/${ben.partyId}`),
    seen: { empty: [200, 200], '404': [404, 200] },
  },
  'unknown-contract': {
    look: async (varied) => [
      await varied.status(LINK, { json: { contractId: '00' } }),
      (await varied.ask(BATCH, { json: { requests: [{ contractId: '00' }] } })).text,
    ],
    seen: Object.fromEntries(
      [404, 403, 400].map((status) => [
        String(status),
        [status, '{"results":[{"contractId":"00","error":{"message":"Credential not found."}}]}'],
      ]),
    ),
  },
  'link-status': {
    look: (varied) => varied.status(LINK, { json: { contractId } }),
    seen: { '200': 200, '201': 201 },
  },
  'empty-batch': {
    look: (varied) => varied.status(BATCH, { json: { requests: [] } }),
    seen: { empty: 200, refused: 400 },
  },
  'duplicate-in-batch': {
    look: (varied) => {
      const requests = [{ contractId }, { contractId: '00' }, { contractId }];
      return varied.brief(BATCH, 'results.length', { json: { requests } });
    },
    seen: { each: [200, 3], refused: [400, undefined], once: [200, 2] },
  },
  'dead-credentials-listed': {
    look: counts(`credentials/${sven.partyId}`, `credentials?partyIds=${ravi.partyId},${sven.partyId}`),
    seen: { current: [1, 2], valid: [1, 1], 'not-revoked': [1, 1], all: [3, 4] },
  },
  'dead-credentials-resolved': {
    look: counts(`credentials/resolve?q=${sven.email}`, `credentials/resolve?partyId=${ravi.partyId}`),
    seen: { current: [1, 1], valid: [1, 0], 'not-revoked': [1, 0], all: [3, 1] },
  },
  'score-of-dead-credentials': {
    look: (varied) => varied.value(`human-scores/${ravi.partyId}`, 'humanScore.details.providerCount'),
    seen: { ignored: 0, counted: 1 },
  },
  'link-of-dead-credential': {
    look: async (varied) => {
      const requests = [ravi, ben].map(({ credentials: [credential] }) => ({ contractId: credential!.contractId }));
      const results = await varied.list(BATCH, 'results', { json: { requests } });
      return [
        await varied.status(LINK, { json: requests[0] }),
        ...results.map((result) => at(result, 'error') !== undefined),
      ];
    },
    seen: {
      created: [200, false, false],
      '404': [404, true, false],
      '409': [409, true, false],
      '410': [410, true, false],
    },
  },
  'data-of-dead-credential': {
    look: dataOfChecks,
    seen: { shown: [7, 8], anonymous: [1, 8], withheld: [null, 8] },
  },
  'blocked-party': {
    look: async (varied) => {
      varied.sandbox.world.changeParty(ben.partyId, { status: 'BLOCKED' });
      const [credential] = await varied.list(`credentials/${ben.partyId}`, '');
      const score = await varied.value(`human-scores/${ben.partyId}`, 'humanScore.totalScore');
      const check = await varied.value(varied.checkOf(contractId), 'status');
      return [at(credential, 'kycStatus'), at(credential, 'freshness'), check, (score as number) > 0];
    },
    seen: { revoked: ['BLOCKED', 'REVOKED', 'revoked', false], unaffected: ['BLOCKED', 'FRESH', 'strong', true] },
  },
  'expired-link': {
    look: async (varied) => {
      const { status, json } = await varied.ask(varied.checkOf(contractId, { lifetime: 0 }));
      const unknown = await varied.status('verification/check/nothing', varied.named);
      return [status, at(json, 'status'), at(json, 'contractId'), unknown];
    },
    seen: {
      '404': [404, undefined, undefined, 404],
      '410': [410, undefined, undefined, 404],
      expired: [200, 'expired', null, 404],
      'not-found': [200, 'not_found', null, 404],
    },
  },
};

const emulator = await untilEnd(startEmulator({ now: TIME }, { onInternalError: failLoudly }));

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
  expect(await look(new Varied(variedSandbox(emulator, { variants: { [point]: name }, clientSecret: 'a+b' })))).toEqual(
    seen[name],
  );
});

function failLoudly(error: Error): never {
  throw error;
}

function twice<Item>(item: Item): [Item, Item] {
  return [item, item];
}

/** The status of a request for credentials, and how many events it has caused. */
async function withEvents(varied: Varied, json: object): Promise<unknown[]> {
  return [await varied.status(REQUEST, { json }), varied.sandbox.world.events().events.length];
}

/** The times of a credential, and between them the one at which its account was created. */
function issuedAndCreated(issued: unknown, created: unknown): unknown[] {
  return [issued, issued, created, issued];
}

function claimsOf(token: string): { readonly scope: unknown } {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { scope: unknown };
}

/** What stands at a place of a JSON value, as in `items.0.partyId`; `*` is each item that has the rest. */
function at(value: unknown, place: string): unknown {
  const [name = '', ...rest] = place.split('.');
  if (name === '' || value === undefined || value === null) return value;
  const found = (value as Readonly<Record<string, unknown>>)[name];
  if (name !== '*') return rest.length === 0 ? found : at(found, rest.join('.'));
  return (value as unknown[]).map((item) => at(item, rest.join('.'))).filter((item) => item !== undefined);
}
