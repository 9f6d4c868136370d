/** Resolves paths, folders, patterns and URLs to the files and URLs of pacts. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { globSync } from 'tinyglobby';

/** What to do about a source without pacts, at the end of a message. */
export const REMEDY = '; name another, or add --allow-empty';

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
  /** Whether a folder or pattern has no files. Otherwise there is no such path. */
  readonly isEmpty: boolean;
}

/** A folder or pattern, and its files. */
export interface PlaceGroup {
  readonly source: string;
  readonly files: readonly string[];
}

export interface FoundPlaces {
  /** In the given order. A file that is named in two ways is there once, by the first. */
  readonly places: readonly PactPlace[];
  readonly groups: readonly PlaceGroup[];
  readonly lost: readonly LostPlace[];
}

/** A folder means the JSON files in it, at any depth. */
export function findPactFiles(given: readonly string[]): FoundPlaces {
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
  if (isUrl(source)) return [{ source, named: true }];
  if (existsSync(source)) {
    if (!statSync(source).isDirectory()) return [{ source, named: true }];
    const inside = filesLike('**/*.json', source).map((file) => ({
      source: `${source.replace(/(?<![/\\])[/\\]+$/, '')}/${file}`,
      named: false,
    }));
    return inside.length > 0
      ? inside
      : { source, message: `there are no JSON files in this folder${REMEDY}`, isEmpty: true };
  }
  if (!/[*?[{(!]/.test(source)) return { source, message: 'there is no such file or folder', isEmpty: false };
  const matching = filesLike(source).map((file) => ({ source: file, named: false }));
  return matching.length > 0 ? matching : { source, message: `no file matches this pattern${REMEDY}`, isEmpty: true };
}

function filesLike(pattern: string, folder = '.'): string[] {
  return globSync(pattern, { cwd: folder, ignore: ['**/node_modules/**'], onlyFiles: true }).toSorted();
}
