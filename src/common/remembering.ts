/** The most texts that are remembered. */
const MOST = 1_000;
/** A longer text seldom comes again, in characters. */
const LONGEST = 2_000;

/** Makes a function compute once for a text that comes again. If it knows too many, it forgets all. */
export function remembering<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    if (known.size === MOST) known.clear();
    if (text.length <= LONGEST) known.set(text, result);
    return result;
  };
}
