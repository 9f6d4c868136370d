/** One finding of the comparator in our own words. */

import { escapePointer, previewValue } from '../../contract/json.js';
import type { ComparatorResult } from '../optional-peers.js';
import type { PactFile } from '../../pact/pact-file.js';
import { UNKNOWN_CODE, VERDICTS } from './comparator-verdicts.js';
import type { Finding, Place } from './contract-finding.js';

/** A finding, and the place of its interaction among those that were compared. */
export interface PlacedResult {
  readonly at: number;
  readonly finding: Finding;
}

/** The finding; undefined where it means nothing. */
export function comparatorFinding(
  { code, message, mockDetails }: ComparatorResult,
  { interactions }: PactFile,
): PlacedResult | undefined {
  const [, index = '', part = '', rest = ''] = LOCATION.exec(mockDetails?.location ?? '') ?? [];
  const interaction = interactions[Number(index)];
  const verdict = VERDICTS[code] ?? UNKNOWN_CODE;
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
