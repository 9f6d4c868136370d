/**
 * Runs `@pactflow/openapi-pact-comparator` in a thread of its own, and translates its results. The comparator reads a
 * pact as examples only, without matching rules, and an OpenAPI document as complete; so some of its errors are none.
 * {@link CODE_RATINGS} rates each code. A result about a value that our own checks have a finding for is not used.
 */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { escapePointer, previewValue } from '../../common/json.js';
import type { PactFile } from '../../pact/pact-file.js';
import { resolvePeer } from '../optional-peers.js';
import { blamedBy } from './check-request.js';
import ratings from './comparator-codes.json' with { type: 'json' };
import type { InteractionFinding, Place } from './contract-finding.js';

/** One result of the comparator. */
interface ComparatorResult {
  readonly code: string;
  readonly message: string;
  /** The place in the pact: `[root].interactions[1].request.query.limit`. */
  readonly mockDetails?: { readonly location: string; readonly value: unknown };
}

type Reply = { readonly results: readonly ComparatorResult[] } | { readonly error: string };

export class Comparator {
  readonly #thread: Worker;
  readonly #failure: Promise<never>;

  /**
   * @param document the OpenAPI document that pacts are compared with
   * @throws MissingPeerError if the comparator is not installed, or too old
   */
  constructor(document: object) {
    const comparator = resolvePeer('@pactflow/openapi-pact-comparator');
    this.#thread = new Worker(new URL('comparator-thread.js', import.meta.url), {
      workerData: { comparator, document },
    });
    // It keeps the process alive only while it works.
    this.#thread.unref();
    this.#failure = once(this.#thread, 'error').then(([error]) => Promise.reject(error as Error));
    // It may come before anybody waits for it.
    this.#failure.catch(() => undefined);
  }

  /** Compares a pact with the document. One pact at a time. */
  async compare(pact: object): Promise<readonly ComparatorResult[]> {
    this.#thread.ref();
    this.#thread.postMessage(pact);
    const [reply] = (await Promise.race([once(this.#thread, 'message'), this.#failure])) as [Reply];
    this.#thread.unref();
    if ('results' in reply) return reply.results;
    throw new Error(`the comparator of pacts failed: ${reply.error}`);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}

/** What a code of the comparator means. */
interface CodeRating {
  /** `nothing`: results with this code are not used. */
  readonly severity: 'error' | 'warning' | 'nothing';
  readonly reason: string;
  /** Default: the comparator's message. */
  readonly message?: string;
  /** Whether it means nothing if the expected status blames the request. Default: false. */
  readonly isExcusable?: boolean;
}

/** By code, with the reason for each rating. */
export const CODE_RATINGS = ratings as Readonly<Record<string, CodeRating>>;

/** For a code that is not in the table: the finding is reported, but fails nothing. */
const UNKNOWN_CODE_RATING: CodeRating = { severity: 'warning', reason: 'the code is not rated yet' };

/**
 * Translates a result of the comparator; undefined if it has no meaning.
 * @returns the finding, and the position of its interaction in the pact
 */
export function comparatorFinding(
  { code, message, mockDetails }: ComparatorResult,
  { interactions }: PactFile,
): { readonly at: number; readonly finding: InteractionFinding } | undefined {
  const [, index = '', part = '', rest = ''] = LOCATION.exec(mockDetails?.location ?? '') ?? [];
  const interaction = interactions[Number(index)];
  const rating = CODE_RATINGS[code] ?? UNKNOWN_CODE_RATING;
  if (index === '' || interaction === undefined || rating.severity === 'nothing') return undefined;
  if (rating.isExcusable === true && blamedBy(interaction.response.status) === 'request') return undefined;
  const value = mockDetails?.value;
  // A value that consists of all headers may contain secrets.
  const isSecret = part === 'request.headers' && typeof value !== 'string';
  return {
    at: Number(index),
    finding: {
      severity: rating.severity,
      code: `comparator.${code}`,
      place: placeOf(part, rest, message),
      message: `${rating.message ?? message} (${code})`,
      ...(value !== undefined && !isSecret && { actual: previewValue(value) }),
    },
  };
}

/** For example `[root].interactions[1].request.query.limit`. */
const LOCATION = /^\[root\]\.interactions\[(\d+)\]\.((?:request|response)\.\w+)((?:\W.*)?)$/;

const PARTS: Readonly<Record<string, Place['part']>> = {
  'request.path': 'request path',
  'request.query': 'request query',
  'request.headers': 'request header',
  'request.body': 'request body',
  'response.status': 'response status',
  'response.headers': 'response header',
  'response.body': 'response body',
};

/** The name of an additional member is in the message only. */
function placeOf(part: string, rest: string, message: string): Place {
  const pointer = rest === '' ? '' : `/${rest.slice(1).replaceAll('.', '/')}`;
  const [, additional] = /must NOT have additional properties - (.+)$/.exec(message) ?? [];
  const member = additional === undefined ? '' : `/${escapePointer(additional)}`;
  return { part: PARTS[part] ?? 'request path', pointer: pointer + member };
}
