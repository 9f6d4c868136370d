/** The entry point (specification section 4.3), and what the methods of a connection do. */

import { mapValues, queryString } from './arguments.js';
import { createPerform, type Result } from './transport/call.js';
import type { Connection, Endpoints, EndpointsWithResponse } from './connection.js';
import { ENDPOINTS, type EndpointCall } from './endpoints.js';
import { linksForAll } from './links.js';
import { type Page, partsOf, readList } from './lists.js';
import { shownResponseHeaders } from './redaction.js';
import { requestIdOf } from './transport/response.js';
import { type CallOptions, type ConnectConfig, readCallOptions, readConfig } from './settings.js';
import { createTokens } from './tokens.js';
import type { FetchLike } from './transport/transport.js';
import type { ListOptions } from './options.js';

/** The entry point under the specification's name (section 4.3). */
export const idSdk: { readonly connect: typeof connect } = { connect };

/**
 * Creates a connection to the service. It sends no request: the first call that needs a token requests one.
 * @throws {@link InvalidArgumentError} if a field is missing or invalid; the message names it
 */
export async function connect(config: ConnectConfig): Promise<Connection> {
  const settings = readConfig(config);
  const perform = createPerform(settings, await chooseFetch(settings));
  const tokens = createTokens(settings, perform);

  const request = (endpoint: EndpointCall, call: CallOptions, query: object = {}): Promise<Result> =>
    perform(
      { ...endpoint, url: settings.apiUrl + endpoint.path + queryString(query) },
      call,
      endpoint.secret ? undefined : tokens,
    );

  /** Puts a list that takes several requests together. */
  const requestParts = async (endpoint: EndpointCall, call: CallOptions, query: ListOptions): Promise<Result> => {
    const { offset = 0, limit = Infinity, ...filter } = query;
    let last!: Result;
    const getPage = async (page: object): Promise<Page<unknown>> => {
      last = await request(endpoint, call, page);
      return last.value as Page<unknown>;
    };
    const items: unknown[] = [];
    for await (const item of readList(getPage, filter)) items.push(item);
    const pagination = { offset, limit: Math.min(limit, items.length), total: items.length };
    return { ...last, value: { items: items.slice(offset, offset + limit), pagination } };
  };

  /** @param show what the methods return of a result. Its type is the contract's; responses are not checked against it. */
  const methods = (show: (result: Result) => unknown): unknown =>
    mapValues(ENDPOINTS, (describe, operation) => async (argument: never, options?: CallOptions) => {
      const call = readCallOptions(options);
      const endpoint = { operation, ...describe(argument) };
      const [query, ...others] = partsOf(endpoint.query);
      return show(
        await (others.length > 0 ? requestParts(endpoint, call, endpoint.query!) : request(endpoint, call, query)),
      );
    });

  const plain = methods(({ value }) => value) as Endpoints;

  return {
    ...plain,
    withResponse: () =>
      methods(({ value, response: { status, headers } }) => ({
        data: value,
        status,
        headers: shownResponseHeaders(headers, String),
        requestId: requestIdOf(headers),
      })) as EndpointsWithResponse,
    iterateUsers: (options, call) => readList((page) => plain.getUsers(page, call), options, 'id'),
    iterateHumanScores: (options, call) => readList((page) => plain.getHumanScores(page, call), options, 'partyId'),
    iterateCredentials: (options, call) => readList((page) => plain.getCredentials(page, call), options, 'contractId'),
    generateVerificationLinks: (contractIds, call) =>
      linksForAll(contractIds, (batch) => plain.generateVerificationLinksBatch(batch, call), call?.signal),
  };
}

/** The caller's `fetch`, else the platform's, else one made of Node's own HTTP client, which takes an agent. */
async function chooseFetch({ fetch: own, agent }: ConnectConfig): Promise<FetchLike> {
  if (own) return own;
  // Looked up for each request, because test tools and tracers replace it later.
  if (!agent && 'fetch' in globalThis) return (url, init) => fetch(url, init);
  return (await import('./transport/node-fetch.js')).nodeFetch(agent);
}
