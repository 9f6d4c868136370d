/** Journals for tests, from what matters in them. */

import type { OperationId } from '../../src/contract/operation.js';
import type { AppliedScenario, Exchange, HeaderField } from '../../src/journal/exchange.js';
import { judge } from '../../src/judge/judge.js';
import type { Verdict } from '../../src/judge/rule.js';

/** The sandbox's clock when the emulator started. */
const START = Date.parse('2026-01-09T08:00:00.000Z');

const PLACES: Readonly<Record<OperationId, string>> = {
  issueToken: 'POST /oauth/token',
  getUsers: 'GET /api/v1/institutions/me/users',
  getHumanScores: 'GET /api/v1/institutions/me/human-scores',
  getHumanScoreByPartyId: 'GET /api/v1/institutions/me/human-scores/ben',
  getCredentials: 'GET /api/v1/institutions/me/credentials',
  getCredentialByPartyId: 'GET /api/v1/institutions/me/credentials/ben',
  resolveCredentials: 'GET /api/v1/institutions/me/credentials/resolve',
  createCredentialsRequest: 'POST /api/v1/institutions/me/credentials/request',
  generateVerificationLink: 'POST /api/v1/verification/generate-link',
  generateVerificationLinksBatch: 'POST /api/v1/verification/generate-links-batch',
  checkVerificationStatus: 'GET /api/v1/verification/check/B2Rl',
};

/** What a test says of an exchange; the rest is as usual. */
export interface Sketch {
  /** When it came, in real milliseconds. */
  readonly received: number;
  /** The sandbox's clock then, in milliseconds after the start. Default: it runs along. */
  readonly clock?: number;
  /** Default: 5; null where no answer has been written. */
  readonly duration?: number | null;
  /** Default: getUsers; null where the contract has none. */
  readonly operation?: OperationId | null;
  /** The connection: its number, when it was opened, and the how-manieth request it was on it. Default: not known. */
  readonly on?: readonly [id: number, opened: number, request: number];
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly status?: number;
  /** Default: demo; null where none is known. */
  readonly client?: string | null;
  /** The ID of the access token that the request bears. */
  readonly token?: string;
  /** The access token that the answer gives out, and how long it lives in milliseconds. */
  readonly issued?: { readonly id: string; readonly life: number };
  readonly headers?: readonly HeaderField[];
  /** JSON; texts stay as they are. */
  readonly body?: unknown;
  readonly answerHeaders?: readonly HeaderField[];
  readonly answer?: unknown;
  readonly ending?: 'reset' | 'close' | 'cut' | 'broken-chunks' | 'never';
  readonly scenarios?: readonly AppliedScenario[];
  readonly diagnostics?: readonly string[];
}

/** The exchanges, numbered from 1. */
export function journal(...sketches: readonly Sketch[]): Exchange[] {
  return sketches.map((sketch, at) => exchangeOf(sketch, at + 1));
}

/** What the judge says of one rule. */
export function verdictOf(rule: string, ...sketches: readonly Sketch[]): Verdict {
  const verdict = judge(journal(...sketches)).find((candidate) => candidate.rule === rule);
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
  const [method, path] = PLACES[operation ?? 'getUsers'].split(' ') as [string, string];
  return {
    id,
    at: moment(clock),
    received,
    ...(duration === null ? {} : { duration }),
    ...(sketch.on && { connection: { id: sketch.on[0], opened: sketch.on[1], request: sketch.on[2] } }),
    method: sketch.method ?? method,
    path: sketch.path ?? path,
    query: sketch.query ?? '',
    ...(operation === null ? {} : { operation }),
    status,
    ...(client === null ? {} : { clientId: client }),
    ...(token === undefined ? {} : { accessToken: { id: token, expiresAt: moment(3_600_000) } }),
    ...(issued === undefined ? {} : { issuedToken: { id: issued.id, expiresAt: moment(clock + issued.life) } }),
    request: { headers: requestHeaders(sketch), ...bodyOf(sketch.body) },
    response: {
      headers: sketch.answerHeaders ?? [],
      ...bodyOf(sketch.answer),
      ...(ending === undefined ? {} : { ending }),
    },
    scenarios: sketch.scenarios ?? [],
    diagnostics: sketch.diagnostics ?? [],
  };
}

function requestHeaders({ headers = [], token, body }: Sketch): HeaderField[] {
  const authorization: HeaderField[] = token === undefined ? [] : [['authorization', 'Bearer [redacted]']];
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
