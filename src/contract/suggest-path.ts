/** What somebody may have meant who asked for a path that does not exist. */

import type { Contract } from './contract.js';
import { editDistance } from './nearest.js';

/** More edits than this in a path are no typing error. */
const MOST_EDITS = 6;

interface Candidate {
  readonly path: string;
  readonly edits: number;
}

/** "did you mean GET /api/v1/institutions/me/users?"; undefined where nothing is near. */
export function suggestPath({ operations, prefix }: Contract, method: string, path: string): string | undefined {
  const asked = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const variants = asked.startsWith(prefix) ? [asked] : [asked, `${prefix}${asked}`];
  const candidates = [...operations.values()].flatMap((operation) =>
    variants
      .flatMap((variant) => candidateOf(operation.path, variant) ?? [])
      .map((candidate) => ({ ...candidate, method: operation.method.toUpperCase() })),
  );
  const [best] = candidates.toSorted(
    (a, b) => a.edits - b.edits || Number(b.method === method) - Number(a.method === method),
  );
  return best === undefined || best.edits > MOST_EDITS ? undefined : `did you mean ${best.method} ${best.path}?`;
}

/** The template with the request's own values in it, and how far the request is from that. */
function candidateOf(template: string, path: string): Candidate | undefined {
  const [parts, segments] = [template.split('/'), path.split('/')];
  if (parts.length !== segments.length) return undefined;
  const meant = parts.map((part, at) => (part.startsWith('{') && segments[at] !== '' ? segments[at]! : part));
  const edits = meant.reduce((sum, part, at) => sum + editDistance(part.toLowerCase(), segments[at]!.toLowerCase()), 0);
  return { path: meant.join('/'), edits };
}
