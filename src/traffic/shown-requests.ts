/** What may be printed of a request to a service: nothing that identifies a person. */

import type { Contract } from '../contract/contract.js';
import { nearPaths } from '../contract/suggestions.js';
import type { SeenExchange } from './seen-exchange.js';

/**
 * Formats requests for reports. A text of the contract may be shown; any other text may be private, and is replaced.
 */
export class ShownRequests {
  readonly #contract: Contract;
  /** The segments that occur in paths of the contract. */
  readonly #segments: ReadonlySet<string>;
  /** The names of query parameters that the contract has. */
  readonly #names: ReadonlySet<string>;
  /** The numbers of values in unknown paths, so that equal paths stay equal. */
  readonly #values = new Map<string, number>();

  constructor(contract: Contract) {
    const operations = [...contract.operations.values()];
    const parameters = operations.flatMap((operation) => operation.parameters);
    this.#contract = contract;
    this.#segments = new Set(operations.flatMap(({ path }) => path.split('/')));
    this.#names = new Set(parameters.map(({ name }) => name));
  }

  /** A request and its status, with its time and its place in the recording. */
  line(seen: SeenExchange, isAmongFiles: boolean): string {
    const { method, status, place, sent } = seen;
    const names = this.names(seen);
    const query = names.length === 0 ? '' : `?${names.join('&')}`;
    const answer = status < 100 ? 'no response' : String(status);
    const request = `${methodOf(method)} ${this.path(seen)}${query} ${answer}`;
    // The time of day alone: `10:00:01.200`.
    const time = sent === undefined ? [] : [new Date(sent).toISOString().slice(11, 23)];
    const file = isAmongFiles ? ` of file ${place.file}` : '';

    return [request, ...time, `entry ${place.entry}${file}`].join(', ');
  }

  /** The path without values: the template of the operation, or a path in which unknown segments are numbers. */
  path({ operation, isExact, path }: Pick<SeenExchange, 'operation' | 'isExact' | 'path'>): string {
    if (operation !== undefined && isExact) return operation.path;

    const shown = (segment: string): string => (this.#segments.has(segment) ? segment : this.#number(segment));
    return path.split('/').map(shown).join('/');
  }

  /** The names of the parameters in the query. {@link UNKNOWN_NAME} stands for a name that the contract lacks. */
  names({ query }: Pick<SeenExchange, 'query'>): string[] {
    const shown = [...(query?.keys() ?? [])].map((name) => (this.#names.has(name) ? name : UNKNOWN_NAME));
    return [...new Set(shown)];
  }

  /** Which operation an unknown path may mean, as a sentence. */
  hint({ method, path }: Pick<SeenExchange, 'method' | 'path'>): string[] {
    const [nearest] = nearPaths(this.#contract, method, path);
    if (nearest === undefined) return [];

    const { path: template } = this.#contract.operations.get(nearest.operation)!;
    return [`The nearest is ${nearest.method} ${template}, ${nearest.operation}.`];
  }

  /** A number in the place of a value. An access token stays recognizable, because it does not belong in a URL. */
  #number(value: string): string {
    const number = this.#values.get(value) ?? this.#values.size + 1;
    this.#values.set(value, number);

    // The beginning of a signed access token, without its content.
    return /eyJ[\w-]+\.eyJ[\w-]*\./.test(value) ? `eyJ${number}.eyJ.` : `{${number}}`;
  }
}

/** The method, or `{method}` if it is none of HTTP, because such a text may be private. */
export function methodOf(method: string): string {
  return METHODS.includes(method) ? method : '{method}';
}

/** The methods that a report may show. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** The name that stands for every name of a parameter that the contract does not have. */
export const UNKNOWN_NAME = '{unknown}';
