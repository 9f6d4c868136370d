/** Puts what exists at run time in the place of what a pact has invented. */

/** The path of a request, with its query, each of its segments that is invented replaced as a whole. */
export function replaceInPath(path: string, replacements: Readonly<Record<string, string>>): string {
  const queryAt = path.indexOf('?');
  const [plain, query] = queryAt === -1 ? [path, ''] : [path.slice(0, queryAt), path.slice(queryAt)];
  return plain.split('/').map((segment) => realSegment(segment, replacements)).join('/') + query;
}

function realSegment(segment: string, replacements: Readonly<Record<string, string>>): string {
  const invented = decoded(segment);
  return Object.hasOwn(replacements, invented) ? encodeURIComponent(replacements[invented]!) : segment;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
