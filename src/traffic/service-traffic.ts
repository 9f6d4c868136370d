/** Selects the exchanges with the service, and reads each as the contract describes it. */

import { parseJson, isDeeperThan, MOST_LEVELS_READ } from '../common/json.js';
import { readAuthorization } from '../contract/authorization.js';
import type { Contract } from '../contract/contract.js';
import { mediaTypeOf } from '../contract/headers.js';
import { methodInContract } from '../contract/reading/read-request.js';
import { firstValues, parseFormIfReadable, splitUrl } from '../contract/query-string.js';
import type { LeftOut, Place, RecordedExchange } from './recorded-exchange.js';
import { digestOf, hashOf } from './values.js';
import type { SeenExchange, SeenMessage } from './seen-exchange.js';
import { methodOf } from './shown-requests.js';

/**
 * Parses `--service`: origin and base path, with or without the contract's prefix `/api/v1`.
 * @returns `basePath`: the path in front of the contract's paths: empty, or `/gateway`
 */
export function serviceAddressOf(text: string, prefix: string): { readonly origin: string; readonly basePath: string } {
  const { origin, pathname } = new URL(text);
  // Removes the slashes at the end. The lookbehind keeps the pattern fast: without it, the search would begin again at
  // every slash of a long row.
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  return { origin, basePath: path.endsWith(prefix) ? path.slice(0, -prefix.length) : path };
}

/**
 * Reads a recorded exchange for the judge and for the looks (observers that collect evidence), or returns why the
 * exchange is left out.
 */
export type ReadExchange = (place: Place, recorded: RecordedExchange) => SeenExchange | LeftOut;

/** A service in recordings. */
export interface RecordedService {
  readonly contract: Contract;
  /**
   * The addresses of the service: origin and base path. None are needed if the URLs of exchanges are paths of the
   * contract.
   */
  readonly services: readonly string[];
  /** Addresses of token endpoints, in addition to the one of each service. */
  readonly tokenUrls: readonly string[];
}

/** A wrong prefix that clients write instead of the contract's: `/api/v2`, `/v1`, or nothing. */
const OTHER_PREFIX = /^(?:\/api)?(?:\/v\d+)?(?=\/)/i;

/**
 * Makes the function that reads recorded exchanges with a service, one after the other. The three functions inside find
 * the part of a URL that the contract knows; the returned one reads the rest of the exchange.
 * @param isReadAnyway whether an exchange has enough to be read although it is to be left out
 * @param readsOtherPrefix whether to read requests to paths that lack the contract's prefix, or have another version
 */
