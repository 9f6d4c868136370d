/** Suggests what somebody may have meant. */

const MOST_EDITS = 3;

/** "; did you mean "x"? Valid are ..." for a name that is none of the known ones. */
export function nearest(name: string, known: readonly string[]): string {
  const meant =
    closest(name, known) ?? (name.length < 3 ? undefined : known.find((candidate) => candidate.includes(name)));
  const valid = known.length === 0 ? 'there are none' : `valid are ${known.toSorted().join(', ')}`;
  return meant === undefined ? ` (${valid})` : `; did you mean "${meant}"? (${valid})`;
}

/** The known name that is only a typing error away. */
function closest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .toSorted((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= MOST_EDITS ? best.candidate : undefined;
}

/** How many letters have to be put in, taken out or changed (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= Math.min(a.length, 64); i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
