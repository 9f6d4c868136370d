/** Functions that remember what they have computed. */

/** Makes a function compute once for each object. */
export function onceFor<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, Result>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key) as Result;
  };
}

/** The most texts that are remembered. */
const MOST = 1_000;
/** The longest text that is remembered, in characters. Longer ones seldom come again. */
const LONGEST = 2_000;

/** Makes a function compute once for each text. If it remembers {@link MOST} texts, it forgets all and begins anew. */
export function remembering<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;

    const result = compute(text);
    if (text.length > LONGEST) return result;

    if (known.size === MOST) known.clear();
    known.set(text, result);
    return result;
  };
}
