/** The entry point (specification section 4.3), and what the methods of a connection send. */

import { check, checkText, checkTexts, given, queryString } from './arguments.js';
import { createPerform, type Perform, type Result, type Tokens } from './call.js';
import type { Connection, Endpoints, EndpointsWithResponse } from './connection.js';
import { linksForAll, MOST_ITEMS } from './links.js';
import { type Page, type PagesOptions, partsOf, readPages } from './lists.js';
import { shownResponseHeaders } from './redaction.js';
import { type Expectation, requestIdOf } from './response.js';
import { type CallOptions, type ConnectConfig, readCallOptions, readConfig, type Settings } from './settings.js';
import { createTokens } from './tokens.js';
import { chooseFetch } from './transport.js';
import type { ListOptions } from './types.js';

/**
 * Creates a connection to the service. It sends no request: the first call that needs a token requests one.
 * @throws {@link InvalidArgumentError} if a field is missing or invalid; the message names it
 */
export async function connect(config: ConnectConfig): Promise<Connection> {
  const settings = readConfig(config);
  const perform = createPerform(settings, await chooseFetch(settings.fetch, settings.agent));
  return createConnection(settings, perform, createTokens(settings, perform));
}

/** The entry point under the specification's name (section 4.3). */
export const idSdk: { readonly connect: typeof connect } = { connect };

const ME = '/institutions/me';
const SCORES = `${ME}/human-scores`;
const CREDENTIALS = `${ME}/credentials`;

/** How an endpoint is called, beside its name and path. */
interface EndpointCall extends Partial<Expectation> {
  readonly query?: object | undefined;
  /** The body of a POST. */
  readonly content?: object;
  /** A secret in the path, of an endpoint that takes no access token. */
  readonly secret?: string;
}

