/**
 * The headers of a pact, as `Headers` of the Fetch standard for a thread that uses nothing else of it: to load Fetch takes
 * as long as half of the comparator. Plain JavaScript, as is the thread.
 */

const SPACE = new Set('\t\n\r ');

/** Only for names and values that are valid in HTTP, with at most one value of `Set-Cookie`. */
export class HeadersOfPact extends Map {
  /** @param {Readonly<Record<string, string>>} [headers] values by name */
  constructor(headers = {}) {
    super();
    const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    for (const [name, value] of lowerCase.sort(([one], [other]) => (one < other ? -1 : 1))) this.append(name, value);
  }

  get(name) {
    return super.get(name.toLowerCase()) ?? null;
  }

  has(name) {
    return super.has(name.toLowerCase());
  }

  set(name, value) {
    super.set(name.toLowerCase(), trimmed(value));
  }

  append(name, value) {
    super.set(name.toLowerCase(), [super.get(name.toLowerCase()) ?? [], trimmed(value)].flat().join(', '));
  }

  delete(name) {
    super.delete(name.toLowerCase());
  }
}

function trimmed(value) {
  let [start, end] = [0, value.length];
  while (SPACE.has(value[start])) start++;
  while (end > start && SPACE.has(value[end - 1])) end--;
  return value.slice(start, end);
}
