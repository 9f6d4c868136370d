/**
 * Tells the pacts among the JSON files of a folder from other files. A doubtful file counts as a pact, so that it is
 * reported: a pact that was cut off must not be skipped silently.
 */

import { basename } from 'node:path';
import { isObject } from '../../common/json.js';

/** JSON files with comments, which are no JSON. */
const HAVE_COMMENTS = /^(?:tsconfig|jsconfig|deno|devcontainer)\b.*\.json$/i;

/** Whether a file has a member of a pact, or cannot be parsed: an empty file, a file that was cut off. */
export function mayBePact(source: string, text: string): boolean {
  try {
    const json = JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
    return Array.isArray(json) ? json.some(hasPactMembers) : hasPactMembers(json);
  } catch {
    return !HAVE_COMMENTS.test(basename(source));
  }
}

function hasPactMembers(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { consumer, provider, interactions, messages, metadata } = json;
  return (
    [consumer, provider, interactions].some((member) => member !== undefined) ||
    Array.isArray(messages) ||
    (isObject(metadata) && Object.keys(metadata).some((name) => /^pact-?specification/i.test(name)))
  );
}

/**
 * Whether a file is named as Pact names the pacts for one of these providers, `<consumer>-<provider>.json`, or has
 * `pact` as a word in its name.
 */
export function isNamedLikePact(source: string, providers: readonly string[]): boolean {
  const name = comparable(basename(source).replace(/\.json$/i, ''));
  return /(?:^|_)pact(?:_|$)/.test(name) || providers.some((provider) => name.endsWith(`_${comparable(provider)}`));
}

/** Libraries write spaces and hyphens in different ways. */
function comparable(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
}
