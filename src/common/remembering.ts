/** Functions that remember what they have computed. */

/** Makes a function compute once for each object. */
export function onceFor<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const computed = known.get(key) ?? { result: compute(key) };
    known.set(key, computed);
    return computed.result;
  };
}

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
