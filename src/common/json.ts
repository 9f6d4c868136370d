/** JSON values: parsing, objects, pointers (RFC 6901), merge patches (RFC 7396), previews. */

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, neither null nor an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a JSON object. None for any other value. */
export function membersOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A copy of an object with each value replaced. */
export function mapMembers<Value, Result>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}

/** The object without the members that are undefined: an optional member is absent, or has a value. */
export function withoutUndefined<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}

/** A copy with the members of all objects in the order of their names, so that equal values have equal texts. */
export function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers);
  if (!isObject(value)) return value;

  const sorted = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));

  return Object.fromEntries(sorted.map(([name, member]) => [name, withSortedMembers(member)]));
}

/** An object with this member alone, or with none if the value of the member is empty. */
export function nonEmpty<Name extends string, Value extends object>(
  name: Name,
  value: Value,
): Readonly<Partial<Record<Name, Value>>> {
  return (Object.keys(value).length === 0 ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
}

/** Escapes a member's name for use in a JSON pointer (RFC 6901 section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The names in a JSON pointer: `/a/b~1c` has `a` and `b/c`; the empty pointer has none. */
export function parsePointer(pointer: string): string[] {
  // `~1` is replaced first, so that `~01` becomes `~1` and not `/` (RFC 6901 section 4).
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Applies a merge patch (RFC 7396): null removes a member, an array replaces the old value. Returns a new value that
 * shares what the patch does not change.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;

  const result = new Map(Object.entries(membersOf(target)));
  for (const [name, value] of Object.entries(patch))
    if (value === null) result.delete(name);
    else result.set(name, mergePatch(result.get(name), value));

  return Object.fromEntries(result);
}

/**
 * Values from outside may be nested this deep: request bodies of both planes, and files in JSON or YAML. JSON is
 * written and validated by recursion, so that a deeper value could be received, but never be shown again.
 */
export const MOST_LEVELS_READ = 100;

/** The metadata of a credential may be nested this deep. Documents around it, such as a state, add some levels. */
export const METADATA_LEVELS = 50;

/** The end of the message about a value that is nested deeper than {@link MOST_LEVELS_READ}. */
export const NESTED_TOO_DEEP = `objects and arrays are nested more than ${MOST_LEVELS_READ} levels deep`;

/** Whether objects and arrays are nested deeper than this. A value that contains itself counts as deeper. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** The limits of {@link previewValue}. */
const MOST_CHARACTERS = 120;
const MOST_MEMBERS = 5;
const MOST_LEVELS = 3;

/** The value as one short line of JSON, with "..." in place of what is long, wide or deep. Takes any value. */
export function previewValue(value: unknown): string {
  const text = preview(value, 0);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}

/** The preview of a value that lies `level` levels deep. */
function preview(value: unknown, level: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MOST_CHARACTERS));
  if (typeof value !== 'object' || value === null) return String(value);
  if (level === MOST_LEVELS) return '...';
  if (Array.isArray(value)) return `[${previewFirst(value, (item) => preview(item, level + 1))}]`;

  const member = ([name, inner]: [string, unknown]): string => `${preview(name, level)}:${preview(inner, level + 1)}`;

  return `{${previewFirst(Object.entries(value), member)}}`;
}

/** The first items as text, and dots if there are more. */
function previewFirst<Item>(items: readonly Item[], show: (item: Item) => string): string {
  const shown = items.slice(0, MOST_MEMBERS).map(show);
  return (items.length > MOST_MEMBERS ? [...shown, '...'] : shown).join(',');
}

/** Strings, with the colon behind the name of a member; and where objects begin and end. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/g;

/**
 * The names that an object of a JSON text has twice, each with the offset of its second place. Parsers keep the last
 * member of a name (RFC 8259 section 4).
 */
export function repeatedMembers(json: string): ReadonlyMap<string, number> {
  /** The names in each object around the token, the innermost last. */
  const namesInObjects: Set<string>[] = [];
  const repeated = new Map<string, number>();
  for (const { 0: token, 1: colon, index } of json.matchAll(TOKENS)) {
    if (token === '{') namesInObjects.push(new Set());
    else if (token === '}') namesInObjects.pop();
    else if (colon !== undefined) {
      // The name may contain escapes: `"\u0061"` is another spelling of `"a"`.
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      const names = namesInObjects.at(-1)!;
      if (names.has(name) && !repeated.has(name)) repeated.set(name, index);
      names.add(name);
    }
  }

  return repeated;
}

/** Line and column of an offset in a text, both from 1. Default: the end of the text. */
export function placeAt(text: string, offset = text.length): Record<'line' | 'column', number> {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