function createConnection({ apiUrl, timeout }: Settings, perform: Perform, tokens: Tokens): Connection {
  const request = async (
    operation: keyof Endpoints,
    path: string,
    { query = {}, content, ...expected }: EndpointCall,
    options: CallOptions | undefined,
  ): Promise<Result> => {
    const call = readCallOptions(options);
    const complete = {
      ...expected,
      operation,
      url: apiUrl + path + queryString(query),
      body: content && JSON.stringify(content),
      contentType: content && 'application/json',
      isRepeatable: content === undefined || call.retryPost === true,
    };
    return await perform(complete, call, expected.secret === undefined ? tokens : undefined);
  };

  /** @param show what the methods return of a result. Its type is the contract's; responses are not checked against it. */
  const endpoints = (show: (result: Result) => unknown): Endpoints => {
    const answer = async (...parameters: Parameters<typeof request>): Promise<never> =>
      show(await request(...parameters)) as never;

    /** Reads a page; of a list that takes several requests, puts all of them together. */
    const list = async (
      operation: keyof Endpoints,
      path: string,
      options?: ListOptions,
      call?: CallOptions,
    ): Promise<never> => {
      const { offset = 0, limit = Infinity, ...filter } = given(options);
      const [query, ...others] = partsOf(given(options));
      if (others.length === 0) return await answer(operation, path, { query, array: 'items' }, call);
      const endsAt = performance.now() + (call?.timeout ?? timeout);
      let last!: Result;
      const getPage = async (part: object): Promise<Page<unknown>> => {
        const rest = Math.max(1, endsAt - performance.now());
        last = await request(operation, path, { query: part, array: 'items' }, { ...call, timeout: rest });
        return last.value as Page<unknown>;
      };
      const items: unknown[] = [];
      for await (const item of iterate(getPage, filter, () => undefined)) items.push(item);
      const pagination = { offset, limit: Math.min(limit, items.length), total: items.length };
      return show({ ...last, value: { items: items.slice(offset, offset + limit), pagination } }) as never;
    };

    const methods: Endpoints = {
      async getUsers(options, call) {
        const query = { offset: 0, limit: 10, ...given(options) };
        return await answer('getUsers', `${ME}/users`, { query, array: 'items' }, call);
      },
      async getHumanScores(options, call) {
        return await list('getHumanScores', SCORES, options, call);
      },
      async getHumanScoreByPartyId(partyId, call) {
        return await answer('getHumanScoreByPartyId', SCORES + segment({ partyId }), {}, call);
      },
      async getCredentials(options, call) {
        return await list('getCredentials', CREDENTIALS, options, call);
      },
      async getCredentialByPartyId(partyId, call) {
        return await answer('getCredentialByPartyId', CREDENTIALS + segment({ partyId }), { array: '' }, call);
      },
      async resolveCredentials(options, call) {
        const { q, partyId, a } = given(options) as Readonly<Record<string, unknown>>;
        const query = given({ q, partyId, a });
        const [value, ...others] = Object.entries(query);
        check(value !== undefined && others.length === 0, 'resolveCredentials takes exactly one of q, partyId and a');
        checkText(...value);
        return await answer('resolveCredentials', `${CREDENTIALS}/resolve`, { query, array: 'credentials' }, call);
      },
      async resolve(query, call) {
        checkText('query', query);
        return await methods.resolveCredentials({ q: query }, call);
      },
      async reverseResolve(partyId, call) {
        checkText('partyId', partyId);
        return await methods.resolveCredentials({ partyId }, call);
      },
      async createCredentialsRequest(options, call) {
        const { partyId, providers } = given(options);
        checkText('partyId', partyId);
        checkTexts('providers', providers);
        const content = { partyId, providers };
        return await answer('createCredentialsRequest', `${CREDENTIALS}/request`, { content, mayBeEmpty: true }, call);
      },
      async generateVerificationLink(options, call) {
        const { contractId } = given(options);
        checkText('contractId', contractId);
        const expected = { content: { contractId }, isConfidential: true };
        return await answer('generateVerificationLink', '/verification/generate-link', expected, call);
      },
      async generateVerificationLinksBatch(options, call) {
        const { requests } = given(options);
        check(Array.isArray(requests), 'requests must be an array');
        const contractIds = requests.map((item: { contractId?: unknown } | null) => item?.contractId);
        checkTexts('requests', contractIds);
        check(
          contractIds.length <= MOST_ITEMS,
          `requests must have at most ${MOST_ITEMS} items, not ${contractIds.length}`,
        );
        const content = { requests: contractIds.map((contractId) => ({ contractId })) };
        const expected = { content, array: 'results', isConfidential: true };
        return await answer('generateVerificationLinksBatch', '/verification/generate-links-batch', expected, call);
      },
      async checkVerificationStatus(token, call) {
        return await answer(
          'checkVerificationStatus',
          `/verification/check${segment({ token })}`,
          { secret: token },
          call,
        );
      },
    };
    return methods;
  };

  const plain = endpoints(({ value }) => value);

  return {
    ...plain,
    withResponse: () =>
      endpoints(({ value, response: { status, headers } }) => ({
        data: value,
        status,
        headers: shownResponseHeaders(headers, (text) => text),
        requestId: requestIdOf({ headers }),
      })) as unknown as EndpointsWithResponse,
    iterateUsers: (options, call) =>
      iterate(
        (page) => plain.getUsers(page, call),
        options,
        ({ id }) => id,
      ),
    iterateHumanScores: (options, call) =>
      iterate(
        (page) => plain.getHumanScores(page, call),
        options,
        ({ partyId }) => partyId,
      ),
    iterateCredentials: (options, call) =>
      iterate(
        (page) => plain.getCredentials(page, call),
        options,
        ({ contractId }) => contractId,
      ),
    generateVerificationLinks: async (contractIds, options) =>
      await linksForAll(
        contractIds,
        (batch, call) => plain.generateVerificationLinksBatch(batch, call),
        given(options),
      ),
  };
}

/**
 * The last segment of a path. "." and ".." would lead to another endpoint.
 * @throws InvalidArgumentError
 */
function segment(named: Readonly<Record<string, string>>): string {
  const [[name, value]] = Object.entries(named) as [[string, string]];
  checkText(name, value);
  check(!/^\.\.?$/.test(value), `${name} must not be "${value}"`);
  return `/${encodeURIComponent(value)}`;
}

/** Iterates over a list, part by part and page by page. */
async function* iterate<Item>(
  getPage: (page: object) => Promise<Page<Item>>,
  options: (ListOptions & PagesOptions) | undefined,
  keyOf: (item: Item) => unknown,
): AsyncGenerator<Item, void, undefined> {
  const { pageSize, ...filter } = given(options);
  for (const part of partsOf(filter))
    yield* readPages((position) => getPage({ ...part, ...position }), pageSize, keyOf);
}
