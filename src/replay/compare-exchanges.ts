/** Finds where an exchange that was done over departs from the one that was recorded. */

import type { MessageBody, Exchange } from '../journal/exchange.js';

/** The first difference. */
export interface Difference {
  /** The number of the exchange. */
  readonly exchange: number;
  /** Its request, in a line. */
  readonly request: string;
  /** What of it differs, such as `status` or `body at character 120`. */
  readonly where: string;
  readonly recorded: string;
  readonly replayed: string;
}

/** What is compared, in this order; what a client sees comes first, then how the emulator explains it. */
const PARTS: readonly (readonly [name: string, of: (exchange: Exchange) => string | number | undefined])[] = [
  ['status', ({ status }) => status],
  ['ending', ({ response }) => response.ending],
  ['headers', ({ response }) => response.headers.map(([name, value]) => `${name}: ${value}`).join('\n')],
  ['operation', ({ operation }) => operation],
  ['client', ({ clientId }) => clientId],
  ['scenarios', ({ scenarios }) => JSON.stringify(scenarios)],
  ['diagnostics', ({ diagnostics }) => diagnostics.join('\n')],
];

/** Undefined where the two are the same. */
export function firstDifference(recorded: Exchange, replayed: Exchange): Difference | undefined {
  const about = {
    exchange: recorded.id,
    request: `${recorded.method} ${recorded.path}${recorded.query === '' ? '' : `?${recorded.query}`}`,
  };
  const body = bodyDifference(recorded.response.body, replayed.response.body);
  const [status, ...others] = PARTS.map(([name, of]) => difference(name, of(recorded), of(replayed)));
  const first = [status, body, ...others].find((found) => found !== undefined);
  return first && { ...about, ...first };
}

/** Whether the recorded answer is known to its last byte. */
export function isKeptInFull({ response: { body } }: Exchange): boolean {
  return body === undefined || !('omitted' in body);
}

type Found = Pick<Difference, 'where' | 'recorded' | 'replayed'>;

function difference(
  where: string,
  recorded: string | number | undefined,
  replayed: string | number | undefined,
): Found | undefined {
  return recorded === replayed ? undefined : { where, recorded: shown(recorded), replayed: shown(replayed) };
}

function shown(value: string | number | undefined): string {
  return value === undefined || value === '' ? 'nothing' : String(value);
}

/** A body that was not kept is known by its length alone, which a header tells. */
function bodyDifference(recorded: MessageBody | undefined, replayed: MessageBody | undefined): Found | undefined {
  if (recorded !== undefined && 'omitted' in recorded) return undefined;
  const [one, other] = [textOf(recorded), textOf(replayed)];
  if (one === other) return undefined;
  const at = firstDeparture(one, other);
  return { where: `body at character ${at}`, recorded: around(one, at), replayed: around(other, at) };
}

function textOf(body: MessageBody | undefined): string {
  if (body === undefined) return '';
  if ('text' in body) return body.text;
  return 'base64' in body ? body.base64 : '';
}

function firstDeparture(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Some characters on either side. */
function around(text: string, at: number): string {
  const from = Math.max(0, at - 40);
  const part = text.slice(from, at + 60);
  return part === '' ? 'nothing' : `${from > 0 ? '...' : ''}${part}${at + 60 < text.length ? '...' : ''}`;
}
