/** Resolves paths, folders, patterns and URLs to the files and URLs of pacts. */

import { existsSync, statSync } from 'node:fs';
import { globSync } from 'tinyglobby';

/** A file or URL that may contain a pact. */
export interface PactPlace {
  /** Path or URL. */
  readonly source: string;
  /** Whether it was given by its own name. Other files of a folder or pattern are skipped if they are not pacts. */
  readonly named: boolean;
}

/** A path or pattern without any file. */
export interface LostPlace {
  readonly source: string;
  readonly message: string;
}

/** The places in the given order, without duplicates. A folder means the JSON files in it, at any depth. */
export function findPactFiles(given: readonly string[]): {
  readonly places: readonly PactPlace[];
  readonly lost: readonly LostPlace[];
} {
  const places = new Map<string, PactPlace>();
  const lost: LostPlace[] = [];
  for (const source of given) {
    const found = placesOf(source);
    if (typeof found === 'string') lost.push({ source, message: found });
    else for (const place of found) if (!places.has(place.source)) places.set(place.source, place);
  }
  return { places: [...places.values()], lost };
}

/** Whether a source is a URL, not a path. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function placesOf(source: string): PactPlace[] | string {
  if (isUrl(source)) return [{ source, named: true }];
  if (existsSync(source)) {
    if (!statSync(source).isDirectory()) return [{ source, named: true }];
    const inside = filesLike('**/*.json', source).map((file) => ({
      source: `${source.replace(/(?<![/\\])[/\\]+$/, '')}/${file}`,
      named: false,
    }));
    return inside.length > 0 ? inside : 'there are no JSON files in this folder';
  }
  if (!/[*?[{(!]/.test(source)) return 'there is no such file or folder';
  const matching = filesLike(source).map((file) => ({ source: file, named: false }));
  return matching.length > 0 ? matching : 'no file matches this pattern';
}

function filesLike(pattern: string, folder = '.'): string[] {
  return globSync(pattern, { cwd: folder, ignore: ['**/node_modules/**'], onlyFiles: true }).toSorted();
}
