/** Resolves paths, folders, patterns and URLs to the files and URLs of pacts, and tells pacts from other JSON files. */

import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { globSync, type GlobOptions } from 'tinyglobby';
import { isObject, membersOf } from '../../common/json.js';

/** A file or URL that may contain a pact. */
export interface PactPlace {
  /** Path or URL. */
  readonly source: string;
  /** Whether the user named this very file. The files of a folder or pattern are skipped if they are not pacts. */
  readonly isNamed: boolean;
}

/** A source that the user gave, and the files that it means. */
export interface GivenSource {
  readonly source: string;
  readonly kind: 'file or URL' | 'folder' | 'pattern';
  readonly files: readonly string[];
}

/**
 * Finds the files and URLs that the given sources mean. A folder means the JSON files in it, at any depth.
 * @returns the places in the given order. A file that is given in two ways is one place, in the first way
 */
export function findPactFiles(given: readonly string[]): {
  readonly places: readonly PactPlace[];
  readonly sources: readonly GivenSource[];
} {
  const sources = given.map(resolveSource);
  const places = new Map<string, PactPlace>();
  for (const { kind, files } of sources)
    for (const file of files) {
      // Two paths may lead to one file: `./a.json`, `a.json`, or a symbolic link.
      const key = existsSync(file) ? realpathSync(file) : file;
      if (!places.has(key)) places.set(key, { source: file, isNamed: kind === 'file or URL' });
    }

  return { places: [...places.values()], sources };
}

/** Whether a source is a URL, not a path. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** JSON files at any depth. Some systems write the ending in capitals. */
const ANY_JSON = '**/*.[jJ][sS][oO][nN]';

/** The kind of a source, and the files that it means. */
function resolveSource(source: string): GivenSource {
  const exists = existsSync(source);
  // Removes the slashes at the end. The lookbehind keeps the search fast: without it, the pattern would try every slash
  // of a long row.
  const folder = source.replace(/(?<![/\\])[/\\]+$/, '');
  if (exists && statSync(source).isDirectory())
    return { source, kind: 'folder', files: filesLike(ANY_JSON, source).map((file) => `${folder}/${file}`) };

  // Only a source that does not exist can be a pattern: file names may contain brackets.
  const isPattern = !exists && !isUrl(source) && /[*?[{(!]/.test(source);
  if (isPattern) return { source, kind: 'pattern', files: filesLike(source) };

  return { source, kind: 'file or URL', files: [source] };
}

/** Lists a link that leads nowhere as a file, so that its pact is missed, which the search would leave out. */
const WITH_DANGLING_LINKS = {
  realpathSync: (path: string) => (existsSync(path) ? realpathSync(path) : path),
  statSync: (path: string) => (existsSync(path) ? statSync(path) : lstatSync(path)),
} as NonNullable<GlobOptions['fs']>;

/** The files that match a pattern, in the order of their names. */
function filesLike(pattern: string, folder = '.'): string[] {
  return globSync(pattern, { cwd: folder, ignore: ['**/node_modules/**'], fs: WITH_DANGLING_LINKS }).toSorted();
}

/**
 * Matches the names of files that usually contain comments, so that they cannot be parsed as JSON. They are no pacts:
 * `tsconfig.build.json`.
 */
const HAVE_COMMENTS = /^(?:tsconfig|jsconfig|deno|devcontainer)\b.*\.json$/i;

/**
 * Whether a file has a member of a pact, or cannot be parsed. An empty file, or one that was cut off, may be a pact, so
 * it must not be skipped silently. Files that usually contain comments are the exception.
 */
export function mayBePact(source: string, text: string): boolean {
  try {
    const json = JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
    // A list may hold pacts by mistake; then the reader reports it.
    return Array.isArray(json) ? json.some(hasPactMembers) : hasPactMembers(json);
  } catch {
    return !HAVE_COMMENTS.test(basename(source));
  }
}

/** Whether a JSON object has a member that only pacts have. */
function hasPactMembers(json: unknown): boolean {
  if (!isObject(json)) return false;

  const { consumer, provider, interactions, messages, metadata } = json;
  const hasContent = [consumer, provider, interactions].some((member) => member !== undefined);
  // Libraries write `pactSpecification`, `pactSpecificationVersion` or `pact-specification`.
  const hasVersion = Object.keys(membersOf(metadata)).some((name) => /^pact-?specification/i.test(name));

  return hasContent || Array.isArray(messages) || hasVersion;
}

/**
 * Whether a file is named as Pact names the pacts for one of these providers, `<consumer>-<provider>.json`, or has
 * `pact` as a word in its name.
 */
export function isNamedLikePact(source: string, providers: readonly string[]): boolean {
  const name = comparable(basename(source).replace(/\.json$/i, ''));
  return /(?:^|_)pact(?:_|$)/.test(name) || providers.some((provider) => name.endsWith(`_${comparable(provider)}`));
}

/** A name without case and punctuation: libraries write spaces and hyphens in different ways. */
function comparable(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
}