export function serviceTraffic(
  { contract, services, tokenUrls }: RecordedService,
  isReadAnyway: (recorded: RecordedExchange) => boolean,
  readsOtherPrefix = false,
): ReadExchange {
  const addresses = services.map((service) => serviceAddressOf(service, contract.prefix));
  const { path: tokenPath } = [...contract.operations.values()].find(({ access }) => access === 'client')!;
  const tokenAddresses = tokenUrls.map((url) => splitUrl(new URL(url).href)[0]!);
  let count = 0;

  // A client may write the path in another case; the service still received such a request.
  const isOfContract = (target: string): boolean => {
    const path = splitUrl(target)[0]!.toLowerCase();
    return path === tokenPath || path === contract.prefix || path.startsWith(`${contract.prefix}/`);
  };

  /** Whether a path is that of an endpoint apart from its prefix. The client calls a wrong address of the service. */
  const hasOtherPrefix = (target: string): boolean => {
    const path = splitUrl(target)[0]!.replace(OTHER_PREFIX, '');
    return operationAt(contract, contract.prefix + path, 'GET').hasPath;
  };

  /**
   * Path and query of a URL, as in the contract (with the client's prefix if this is wrong). Undefined if the URL is
   * not one of the service.
   */
  const targetOf = (url: string): string | undefined => {
    // An emulator records paths alone.
    if (url.startsWith('/')) return isOfContract(url) ? url : undefined;

    const { origin } = new URL(url);
    // The text of the URL is cut, because `pathname` would change how it is encoded.
    const pathStart = url.indexOf('/', url.indexOf('//') + 2);
    const [target = ''] = url.slice(pathStart).split('#');
    const [path = '', query] = splitUrl(target);
    if (tokenAddresses.includes(origin + path)) return query === undefined ? tokenPath : `${tokenPath}?${query}`;

    // Several services may have one origin. The right service is the one whose base path is followed by a path of the
    // contract.
    const candidates = addresses.filter((one) => one.origin === origin && path.startsWith(one.basePath));
    const targets = candidates.map(({ basePath }) => target.slice(basePath.length));
    return targets.find(isOfContract) ?? (readsOtherPrefix ? targets.find(hasOtherPrefix) : undefined);
  };

  return (place, recorded) => {
    const target = targetOf(recorded.url);
    if (target === undefined) return 'foreign';
    if (recorded.leftOut !== undefined && !isReadAnyway(recorded)) return recorded.leftOut;

    const [path = '', query = ''] = splitUrl(target);
    const { requestHeaders, responseHeaders, requestBody, responseBody, ...others } = recorded;
    const { method } = recorded;
    const matched = operationAt(contract, path, method);
    // Only a request to the token endpoint has a form.
    const isForm = mediaTypeOf(requestHeaders['content-type']) === 'application/x-www-form-urlencoded';

    return {
      ...others,
      place,
      position: ++count,
      date: Date.parse(responseHeaders['date'] ?? ''),
      requestDigest: digestOf(`${method} ${target} ${String(requestBody)}`),
      where: matched.operation?.id ?? `${methodOf(method)} of a path that the contract does not have`,
      path,
      // A longer path, such as one with a slash at the end, is also meant for the token endpoint.
      isOfToken: path.toLowerCase().startsWith(tokenPath),
      ...matched,
      query: parseFormIfReadable(query),
      tokenDigest: tokenOf(requestHeaders),
      request: messageOf(requestHeaders, requestBody, isForm),
      response: messageOf(responseHeaders, responseBody, false),
    };
  };
}

type MatchedOperation = Pick<SeenExchange, 'operation' | 'hasPath' | 'isExact' | 'parameters'>;

/** The operation at a path, and how exactly the request matches it. */
function operationAt(contract: Contract, path: string, method: string): MatchedOperation {
  try {
    // An exact path wins over one that differs in slashes or case.
    const exact = contract.match(path);
    const match = exact ?? contract.match(path, { isTolerant: true });
    const operation = match?.methods.get(methodInContract(method));
    const hasPath = exact !== undefined;
    const isExact = hasPath && operation !== undefined;

    return { operation, hasPath, isExact, parameters: match?.parameters ?? {} };
  } catch {
    // The percent-encoding of the path is broken.
    return { operation: undefined, hasPath: false, isExact: false, parameters: {} };
  }
}

/** A digest of the access token; undefined if there is none. */
function tokenOf({ authorization = '' }: Readonly<Record<string, string>>): string | undefined {
  const { kind, credentials } = readAuthorization(authorization);
  return kind === 'bearer' ? hashOf(credentials) : undefined;
}

/** A message as looks read it: its body is parsed as JSON or as a form. */
function messageOf(headers: Readonly<Record<string, string>>, bytes: Buffer, isForm: boolean): SeenMessage {
  const text = bytes.toString();
  const mediaType = mediaTypeOf(headers['content-type']);
  if (isForm) {
    const fields = parseFormIfReadable(text);
    return { headers, text, mediaType, body: fields && firstValues(fields) };
  }

  // The service ignores a byte order mark.
  const value = text === '' ? undefined : parseJson(text.replace(/^\u{FEFF}/u, ''));
  // Deeper values could exceed the stack of the functions that walk through them.
  const body = isDeeperThan(value, MOST_LEVELS_READ) ? undefined : value;

  return { headers, text, mediaType, body };
}
