/**
 * Translates the results of `@pactflow/openapi-pact-comparator`. The comparator reads a pact as examples only, without
 * matching rules, and an OpenAPI document as complete; so some of its errors are none. {@link CODE_RATINGS} rates each
 * code. A result about a value that our own checks have a finding for is not used.
 */

import { previewValue, escapePointer } from '../../common/json.js';
import type { PactFile } from '../../pact/pact-file.js';
import { blamedBy } from './check-request.js';
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

export const CODE_RATINGS: Readonly<Record<string, CodeRating>> = {
  'request.path-or-method.unknown': {
    severity: 'error',
    reason: 'certain: there is no route',
    message: 'The contract has no such path or method.',
  },
  'request.authorization.missing': {
    severity: 'error',
    reason: 'certain: the operation requires a token, and the header is missing',
    message: 'The operation requires an access token.',
  },
  'request.content-type.incompatible': {
    severity: 'error',
    reason: 'certain; a request that is wrong on purpose expects a status that blames it',
    message: 'The service does not accept a body of this media type.',
    isExcusable: true,
  },
  'request.content-type.missing': {
    severity: 'nothing',
    reason: 'our own check finds it',
  },
  'request.content-type.unknown': {
    severity: 'nothing',
    reason: 'many HTTP libraries send a content type without a body, and the service ignores it',
  },
  'request.accept.incompatible': {
    severity: 'warning',
    reason: 'a server may ignore Accept (RFC 9110 section 12.5.1), and the contract has no 406',
    message: 'The service never sends a media type that this Accept header allows.',
  },
  'request.accept.unknown': { severity: 'nothing', reason: 'a response without a body is acceptable to every client' },
  'request.header.incompatible': {
    severity: 'error',
    reason: 'certain; no operation has header parameters today',
    message: 'The service refuses this header.',
  },
  'request.header.unknown': {
    severity: 'nothing',
    reason: 'tracing, user agents, proxies: a server ignores unknown headers (RFC 9110 section 5.1)',
  },
  'request.query.incompatible': {
    severity: 'warning',
    reason: 'our own check uses the same schema and parses the query as the service does; alone it is doubtful',
    message: 'The comparator reports that the service refuses this value.',
  },
  'request.query.unknown': {
    severity: 'warning',
    reason: 'the service ignores unknown parameters',
    message: 'The contract has no such parameter.',
  },
  'request.body.incompatible': {
    severity: 'warning',
    reason: 'our own check uses the same schema; alone it is doubtful',
    message: 'The comparator reports that the service refuses this body.',
  },
  'request.body.unknown': {
    severity: 'nothing',
    reason:
      'follows from a wrong content type, or from a body that the operation does not accept; our own check finds both',
  },
  'response.status.unknown': {
    severity: 'nothing',
    reason: 'our own check finds it, and regards matching rules of the status',
  },
  'response.status.default': { severity: 'nothing', reason: 'the contract has no default responses' },
  'response.content-type.incompatible': {
    severity: 'warning',
    reason: 'our own check regards the matching rules of headers; alone it is doubtful',
    message: 'The comparator reports that the service never sends this content type.',
  },
  'response.content-type.unknown': {
    severity: 'error',
    reason: 'a response without a body has no content type',
    message: 'The service responds without a body, so without a content type.',
  },
  'response.header.incompatible': {
    severity: 'warning',
    reason: 'our own check regards the matching rules of headers; alone it is doubtful',
    message: 'The comparator reports that the service never sends this header.',
  },
  'response.header.undefined': {
    severity: 'nothing',
    reason: 'a standard header; our own check finds those that HTTP software does not add by itself',
  },
  'response.header.unknown': {
    severity: 'nothing',
    reason: 'our own check finds it, except for headers that HTTP software adds by itself',
  },
  'response.body.incompatible': {
    severity: 'warning',
    reason: 'our own check uses the same schemas and regards matching rules; alone it is doubtful',
    message: 'The comparator reports that the service never sends this value.',
  },
  'response.body.unknown': {
    severity: 'error',
    reason: 'certain: there is no schema, so there is no body',
    message: 'The service responds without a body here.',
  },
};

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
