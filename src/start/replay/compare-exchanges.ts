/** Compares a replayed exchange with the recorded one. */

import { hasLeft, type MessageBody, type Exchange } from '../../emulator/journal/exchange.js';

/** The first difference between two exchanges. */
export interface Difference {
  /** Number of the exchange. */
  readonly exchange: number;
  /** Its request in one line. */
  readonly request: string;
  /** The part that differs: `status`, `body at character 120`. */
  readonly where: string;
  readonly recorded: string;
  readonly replayed: string;
}

/** The compared parts: first what a client sees, then the emulator's explanations. The body comes after the status. */
const PARTS: readonly (readonly [name: string, of: (exchange: Exchange) => Compared])[] = [
  ['status', ({ status }) => status],
  // A replay waits for no response, so no client leaves.
  ['ending', ({ response: { ending } }) => (hasLeft(ending) ? undefined : ending)],
  ['headers', ({ response }) => response.headers.map(([name, value]) => `${name}: ${value}`).join('\n')],
  ['operation', ({ operation }) => operation],
  ['client', ({ clientId }) => clientId],
  ['scenarios', ({ scenarios }) => JSON.stringify(scenarios)],
  ['diagnostics', ({ diagnostics }) => diagnostics.join('\n')],
];

/** The first difference; undefined if there is none. */
export function firstDifference(recorded: Exchange, replayed: Exchange): Difference | undefined {
  const { id, method, path, query } = recorded;
  const about = { exchange: id, request: `${method} ${path}${query === '' ? '' : `?${query}`}` };
  const body = bodyDifference(recorded.response.body, replayed.response.body);
  const [status, ...others] = PARTS.map(([name, of]) => difference(name, of(recorded), of(replayed)));
  const first = [status, body, ...others].find((found) => found !== undefined);
  return first && { ...about, ...first };
}

/** Whether the journal kept the whole response body. */
export function isKeptInFull({ response: { body } }: Exchange): boolean {
  return body === undefined || !('omitted' in body);
}

type DifferingPart = Pick<Difference, 'where' | 'recorded' | 'replayed'>;
type Compared = string | number | undefined;

function difference(where: string, recorded: Compared, replayed: Compared): DifferingPart | undefined {
  return recorded === replayed ? undefined : { where, recorded: shown(recorded), replayed: shown(replayed) };
}

function shown(value: Compared): string {
  return value === undefined || value === '' ? 'nothing' : String(value);
}

/** A body that was not kept is not compared; the header `Content-Length` is. */
function bodyDifference(
  recorded: MessageBody | undefined,
  replayed: MessageBody | undefined,
): DifferingPart | undefined {
  if (recorded !== undefined && 'omitted' in recorded) return undefined;
  const [one, other] = [textOf(recorded), textOf(replayed)];
  if (one === other) return undefined;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return { where: `body at character ${at}`, recorded: around(one, at), replayed: around(other, at) };
}

function textOf(body: MessageBody | undefined): string {
  if (body === undefined) return '';
  if ('text' in body) return body.text;
  return 'base64' in body ? body.base64 : '';
}

/** The text around a position. */
function around(text: string, at: number): string {
  const from = Math.max(0, at - 40);
  const part = text.slice(from, at + 60);
  return part === '' ? 'nothing' : `${from > 0 ? '...' : ''}${part}${at + 60 < text.length ? '...' : ''}`;
}
