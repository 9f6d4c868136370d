/** Builds journals for tests from the members that matter. */

import { allAtOnce } from '../../../src/common/steps.js';
import type { OperationId } from '../../../src/contract/operation.js';
import type { AppliedScenario, Exchange, HeaderField } from '../../../src/emulator/journal/exchange.js';
import { judge, type JudgeOptions } from '../../../src/emulator/judge/judge.js';
import type { Verdict } from '../../../src/emulator/judge/rule.js';
import { shippedContract } from '../../../src/start/shipped.js';

/** The time of the sandbox's clock when the emulator starts. */
const START = Date.parse('2026-01-09T08:00:00.000Z');

/** The values of the parameters of paths. */
const IN_PATH: Readonly<Record<string, string>> = { partyId: 'ben', token: 'B2Rl' };

/** What a test says about an exchange; the other members have defaults. */
export interface Sketch {
  /** When the request arrived, in real milliseconds. */
  readonly received: number;
  /** The sandbox's clock at that time, in milliseconds after the start. Default: `received`. */
  readonly clock?: number;
  /** In milliseconds; null if no response was written. Default: 5. */
  readonly duration?: number | null;
  /** Null if the contract has no such operation. Default: getUsers. */
  readonly operation?: OperationId | null;
  /**
   * The connection: its number, when it was opened, and the position of the request on it, from 1; null if it is not known.
   * Default: the first one that is free, as clients with keep-alive use them.
   */
  readonly on?: readonly [id: number, opened: number, request: number] | null;
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly status?: number;
  /** Null if no client is known. Default: demo. */
  readonly client?: string | null;
  /** The ID of the access token in the request. */
  readonly token?: string;
  /** The request has a token that the emulator has not issued: number of the first exchange with an equal one. */
  readonly unknownToken?: number;
  /** The access token in the response, and its lifetime in milliseconds. */
  readonly issued?: { readonly id: string; readonly life: number };
  readonly headers?: readonly HeaderField[];
  /** JSON, or text. */
  readonly body?: unknown;
  readonly responseHeaders?: readonly HeaderField[];
  readonly responseBody?: unknown;
  readonly ending?: 'reset' | 'close' | 'cut' | 'broken-chunks' | 'never';
  readonly scenarios?: readonly AppliedScenario[];
  readonly diagnostics?: readonly string[];
}

const MEMBERS = [
  ...['received', 'clock', 'duration', 'on', 'client', 'token', 'unknownToken', 'issued', 'scenarios', 'diagnostics'],
  ...['operation', 'method', 'path', 'query', 'headers', 'body'],
  ...['status', 'responseHeaders', 'responseBody', 'ending'],
];

/** The exchanges, numbered from 1. */
export function journal(...sketches: readonly Sketch[]): Exchange[] {
  // Those of a document have no types.
  const unknown = sketches.flatMap(Object.keys).filter((member) => !MEMBERS.includes(member));
  if (unknown.length > 0) throw new Error(`a sketch has no member ${unknown[0]!}`);

  return withConnections(sketches).map((sketch, at) => exchangeOf(sketch, at + 1));
}

/** The same exchanges of a client that opens a connection for each request. */
export function withoutKeepAlive(sketches: readonly Sketch[]): Sketch[] {
  return sketches.map((sketch, at) => ({ ...sketch, on: [at + 1, sketch.received - 1, 1] }));
}

function withConnections(sketches: readonly Sketch[]): Sketch[] {
  // When each connection is free again, when it was opened, and how many requests it had.
  const connections: { freeAt: number; readonly opened: number; requests: number }[] = [];
  const choose = ({ received, duration = 5, ending }: Sketch): NonNullable<Sketch['on']> => {
    let at = connections.findIndex(({ freeAt }) => freeAt <= received);
    if (at === -1) at = connections.push({ freeAt: 0, opened: received, requests: 0 }) - 1;
    const connection = connections[at]!;
    connection.freeAt = duration === null || ending !== undefined ? Infinity : received + duration;
    return [1_000 + at, connection.opened, ++connection.requests];
  };
  const chosen = new Map(
    [...sketches]
      .sort((a, b) => a.received - b.received)
      .map((sketch) => [sketch, sketch.on === undefined ? choose(sketch) : sketch.on]),
  );
  return sketches.map((sketch) => ({ ...sketch, on: chosen.get(sketch)! }));
}

/** The judge's verdict on one rule. */
export function verdictOf(rule: string, ...sketches: readonly Sketch[]): Verdict {
  return verdictBy({}, rule, ...sketches);
}

/** The same, with what is known of the client. */
export function verdictBy(options: JudgeOptions, rule: string, ...sketches: readonly Sketch[]): Verdict {
  const verdict = allAtOnce(judge(journal(...sketches), options)).find((candidate) => candidate.rule === rule);
  if (verdict === undefined) throw new Error(`there is no rule ${rule}`);
  return verdict;
}

function exchangeOf(sketch: Sketch, id: number): Exchange {
  const {
    received,
    clock = received,
    duration = 5,
    operation = 'getUsers',
    client = 'demo',
    token,
    issued,
    ending,
    status = 200,
  } = sketch;
  const { method, path } = shippedContract().operations.get(operation ?? 'getUsers')!;
  return {
    id,
    at: moment(clock),
    received,
    ...(duration === null ? {} : { duration }),
    ...(sketch.on && { connection: { id: sketch.on[0], opened: sketch.on[1], request: sketch.on[2] } }),
    method: sketch.method ?? method.toUpperCase(),
    path: sketch.path ?? path.replace(/\{(\w+)\}/, (_, name: string) => IN_PATH[name] ?? name),
    query: sketch.query ?? '',
    ...(operation === null ? {} : { operation }),
    status,
    ...(client === null ? {} : { clientId: client }),
    ...(token === undefined ? {} : { accessToken: { id: token, expiresAt: moment(3_600_000) } }),
    ...(sketch.unknownToken !== undefined && { unknownToken: sketch.unknownToken }),
    ...(issued === undefined ? {} : { issuedToken: { id: issued.id, expiresAt: moment(clock + issued.life) } }),
    request: { headers: requestHeaders(sketch), ...bodyOf(sketch.body) },
    response: {
      headers: sketch.responseHeaders ?? [],
      ...bodyOf(sketch.responseBody),
      ...(ending === undefined ? {} : { ending }),
    },
    scenarios: sketch.scenarios ?? [],
    diagnostics: sketch.diagnostics ?? [],
  };
}

function requestHeaders({ headers = [], token, body }: Sketch): HeaderField[] {
  const authorization: HeaderField[] = token === undefined ? [] : [['authorization', 'Bearer ~other-secret~']];
  const type: HeaderField[] =
    body === undefined || headers.some(([name]) => name === 'content-type')
      ? []
      : [['content-type', 'application/json']];
  return [...authorization, ...type, ...headers];
}

function bodyOf(value: unknown): { body?: { text: string } } {
  if (value === undefined) return {};
  return { body: { text: typeof value === 'string' ? value : JSON.stringify(value) } };
}

function moment(after: number): string {
  return new Date(START + after).toISOString();
}
