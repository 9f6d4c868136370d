/** One finding of the comparator in our own words. */

import { previewValue, escapePointer } from '../../contract/json.js';
import type { PactFile } from '../../pact/pact-file.js';
import type { ComparatorResult } from '../optional-peers.js';
import type { InteractionFinding, Place } from './contract-finding.js';

export interface CodeRating {
  readonly severity: 'error' | 'warning' | 'nothing';
  readonly reason: string;
  /** In our words. */
  readonly message?: string;
  /** Whether it is nothing where the consumer expects a failure. The comparator regards that for some of its findings only. */
  readonly onlyForSuccess?: true;
}

export const CODE_RATINGS: Readonly<Record<string, CodeRating>> = {
  'request.path-or-method.unknown': {
    severity: 'error',
    reason: 'a fact: no route',
    message: 'The contract has no such path or method.',
    onlyForSuccess: true,
  },
  'request.authorization.missing': {
    severity: 'error',
    reason: 'a fact: the operation is secured, the header is not there',
    message: 'The operation needs an access token.',
  },
  'request.content-type.incompatible': {
    severity: 'error',
    reason: 'a fact; a wrong type on purpose expects 415',
    message: 'The service takes no body of this type.',
    onlyForSuccess: true,
  },
  'request.content-type.missing': {
    severity: 'nothing',
    reason: 'Pact sends application/json with a JSON body that has no type; for others our own check says it',
  },
  'request.content-type.unknown': {
    severity: 'nothing',
    reason: 'many HTTP libraries send a content type without a body; the service passes over it',
  },
  'request.accept.incompatible': {
    severity: 'warning',
    reason: 'a server may pass over Accept (RFC 9110 section 12.5.1), and the contract knows no 406',
    message: 'The service never sends what this Accept asks for.',
  },
  'request.accept.unknown': { severity: 'nothing', reason: 'an answer without a body is acceptable to all' },
  'request.header.incompatible': {
    severity: 'error',
    reason: 'a fact; no operation has such parameters today',
    message: 'The service refuses this header.',
  },
  'request.header.unknown': {
    severity: 'nothing',
    reason:
      'tracing, user agents, proxies: HTTP demands that a server passes over headers that it does not know (RFC 9110 section 5.1)',
  },
  'request.query.incompatible': {
    severity: 'warning',
    reason: 'read by the same schema in our own check, as the service reads a query; alone it is a doubt',
    message: 'The comparator takes this for a value that the service refuses.',
  },
  'request.query.unknown': {
    severity: 'warning',
    reason: 'the service passes over parameters that it does not know',
    message: 'The contract does not know this parameter.',
  },
  'request.body.incompatible': {
    severity: 'warning',
    reason: 'read by the same schema in our own check; alone it is a doubt',
    message: 'The comparator takes this for a body that the service refuses.',
  },
  'request.body.unknown': {
    severity: 'nothing',
    reason: 'follows from a wrong content type, or from a body where none is taken; our own check tells both',
  },
  'response.status.unknown': {
    severity: 'nothing',
    reason: 'our own check tells it, and knows rules about the status',
  },
  'response.status.default': { severity: 'nothing', reason: 'the contract has no default answers' },
  'response.content-type.incompatible': {
    severity: 'warning',
    reason: 'our own check knows the matching rules of headers; alone it is a doubt',
    message: 'The comparator takes this for a content type that the service never sends.',
  },
  'response.content-type.unknown': {
    severity: 'error',
    reason: 'an answer without a body has no content type',
    message: 'The service answers without a body, so without a content type.',
  },
  'response.header.incompatible': {
    severity: 'warning',
    reason: 'our own check knows the matching rules of headers; alone it is a doubt',
    message: 'The comparator takes this for a header that the service never sends.',
  },
  'response.header.undefined': {
    severity: 'nothing',
    reason: 'a standard header, which our own check tells where HTTP does not add it by itself',
  },
  'response.header.unknown': {
    severity: 'nothing',
    reason: 'our own check tells it, except for those that HTTP adds by itself',
  },
  'response.body.incompatible': {
    severity: 'warning',
    reason: 'our own check holds the body against the same schemas and knows its matching rules; alone it is a doubt',
    message: 'The comparator takes this for a value that the service never sends.',
  },
  'response.body.unknown': {
    severity: 'error',
    reason: 'a fact: no schema, so no body',
    message: 'The service answers without a body here.',
  },
};

/** A finding of a kind that came after this table: it is not lost, and fails nothing. */
export const UNKNOWN_CODE_RATING: CodeRating = { severity: 'warning', reason: 'nobody has judged it yet' };

/** A finding, and the place of its interaction among those that were compared. */
export interface PlacedResult {
  readonly at: number;
  readonly finding: InteractionFinding;
}

/** The finding; undefined where it means nothing. */
export function comparatorFinding(
  { code, message, mockDetails }: ComparatorResult,
  { interactions }: PactFile,
): PlacedResult | undefined {
  const [, index = '', part = '', rest = ''] = LOCATION.exec(mockDetails?.location ?? '') ?? [];
  const interaction = interactions[Number(index)];
  const verdict = CODE_RATINGS[code] ?? UNKNOWN_CODE_RATING;
  if (index === '' || interaction === undefined || verdict.severity === 'nothing') return undefined;
  if (verdict.onlyForSuccess === true && interaction.response.status >= 400) return undefined;
  return {
    at: Number(index),
    finding: {
      severity: verdict.severity,
      place: placeOf(part, rest, message),
      message: `${verdict.message ?? message} (${code})`,
      ...actualOf(mockDetails?.value, part),
    },
  };
}

/** All headers at once may have secrets among them. */
function actualOf(value: unknown, part: string): { actual?: string } {
  return value === undefined || (part === 'request.headers' && typeof value !== 'string')
    ? {}
    : { actual: previewValue(value) };
}

/** `[root].interactions[1].request.query.limit` */
const LOCATION = /^\[root\]\.interactions\[(\d+)\]\.((?:request|response)\.\w+)(.*)$/;

const PARTS: Readonly<Record<string, Place['part']>> = {
  'request.path': 'request path',
  'request.query': 'request query',
  'request.headers': 'request header',
  'request.body': 'request body',
  'response.status': 'response status',
  'response.headers': 'response header',
  'response.body': 'response body',
};

/** A member that is too much is named in the message alone. */
function placeOf(part: string, rest: string, message: string): Place {
  const names = rest === '' ? [] : rest.slice(1).split('.');
  const [, additional] = /must NOT have additional properties - (.+)$/.exec(message) ?? [];
  const pointer = [...names, ...(additional === undefined ? [] : [escapePointer(additional)])]
    .map((name) => `/${name}`)
    .join('');
  return { part: PARTS[part] ?? 'request path', pointer };
}
