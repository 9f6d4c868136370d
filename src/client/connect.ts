/** Creates connections (specification section 4.3), and defines what their methods do. */

import { check, checkText, defined, mapValues, queryString } from './arguments.js';
import type { Connection, EndpointsWithResponse } from './connection.js';
import { ENDPOINTS, type EndpointCall } from './endpoints.js';
import { listOf } from './lists.js';
import type { RequestContent } from './options.js';
import { type CallOptions, readCallOptions } from './settings/call-options.js';
import { type ConnectConfig, readConfig } from './settings/config.js';
import { createTokens } from './tokens.js';
import { createPerform, type Result } from './transport/call.js';
import { shownResponseHeaders } from './transport/redaction.js';
import { requestIdOf } from './transport/response.js';
import type { FetchLike } from './transport/transport.js';

/** Returns a replacement of `fetch`, if the configuration needs one and the platform has one. */
type PlatformFetch = (config: ConnectConfig) => Promise<FetchLike | undefined>;

/** Creates a connection, and sends no request. Rejects with an {@link InvalidArgumentError} if a field is invalid. */
export type Connect = (config: ConnectConfig) => Promise<Connection>;

export function connectWith(platformFetch?: PlatformFetch): Connect {
  return async (config) => {
    const settings = readConfig(config);
    // The global `fetch` is looked up for each request, because test tools and tracers replace it later.
    const globalFetch: FetchLike = (url, init) => fetch(url, init);
    // The agent is one of Node's own HTTP client, so a `fetch` of the caller would ignore it.
    if (settings.agent) check(platformFetch && !settings.fetch, 'agent needs Node.js, and no fetch');
    // The caller's `fetch` comes first, then another way that the platform needs, then the global `fetch`.
    const perform = createPerform(settings, settings.fetch ?? (await platformFetch?.(settings)) ?? globalFetch);
    const tokens = createTokens(settings, perform);

    const send = ({ path, query = {}, ...endpoint }: EndpointCall, call: CallOptions): Promise<Result> => {
      const url = settings.apiUrl + path + queryString(query);
      // An endpoint with a secret in its URL needs no access token.
      return perform({ ...endpoint, url }, call, endpoint.secret ? undefined : tokens);
    };

    /**
     * The methods without types. The casts below give them the types of the contract, and no response is checked
     * against these types.
     * @param show selects the part of a result that the methods return
     */
    const methods = (show: (result: Result) => unknown): unknown => ({
      ...mapValues(ENDPOINTS, (toCall, method) => async (argument: never, options?: CallOptions) => {
        // `resolve` and `reverseResolve` state an operation of their own, which replaces the name of the method.
        const endpointCall = { operation: method, ...toCall(argument) };
        return show(await send(endpointCall, readCallOptions(options)));
      }),
      async request(method: string, path: string, content?: RequestContent, options?: CallOptions) {
        checkText('method', method);
        // The query is appended to the path, so the path itself must have neither a query nor a fragment.
        check(/^\/[^?#]*$/.test(path), 'path must be like /a');
        const { query, body } = defined(content);
        // `fetch` refuses a body with these methods, with a message that differs from platform to platform.
        check(body === undefined || !/^(get|head)$/i.test(method), `${method} has no body`);
        // What an unknown endpoint returns is not known. An empty body counts as a success.
        const endpoint = { operation: 'request', path, query: defined(query), mayBeEmpty: true };
        const sent = { ...endpoint, method: method.toUpperCase(), content: body };

        return show(await send(sent, readCallOptions(options)));
      },
    });
    const connection = methods(({ value }) => value) as Connection;

    return {
      ...connection,
      withResponse: () =>
        methods(({ value, response: { status, headers, text, raw } }) => ({
          data: value,
          status,
          // The caller gets all values as they are (`String` hides nothing), but no cookies.
          headers: shownResponseHeaders(headers, String),
          requestId: requestIdOf(headers),
          response: raw,
          text,
        })) as EndpointsWithResponse,
      // `listOf` gets the name of the member that identifies an item.
      iterateUsers: (...list) => listOf((...page) => connection.getUsers(...page), 'id', ...list),
      iterateHumanScores: (...list) => listOf((...page) => connection.getHumanScores(...page), 'partyId', ...list),
      iterateCredentials: (...list) => listOf((...page) => connection.getCredentials(...page), 'contractId', ...list),
      async generateVerificationLinks(contractIds, call) {
        // This module is loaded when it is needed, because most programs never generate that many links.
        return (await import('./links.js')).linksForAll(contractIds, connection, call);
      },
    };
  };
}
