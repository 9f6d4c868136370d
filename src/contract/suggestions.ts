/** Suggests which name or path a person may have meant instead of an unknown one. */

import type { Contract } from './contract.js';
import type { components } from './control-schemas.js';
import type { CompiledParameter } from './parameters.js';
import { withoutSurplusSlashes } from './path-matching.js';

/** A name with more edits than this, or than half of its letters, is not a typo. */
const MOST_EDITS_IN_NAME = 3;

/** The largest distance of a path from the meant one: several segments may have two typos each. */
const MOST_EDITS_IN_PATH = 6;

/** The number of characters that are compared: the beginning of a longer name. */
const MOST_COMPARED = 64;

/** The end of a message about an unknown name: `; did you mean "x"?`, or the valid names if none is near. */
export function nearest(name: string, known: readonly string[]): string {
  // One or two letters are a part of nearly every name.
  const containing = name.length < 3 ? undefined : known.find((candidate) => candidate.includes(name));
  const suggestion = closest(name, known) ?? containing;
  if (suggestion !== undefined) return `; did you mean "${suggestion}"?`;

  return known.length === 0 ? ' (there are none)' : ` (valid are ${known.toSorted().join(', ')})`;
}

/** What {@link nearest} returns, with a full stop unless it ends with a question mark. */
export function nearestAtEnd(name: string, known: readonly string[]): string {
  const end = nearest(name, known);
  return end.endsWith('?') ? end : `${end}.`;
}

/** The known name that differs by a typo at most. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const candidates = known.map((candidate) => ({ candidate, edits: editDistance(name, candidate) }));
  const [best] = candidates.toSorted((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= Math.min(MOST_EDITS_IN_NAME, name.length / 2) ? best.candidate : undefined;
}

/** Whether an unknown name is a known one in another case, or with a few slips: one in three letters at most. */
export function isMisspelled(name: string, known: readonly string[]): boolean {
  const edits = known.map((one) => editDistance(name.toLowerCase(), one.toLowerCase()));
  return Math.min(...edits) <= name.length / 3;
}

/**
 * A warning about a query parameter that differs from a known one only by brackets or case. Many clients send lists
 * like that: `partyIds[]`. The service ignores the parameter, and the response looks right. Undefined if the name
 * differs by more.
 */
export function misspelledParameter(name: string, known: readonly CompiledParameter[]): string | undefined {
  // The name without brackets: `partyIds` for `partyIds[]`.
  const bare = name.endsWith(']') ? name.slice(0, name.indexOf('[')) : name;
  const meant = known.find((parameter) => parameter.name.toLowerCase() === bare.toLowerCase());
  if (meant === undefined) return undefined;

  const { name: right, type, commaSeparated, schema } = meant;
  const example = schema.enum?.[0] ?? schema.default ?? 'a';
  const spellings = [type === 'array' ? `${right}=a&${right}=b` : `${right}=${example as string}`];
  if (commaSeparated) spellings.push(`${right}=a,b`);
  // The HTTP client axios writes brackets behind the names of lists unless it is told not to.
  const axiosHint = bare === name ? '' : ' (axios: paramsSerializer: { indexes: null })';

  return `WARNING: the service has no parameter "${name}" and ignores it, as if it were not sent; send ${spellings.join(' or ')}${axiosHint}`;
}

/** "did you mean GET /api/v1/institutions/me/users?"; undefined if no path of the contract is near. */
export function suggestPath(contract: Contract, method: string, path: string): string | undefined {
  const [best] = nearPaths(contract, method, path);
  return best === undefined ? undefined : `did you mean ${best.method} ${best.path}?`;
}

/** An operation that a request for an unknown path may have meant, and its path with the request's values. */
export type NearPath = NonNullable<components['schemas']['JournaledExchange']['nearMisses']>[number];

/** The operations that a request for an unknown path may have meant, the nearest first. */
export function nearPaths({ operations, prefix }: Contract, method: string, path: string): NearPath[] {
  const candidates: (NearPath & { readonly edits: number })[] = [];
  for (const operation of operations.values())
    for (const spelling of spellingsOf(path, prefix)) {
      const filled = fillTemplate(operation.path, spelling);
      if (filled === undefined || filled.edits > MOST_EDITS_IN_PATH) continue;

      candidates.push({ operation: operation.id, method: operation.method.toUpperCase(), ...filled });
    }

  candidates.sort((a, b) => a.edits - b.edits || Number(b.method === method) - Number(a.method === method));
  const nearestByOperation = new Map<string, NearPath>();
  // Several spellings of the path may lead to one operation. Only the nearest is kept.
  for (const { edits: _edits, ...near } of candidates)
    if (!nearestByOperation.has(near.operation)) nearestByOperation.set(near.operation, near);

  return [...nearestByOperation.values()];
}

/** The path as requested, and with the prefix, or the part of it, that clients often leave out. */
function spellingsOf(path: string, prefix: string): string[] {
  const requested = withoutSurplusSlashes(path);
  if (requested.startsWith(prefix)) return [requested];

  const spellings = [requested, prefix + requested];
  const at = prefix.lastIndexOf('/');
  const hasLastPart = requested.startsWith(`${prefix.slice(at)}/`);
  if (hasLastPart) spellings.push(prefix.slice(0, at) + requested);

  return spellings;
}

/**
 * The template with the request's values as its parameters, and its edit distance to the path; undefined if the path
 * has another number of segments.
 */
function fillTemplate(template: string, path: string): { readonly path: string; readonly edits: number } | undefined {
  const parts = template.split('/');
  const segments = path.split('/');
  if (parts.length !== segments.length) return undefined;

  const filled = parts.map((part, at) => (part.startsWith('{') && segments[at] !== '' ? segments[at]! : part));
  const edits = filled.map((part, at) => editDistance(part.toLowerCase(), segments[at]!.toLowerCase()));

  return { path: filled.join('/'), edits: edits.reduce((sum, inSegment) => sum + inSegment, 0) };
}

/** The Levenshtein distance of the beginnings of two texts. */
export function editDistance(first: string, second: string): number {
  if (first === second) return 0;

  const a = first.slice(0, MOST_COMPARED);
  const b = second.slice(0, MOST_COMPARED);
  // Of the table of distances between all beginnings of `a` and `b`, only the latest row is kept.
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);

  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replacing = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replacing));
    }

    row = next;
  }

  return row[b.length]!;
}
