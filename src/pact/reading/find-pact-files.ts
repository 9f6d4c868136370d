/** Resolves paths, folders, patterns and URLs to the files and URLs of pacts, and tells pacts from other JSON files. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { globSync } from 'tinyglobby';
import { isObject } from '../../common/json.js';

/** The remedy for a source without pacts, at the end of a message. */
export const REMEDY = '; name another, or add --allow-empty';

/** A file or URL that may contain a pact. */
export interface PactPlace {
  /** Path or URL. */
  readonly source: string;
  /** Whether it was given by its own name. Other files of a folder or pattern are skipped if they are not pacts. */
  readonly named: boolean;
}

/** A path or pattern without any file. */
interface LostPlace {
  readonly source: string;
  readonly message: string;
  /** Whether a folder or pattern has no files. Otherwise there is no such path. */
  readonly isEmpty: boolean;
}

/** A folder or pattern, and its files. */
export interface PlaceGroup {
  readonly source: string;
  readonly files: readonly string[];
}

/**
 * A folder means the JSON files in it, at any depth.
 * @returns the places in the given order. A file that is named in two ways is there once, by the first
 */
export function findPactFiles(given: readonly string[]): {
  readonly places: readonly PactPlace[];
  readonly groups: readonly PlaceGroup[];
  readonly lost: readonly LostPlace[];
} {
  const places = new Map<string, PactPlace>();
  const groups: PlaceGroup[] = [];
  const lost: LostPlace[] = [];
  for (const source of given) {
    const found = placesOf(source);
    if ('message' in found) {
      lost.push(found);
      continue;
    }
    if (found.some(({ named }) => !named)) groups.push({ source, files: found.map((place) => place.source) });
    for (const place of found) {
      const key = isUrl(place.source) ? place.source : realpathSync(place.source);
      if (!places.has(key)) places.set(key, place);
    }
  }
  return { places: [...places.values()], groups, lost };
}

/** Whether a source is a URL, not a path. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function placesOf(source: string): PactPlace[] | LostPlace {
  const exists = existsSync(source);
  if (isUrl(source) || (exists && !statSync(source).isDirectory())) return [{ source, named: true }];
  if (!exists && !/[*?[{(!]/.test(source))
    return { source, message: 'there is no such file or folder', isEmpty: false };
  const folder = source.replace(/(?<![/\\])[/\\]+$/, '');
  const files = exists ? filesLike('**/*.json', source).map((file) => `${folder}/${file}`) : filesLike(source);
  if (files.length > 0) return files.map((file) => ({ source: file, named: false }));
  const lack = exists ? 'there are no JSON files in this folder' : 'no file matches this pattern';
  return { source, message: lack + REMEDY, isEmpty: true };
}

function filesLike(pattern: string, folder = '.'): string[] {
  return globSync(pattern, { cwd: folder, ignore: ['**/node_modules/**'], onlyFiles: true }).toSorted();
}

/** JSON files with comments, which are no JSON. */
const HAVE_COMMENTS = /^(?:tsconfig|jsconfig|deno|devcontainer)\b.*\.json$/i;

/**
 * Whether a file has a member of a pact, or cannot be parsed: an empty file, or one that was cut off, which must not be
 * skipped silently.
 */
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
