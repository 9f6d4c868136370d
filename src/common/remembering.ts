/** Functions that remember what they have computed. */

/** Makes a function compute once for each object. */
export function onceFor<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    if (!results.has(key)) results.set(key, compute(key));
    return results.get(key) as Result;
  };
}

/** The most texts that are remembered. */
const MOST = 1_000;
/** The longest text that is remembered, in characters. Longer ones seldom come again. */
const LONGEST = 2_000;

/** Makes a function compute once for each text. If it remembers {@link MOST} texts, it forgets all and begins anew. */
export function remembering<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const before = results.get(text);
    if (before !== undefined) return before;

    const result = compute(text);
    if (text.length > LONGEST) return result;

    if (results.size === MOST) results.clear();
    results.set(text, result);
    return result;
  };
}
