/**
 * Translates the results of `@pactflow/openapi-pact-comparator`. The comparator reads a pact as examples only, without
 * matching rules, and an OpenAPI document as complete; so some of its errors are none. {@link CODE_RATINGS} rates each
 * code. A result about a value that our own checks have a finding for is not used.
 */

import { previewValue, escapePointer } from '../../common/json.js';
import type { PactFile } from '../../pact/pact-file.js';
import { blamedBy } from './check-request.js';
import ratings from './comparator-codes.json' with { type: 'json' };
import type { ComparatorResult } from './comparator.js';
import type { InteractionFinding, Place } from './contract-finding.js';

/** What a code of the comparator means. */
export interface CodeRating {
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
export const UNKNOWN_CODE_RATING: CodeRating = { severity: 'warning', reason: 'the code is not rated yet' };

/** A finding, and the position of its interaction in the pact. */
export interface PlacedFinding {
  readonly at: number;
  readonly finding: InteractionFinding;
}

/** Translates a result of the comparator; undefined if it has no meaning. */
export function comparatorFinding(
  { code, message, mockDetails }: ComparatorResult,
  { interactions }: PactFile,
): PlacedFinding | undefined {
  const [, index = '', part = '', rest = ''] = LOCATION.exec(mockDetails?.location ?? '') ?? [];
  const interaction = interactions[Number(index)];
  const rating = CODE_RATINGS[code] ?? UNKNOWN_CODE_RATING;
  if (index === '' || interaction === undefined || rating.severity === 'nothing') return undefined;
  if (rating.isExcusable === true && blamedBy(interaction.response.status) === 'request') return undefined;
  return {
    at: Number(index),
    finding: {
      severity: rating.severity,
      code: `comparator.${code}`,
      place: placeOf(part, rest, message),
      message: `${rating.message ?? message} (${code})`,
      ...actualOf(mockDetails?.value, part),
    },
  };
}

/** Leaves out a value that consists of all headers: it may contain secrets. */
function actualOf(value: unknown, part: string): { actual?: string } {
  return value === undefined || (part === 'request.headers' && typeof value !== 'string')
    ? {}
    : { actual: previewValue(value) };
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
  const names = rest === '' ? [] : rest.slice(1).split('.');
  const [, additional] = /must NOT have additional properties - (.+)$/.exec(message) ?? [];
  const pointer = [...names, ...(additional === undefined ? [] : [escapePointer(additional)])]
    .map((name) => `/${name}`)
    .join('');
  return { part: PARTS[part] ?? 'request path', pointer };
}
